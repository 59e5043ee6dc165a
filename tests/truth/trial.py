# SPDX-License-Identifier: Apache-2.0
"""One seed, from its choices to the verdict on what the tool said."""

import json
import os
import shutil
import subprocess
import choices
import judge
import tool
import truth


def trial(tapestry, seed, folder, keep=False, simulator="verilator"):
    """The result of the design of a seed."""
    return try_design(tapestry, choices.choose(seed), os.path.join(folder, f"seed{seed}"), keep, simulator)


def try_design(tapestry, spec, folder, keep=False, simulator="verilator"):
    """The result of a design; a fault of the generator is not caught."""
    shutil.rmtree(folder, ignore_errors=True)
    real = truth.Truth(spec, folder)
    bench = spec["bench"]
    about = {"seed": spec["seed"], "about": f"{spec['family']} in {spec['language']}, ends {bench['ending']}, prints {bench['print']}, drives by {bench['drive']}"}
    about["cycles"] = real.work["cycles"]
    try:
        looked = tool.look(tapestry, os.path.join(folder, "design"), real.plain["made"], spec["top"], simulator)
        about.update(judge.judge(real, looked))
        about["real"] = {f"{name} {kind}": [round(100 * part, 1) for part in saving] for (name, kind), saving in ({} if real.stuck else real.table()).items()}
    except (tool.ToolFailed, subprocess.TimeoutExpired, json.JSONDecodeError) as failure:
        about["error"] = str(failure)
    finish(folder, spec, about, keep)
    return about


def finish(folder, spec, about, keep):
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for name, value in (("choices.json", spec), ("verdict.json", about)):
        with open(os.path.join(folder, name), "w") as file:
            json.dump(value, file, indent=1)
