# SPDX-License-Identifier: Apache-2.0
"""Runs Tapestry as a newcomer would, and reads what it says from its public views."""

import json
import subprocess


class ToolFailed(Exception):
    """Tapestry gave no result where it should have."""


def command(tapestry, job, made, top):
    return [tapestry, job] + made["sources"] + ["--top", top, "--tb", made["bench"], "--json"]


def ask(arguments, folder, seconds):
    ran = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=seconds)
    if ran.returncode not in (0, 1):
        raise ToolFailed(f"{arguments[1]} ended with {ran.returncode}: {(ran.stderr or ran.stdout).strip()[:600]}")
    return json.loads(ran.stdout)


def look(tapestry, folder, made, top, simulator="verilator"):
    """What `profile` measured, and what `scan` found and rejected."""
    chosen = [] if made["bench"].endswith(".vhd") else ["--sim", simulator]
    run = ask(command(tapestry, "profile", made, top) + ["-o", "out"] + chosen, folder, 600)
    scan = ask(command(tapestry, "scan", made, top) + ["--rejected"], folder, 120)
    return {"run": run, "scan": scan, "facts": {row["key"]: row["value"] for row in run["run"]}}
