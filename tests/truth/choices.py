# SPDX-License-Identifier: Apache-2.0
"""The choices that a seed stands for: a network of blocks, how it is written, and its testbench.

A design is a plain dictionary, so that `reduce` can drop parts of it and everything else can be made from it again."""

import random
from segments import flat

# (valid, ready, data, polarity of valid, polarity of ready); {p} is what stands before.
SPELLINGS = {
    "valid_ready": ("{p}_valid", "{p}_ready", "{p}_data", 1, 1),
    "vld_rdy": ("{p}_vld", "{p}_rdy", "{p}_dat", 1, 1),
    "axis": ("{p}_tvalid", "{p}_tready", "{p}_tdata", 1, 1),
    "val_rdy": ("{p}_val", "{p}_rdy", "{p}_msg", 1, 1),
    "camel": ("{p}Valid", "{p}Ready", "{p}Data", 1, 1),
    "stb_ack": ("{p}_stb", "{p}_ack", "{p}_dat", 1, 1),
    "req_ack": ("{p}_req", "{p}_ack", "{p}_data", 1, 1),
    "valid_stall": ("{p}_valid", "{p}_stall", "{p}_data", 1, 0),
    "valid_busy": ("{p}_valid", "{p}_busy", "{p}_data", 1, 0),
    "push_full": ("{p}_push", "{p}_full", "{p}_data", 1, 0),
    "empty_read": ("{p}_empty", "{p}_read", "{p}_data", 0, 1),
    "struct": ("{p}_req.valid", "{p}_rsp.ready", "{p}_req.data", 1, 1),
    "suffix": ("valid_{p}", "ready_{p}", "data_{p}", 1, 1),
}
PLAIN_SPELLINGS = [name for name in SPELLINGS if name != "struct"]
MACHINES = ["one_process", "two_process", "one_hot", "enum", "flop", "flop_flop", "defines"]
RESETS = ["sync", "async", "last", "decoy", "derived", "enabled"]
QUEUES = ["count", "wrap", "flags", "bytes", "below", "shift", "modulo"]
ENDINGS = ["count", "count", "late", "early", "inside"]
PRINTS = ["none", "decimal", "hex", "cycles", "cycles_hex"]
WORDS = ["peak", "sieve", "warp", "tally", "gauge", "prune", "route", "shift", "round", "merge", "spread", "scale", "blend", "crc", "filter", "hash", "quant", "shade", "fold", "trim", "mix", "clip", "lift", "pack", "norm"]


def choose(seed):
    """The design of a seed."""
    rng = random.Random(seed)
    spec = {"seed": seed, "family": rng.choices(["stream", "kernel"], [3, 1])[0], "house": house(rng)}
    spec["top"] = rng.choice(["top", "dut", "engine", "accel"])
    spec["language"] = "vhdl" if spec["family"] == "stream" and rng.random() < 0.2 else "verilog"
    words = rng.sample(WORDS, len(WORDS))
    if spec["language"] == "vhdl":
        spec["house"]["spelling"] = "struct" if rng.random() < 0.4 else spec["house"]["spelling"]
        spec["segments"] = vhdl_chain(rng, spec["house"], words)
    elif spec["family"] == "kernel":
        spec["units"] = [unit(rng, i, words) for i in range(rng.randint(2, 4))]
        spec["controller"] = style(rng, spec["house"])
        spec["host"] = rng.random() < 0.3
    else:
        spec["segments"] = chain(rng, spec["house"], words)
        if rng.random() < 0.15:
            cross(rng, spec)
        spec["side"] = {"uses": rng.choice([0, 3]), "style": style(rng, spec["house"])} if rng.random() < 0.25 else None
    spec["bench"] = bench(rng, spec)
    return spec


def house(rng):
    """What an author keeps all over a design."""
    return {
        "clock": rng.choice(["clk", "clock", "aclk", "i_clk"]),
        "reset": rng.choice([("rst", 1), ("reset", 1), ("rst_n", 0), ("aresetn", 0), ("i_rst", 1)]),
        "spelling": rng.choice(list(SPELLINGS)),
        "edge_spelling": rng.choice(PLAIN_SPELLINGS),
        "machine": rng.choice(MACHINES),
        "reset_style": rng.choice(RESETS),
        "in": rng.choice(["in", "s", "up", "i", "src", "din"]),
        "out": rng.choice(["out", "m", "dn", "o", "dst", "dout"]),
        "parameters": rng.random() < 0.7,
        "ports": rng.choice(["named", "named", "positional"]),
    }


def style(rng, common):
    """How one block is written: as the house does, now and then otherwise."""
    own = {
        "spelling": rng.choice(PLAIN_SPELLINGS),
        "machine": rng.choice(MACHINES),
        "reset_style": rng.choice(RESETS),
    }
    chosen = {key: own[key] if rng.random() < 0.25 else common[key] for key in own}
    return dict(chosen, spelling="struct") if common["spelling"] == "struct" else chosen


def even(rng, low, high):
    return 2 * rng.randint((low + 1) // 2, high // 2)


def unit(rng, index, words):
    """A loop of a sequential kernel."""
    name = rng.choice([f"u_p{index}", f"u_{words[index]}"])
    return {"kind": "unit", "name": name, "module": words[index], "work": even(rng, 4, 60), "add": rng.randint(1, 999), "style": None}


def chain(rng, common, words):
    """Blocks in a row with queues between some of them; some of the blocks are a pair of branches or share tokens."""
    segments, words = [], list(words)
    for _ in range(rng.randint(2, 4)):
        if segments and rng.random() < 0.5:
            segments.append(queue(rng, common, words))
        sort = rng.choices(["worker", "branches", "tokens"], [6, 2, 1])[0]
        if sort == "branches" and not any("branches" in segment for segment in segments):
            segments.append(branches(rng, common, words))
        elif sort == "tokens" and not any(segment.get("kind") == "gate" for segment in segments):
            segments += tokens(rng, common, words)
        else:
            segments.append(worker(rng, common, words))
    return segments


def vhdl_chain(rng, common, words):
    """Workers, slices and queues in a row, as the VHDL of this generator knows them."""
    segments = []
    for _ in range(rng.randint(2, 4)):
        if segments and rng.random() < 0.5:
            segments.append(queue(rng, common, words))
        kind = rng.choices(["worker", "slice"], [5, 1])[0]
        block = named(rng, common, words, kind, add=rng.randint(1, 999))
        segments.append(dict(block, work=even(rng, 2, 24), vary=rng.choice([0, 0, 7])) if kind == "worker" else block)
    return segments


def cross(rng, spec):
    """Puts a queue between two clocks somewhere, but not between a gate and the block that gives its tokens back."""
    places = [at for at in range(1, len(spec["segments"])) if spec["segments"][at].get("kind") != "returner"]
    if places:
        block = {"kind": "crossing", "name": "u_cross", "style": style(rng, spec["house"]), "depth": rng.choice([4, 8, 16])}
        spec["segments"].insert(rng.choice(places), block)


def named(rng, common, words, kind, **more):
    return {"kind": kind, "name": f"u_{words.pop()}", "style": style(rng, common), **more}


def worker(rng, common, words, batches=True):
    """A block that takes some time for each beat, in one of many ways."""
    kind = rng.choices(["worker", "counter", "batch", "slice", "caller", "reader", "lanes"], [6, 2, 2 * batches, 1, 2, 1, 1])[0]
    block = named(rng, common, words, kind, add=rng.randint(1, 999))
    if kind == "batch":
        block.update(work=even(rng, 4, 40), items=rng.choice([4, 8, 16]))
    elif kind == "lanes":
        block.update(work=even(rng, 6, 40), lanes=rng.choice([2, 4]))
    elif kind == "reader":
        block.update(window=rng.choice([1, 2, 4, 8]), add=0, unit={"name": "u_mem", "work": even(rng, 4, 24)})
    elif kind != "slice":
        block.update(work=even(rng, 2, 24), vary=rng.choice([0, 0, 0, 3, 7]))
    if kind == "caller":
        block.update(work=even(rng, 2, 6), unit={"name": "u_core", "work": even(rng, 4, 24)})
    return block


def branches(rng, common, words):
    """Two ways between a block that splits and one that joins; workers in them may share a lock."""
    sort = rng.choice(["copy", "turn", "data"])
    if sort == "copy":
        ends = {"split": named(rng, common, words, "copier"), "join": named(rng, common, words, "pairer")}
    else:
        ends = {"split": named(rng, common, words, "dealer", by=sort), "join": named(rng, common, words, "gatherer", by=sort)}
    ways = [[worker(rng, common, words, sort == "copy")] for _ in range(2)]
    for way in ways:
        if rng.random() < 0.4:
            way.append(queue(rng, common, words))
    segment = {"branches": ways, **ends}
    if sort != "copy" and rng.random() < 0.4:
        segment["lock"] = named(rng, common, words, "lock")
        for number, way in enumerate(ways):
            holder = named(rng, common, words, "holder", add=rng.randint(1, 999), work=even(rng, 2, 24), vary=0)
            way[0] = dict(holder, lock=[segment["lock"]["name"], number])
    return segment


def tokens(rng, common, words):
    """A gate that needs tokens, and the worker that gives them back; now and then it loses them."""
    gate = named(rng, common, words, "gate", tokens=rng.choice([1, 2, 3]))
    back = named(rng, common, words, "returner", gate=gate["name"], add=rng.randint(1, 999), work=even(rng, 2, 24), vary=0)
    if rng.random() < 0.4:
        back["loses_after"] = rng.randint(5, 30)
    return [gate, back]


def queue(rng, common, words):
    block = named(rng, common, words, "queue", depth=rng.choice([2, 4, 8, 16]), body=rng.choice(QUEUES))
    if rng.random() < 0.6:
        block["name"] = f"u_q{len(words)}"
    return block


def bench(rng, spec):
    """The testbench: how fast it is, how it drives, what ends it and what it prints."""
    chosen = {
        "items": rng.randint(40, 120),
        "source_gap": rng.choice([0, 0, 0, 0, even(rng, 2, 30)]),
        "sink_gap": rng.choice([0, 0, 0, 0, even(rng, 2, 30)]),
        "drive": rng.choice(["edge", "delay"]),
        "ending": rng.choice(ENDINGS),
        "print": rng.choice(PRINTS),
        "check": rng.random() < 0.4,
        "reset_cycles": rng.randint(2, 9),
        "half_period": rng.choice([5, 5, 2, 10]),
        "half_period_b": rng.choice([3, 4, 7, 9]),
        "late_by": rng.choice([1.15, 1.5, 2.0, 3.0]),
        "ends_on_edge": rng.random() < 0.3,
        "early_cycles": rng.randint(400, 2000),
    }
    if spec["family"] == "kernel":
        chosen["items"] = rng.randint(6, 20)
        chosen["early_cycles"] *= 2
        chosen["source_gap"] = rng.choice([2, 4, 10, 20]) if spec["host"] else chosen["source_gap"]
        return chosen
    kinds = [block["kind"] for block in flat(spec["segments"])]
    if "batch" in kinds:
        chosen["items"] = 16 * rng.randint(3, 7)
        # Bursts make the number of beats in a given time say little.
        chosen["ending"] = "late" if chosen["ending"] == "early" else chosen["ending"]
    chosen["check"] = chosen["check"] and "dealer" not in kinds
    if spec["language"] == "vhdl":
        chosen.update(ending="count" if chosen["ending"] == "inside" else chosen["ending"], check=False, drive="edge")
    if any(block.get("loses_after") for block in flat(spec["segments"])):
        chosen["ending"] = "late"
    return chosen
