# SPDX-License-Identifier: Apache-2.0
"""Runs a design with its testbench as it is, in Icarus Verilog, and keeps its waveform."""

import os
import subprocess
import benches
import verilog_design

# The tick makes the waveform last until the end, which nothing else may show.
GUARD = """module truth_guard;
  reg tick = 0;
  initial #1 forever #{half} tick = !tick;
  initial begin $dumpfile("truth.vcd"); $dumpvars(0, {dumped}, truth_guard); end
  initial #{limit} begin $display("TRUTH: no end"); $finish; end
endmodule
"""


class BrokenDesign(Exception):
    """The generator made something that does not compile or never ends: a fault of the generator."""


class NoEnd(BrokenDesign):
    """A run that does not end by itself."""


def write_files(spec, folder):
    """Writes sources and testbench; returns what there is to find."""
    os.makedirs(folder, exist_ok=True)
    made = verilog_design.write(spec)
    sources = []
    for name, text in made["files"].items():
        sources.append(name)
        save(os.path.join(folder, name), text)
    save(os.path.join(folder, "tb.v"), benches.write(spec))
    return {"sources": sources, "bench": "tb.v", "things": made["things"]}


def save(path, text):
    with open(path, "w") as file:
        file.write(text)


def run(spec, folder, dumped=("tb",)):
    """The bare run: what was made, the path of its waveform, what it printed."""
    made = write_files(spec, folder)
    half = spec["bench"]["half_period"]
    save(os.path.join(folder, "truth_guard.v"), GUARD.format(limit=2 * half * 60000, half=half, dumped=", ".join(dumped)))
    command = ["iverilog", "-g2012", "-s", "tb", "-s", "truth_guard", "-o", "truth.vvp"] + made["sources"] + [made["bench"], "truth_guard.v"]
    compiled = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if compiled.returncode:
        raise BrokenDesign(compiled.stdout + compiled.stderr)
    ran = subprocess.run(["vvp", "truth.vvp"], cwd=folder, capture_output=True, text=True, timeout=120)
    if "TRUTH: no end" in ran.stdout:
        raise NoEnd(ran.stdout)
    if ran.returncode:
        raise BrokenDesign(ran.stdout + ran.stderr)
    return {"made": made, "waveform": os.path.join(folder, "truth.vcd"), "printed": ran.stdout}
