# SPDX-License-Identifier: Apache-2.0
"""The design of a seed: a network of tests/truth, with blocks between that hide what decides, and the run of it."""

import copy
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), "truth")]
import bare_run
import benches
import choices
import hidden
import network
import verilog_design
import waveform
from segments import flat

verilog_design.KINDS.update(hidden.KINDS)
HIDDEN = ["nearly", "count", "refresher", "slot", "lossy", "credited", "patient"]


def choose(seed):
    """Half of the designs hide nothing."""
    rng = random.Random(f"what if {seed}")
    spec = {"seed": seed, "family": rng.choices(["stream", "kernel"], [9, 1])[0], "house": choices.house(rng), "language": "verilog", "side": None}
    spec["top"] = rng.choice(["top", "dut", "engine", "accel"])
    words = rng.sample(choices.WORDS, len(choices.WORDS))
    if spec["family"] == "kernel":
        spec["units"] = [choices.unit(rng, i, words) for i in range(rng.randint(2, 4))]
        spec["controller"], spec["host"] = choices.style(rng, spec["house"]), False
    else:
        spec["language"] = "vhdl" if rng.random() < 0.1 else "verilog"
        choose_segments(rng, spec, words)
    spec["bench"] = dict(choices.bench(rng, dict(spec)), print="none")
    choose_end(rng, spec)
    return spec


def choose_segments(rng, spec, words):
    if spec["language"] == "vhdl":
        spec["house"]["spelling"] = "struct" if rng.random() < 0.4 else spec["house"]["spelling"]
        spec["segments"] = choices.vhdl_chain(rng, spec["house"], words)
        return
    own, words = words[:8], words[8:]
    spec["segments"] = choices.chain(rng, spec["house"], words)
    for block in flat(spec["segments"]):
        block.pop("loses_after", None)
    if rng.random() < 0.5:
        hide(rng, spec, own)
    elif rng.random() < 0.2:
        choices.cross(rng, spec)
    for segment in spec["segments"]:
        if segment.get("join", {}).get("by") == "data" and rng.random() < 0.4:
            segment["join"]["kind"] = "picker"


def hide(rng, spec, words):
    """Puts blocks that hide something in one place or two, not between a gate and the block that gives its tokens back."""
    for kind in rng.sample(HIDDEN, rng.choice([1, 1, 2])):
        places = [at for at in range(len(spec["segments"]) + 1) if at == len(spec["segments"]) or spec["segments"][at].get("kind") != "returner"]
        at = rng.choice(places)
        spec["segments"][at:at] = hidden_blocks(rng, spec["house"], words, kind)


def hidden_blocks(rng, house, words, kind):
    def named(kind, **more):
        adds = {} if kind in ("slot", "lossy", "credited", "roomy") else {"add": rng.randint(1, 999)}
        return choices.named(rng, house, words, kind, **adds, **more)
    work = choices.even(rng, 2, 20)
    if kind == "nearly":
        behind = named("roomy", depth=rng.choice([4, 6, 9, 16]))
        return [named("careful", queue=behind["name"], work=work, vary=0), behind, named("worker", work=choices.even(rng, 2, 24), vary=rng.choice([0, 7]))]
    if kind == "count":
        ahead = named("marker", work=work, vary=0)
        between = dict(choices.queue(rng, house, words), name="u_between")
        return [ahead, between, named("follower", marker=ahead["name"], work=choices.even(rng, 2, 24), vary=0)]
    if kind in ("lossy", "credited"):
        return [named(kind, depth=rng.choice([2, 3, 4, 6, 9])), named("worker", work=work, vary=rng.choice([0, 7]))]
    if kind == "slot":
        return [named(kind, every=rng.choice([3, 4, 7, 16]))]
    if kind == "patient":
        return [named(kind, work=choices.even(rng, 4, 30), items=rng.choice([4, 8]), patience=rng.choice([2, 5, 12]))]
    return [named(kind, work=work, vary=0, every=rng.choice([20, 50, 90]))]


def choose_end(rng, spec):
    """Runs end with their work; testbenches may wait for answers, or take beats when a die says so."""
    bench, kinds = spec["bench"], [block["kind"] for block in network.blocks(spec)]
    bench["ending"] = "inside" if bench["ending"] == "inside" and spec["language"] == "verilog" else "count"
    if spec["family"] == "kernel" or spec["language"] == "vhdl":
        return
    if "lossy" in kinds or "patient" in kinds:
        bench.update(ending="settle", drive="edge", check=False)
    if {"batch", "crossing", "lossy", "patient"}.isdisjoint(kinds) and rng.random() < 0.25:
        bench.update(drive="edge", window=rng.choice([1, 2, 3, 6]), source_gap=0)
    elif "crossing" not in kinds and rng.random() < 0.15:
        bench.update(drive="edge", noise=rng.choice([1, 3]), sink_gap=0)


def bench_text(spec):
    """The testbench of tests/truth, with answers that are waited for, pauses by chance, and an end when nothing moves."""
    bench, clock = spec["bench"], network.at_exit(spec)["house"]["clock"]
    text = benches.write(spec)
    if bench.get("window"):
        text = text.replace("if (0 == 0 && offered + 1 <", "if (offered + 1 - got < WINDOW && offered + 1 <")
        text = text.replace(f"else if (offered < {benches.items(spec)}) offer", f"else if (offered - got < WINDOW && offered < {benches.items(spec)}) offer")
        text = text.replace("module tb;\n", f"module tb;\n  localparam WINDOW = {bench['window']};\n")
    if bench.get("noise"):
        text = text.replace("  integer pause = 0,", "  reg [15:0] die = 16'hace1;\n  integer pause = 0,")
        text = text.replace("rest <= 0; accept <= 0 == 0; end", f"accept <= (die & {bench['noise']}) == 0; end").replace("    else accept <= 1;\n", f"    else accept <= (die & {bench['noise']}) == 0;\n    die <= {{die[14:0], die[15] ^ die[13] ^ die[12] ^ die[10]}};\n")
    if bench["ending"] == "settle":
        counted = f"    quiet <= offered < {bench['items']} || (fresh && accept) ? 0 : quiet + 1;\n    if (quiet == 250) $finish;\n"
        quiet = f"  integer quiet = 0;\n  always @(posedge {clock}) if (!idle_b) begin\n{counted}  end\n"
        text = text.replace("endmodule\n", quiet + "endmodule\n")
    return text


def write_files(spec, folder, observed=False):
    made = truth_write(spec, folder, observed)
    if spec["language"] == "verilog":
        bare_run.save(os.path.join(folder, "tb.v"), bench_text(spec))
    return made


truth_write, bare_run.write_files = bare_run.write_files, write_files


def periods(spec):
    """Time of a cycle of each clock: of the first, and of that behind a crossing."""
    found = [2 * spec["bench"]["half_period"]]
    return found + [2 * spec["bench"]["half_period_b"]] * network.crosses(spec)


def time_of(spec, folder):
    """What was made and how long the bare run takes; None for the time where it never ends."""
    dumped = [] if spec["language"] == "vhdl" else [[f"tb.dut.{spec['house']['clock']}"]]
    try:
        ran = bare_run.run(spec, folder, *dumped)
    except bare_run.NoEnd:
        return None
    return waveform.end_time(ran["waveform"]) // (10**6 if spec["language"] == "vhdl" else 1)


def changed(spec, name, **values):
    """A copy with other choices of a block; of the testbench where the name is None."""
    other = copy.deepcopy(spec)
    if name is None:
        other["bench"].update(values)
        return other
    for block in network.blocks(other):
        if block["name"] == name:
            block.update(values)
    return other
