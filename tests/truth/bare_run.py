# SPDX-License-Identifier: Apache-2.0
"""Runs a design with its testbench as it is, in Icarus Verilog or GHDL, and keeps its waveform."""

import os
import subprocess
import benches
import verilog_design
import vhdl_bench
import vhdl_design

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


def write_files(spec, folder, observed=False):
    """Writes sources and testbench; returns what there is to find."""
    os.makedirs(folder, exist_ok=True)
    if spec["language"] == "vhdl":
        made, bench, text = vhdl_design.write(spec, observed), "tb.vhd", vhdl_bench.write(spec, observed)
    else:
        made, bench, text = verilog_design.write(spec), "tb.v", benches.write(spec)
    for name, source in {**made["files"], bench: text}.items():
        save(os.path.join(folder, name), source)
    return {"sources": list(made["files"]), "bench": bench, "things": made["things"]}


def save(path, text):
    with open(path, "w") as file:
        file.write(text)


def run(spec, folder, dumped=("tb",)):
    """The bare run: what was made, the path of its waveform, what it printed."""
    ran = run_vhdl(spec, folder) if spec["language"] == "vhdl" else run_verilog(spec, folder, dumped)
    return dict(ran, waveform=os.path.join(folder, "truth.vcd"))


def run_verilog(spec, folder, dumped):
    made = write_files(spec, folder)
    half = spec["bench"]["half_period"]
    words = [f"tb.dut.{thing['path'].split('.', 1)[1]}" for thing in made["things"]["machines"] if thing.get("word")]
    dumped = list(dumped) + (words if "tb" in dumped else [])
    save(os.path.join(folder, "truth_guard.v"), GUARD.format(limit=2 * half * 60000, half=half, dumped=", ".join(dumped)))
    call(["iverilog", "-g2012", "-s", "tb", "-s", "truth_guard", "-o", "truth.vvp"] + made["sources"] + [made["bench"], "truth_guard.v"], folder)
    printed = call(["vvp", "truth.vvp"], folder)
    if "TRUTH: no end" in printed:
        raise NoEnd(printed)
    return {"made": made, "printed": printed}


def run_vhdl(spec, folder):
    """The same in GHDL, from a copy of the text that shows more."""
    made, bare = write_files(spec, folder), os.path.join(folder, "bare")
    write_files(spec, bare, observed=True)
    call(["ghdl", "-a", "--std=08"] + made["sources"] + [made["bench"]], bare)
    call(["ghdl", "-e", "--std=08", "tb"], bare)
    limit = 2 * spec["bench"]["half_period"] * 60000
    printed = call(["ghdl", "-r", "--std=08", "tb", "--vcd=../truth.vcd", f"--stop-time={limit}ns"], bare)
    if "stopped by --stop-time" in printed:
        raise NoEnd(printed)
    return {"made": made, "printed": printed}


def call(command, folder):
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if ran.returncode:
        raise BrokenDesign(ran.stdout + ran.stderr)
    return ran.stdout + ran.stderr
