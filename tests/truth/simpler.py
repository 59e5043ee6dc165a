# SPDX-License-Identifier: Apache-2.0
"""Designs that are a step simpler than another: a part dropped, a style made plain."""

import copy

PLAIN_HOUSE = {
    "clock": "clk", "reset": ["rst", 1], "spelling": "valid_ready", "edge_spelling": "valid_ready", "machine": "one_process",
    "reset_style": "sync", "in": "in", "out": "out", "parameters": True, "ports": "named",
}
PLAIN_STYLE = {"spelling": "valid_ready", "machine": "one_process", "reset_style": "sync"}
PLAIN_BENCH = {"source_gap": 0, "sink_gap": 0, "drive": "edge", "ending": "count", "print": "none", "check": False, "reset_cycles": 4, "half_period": 5, "ends_on_edge": False}


def candidates(spec):
    """(what is simpler, the simpler design), large steps first."""
    yield from without_blocks(spec)
    if spec.get("side"):
        yield "the register bus beside", dict(copy.deepcopy(spec), side=None)
    if spec.get("host"):
        yield "the host's registers", dict(copy.deepcopy(spec), host=False)
    structured = spec["house"]["spelling"] == "struct"
    yield from plainer(spec, ["house"], {key: value for key, value in PLAIN_HOUSE.items() if key != "spelling" or not structured})
    yield from plainer(spec, ["controller"], PLAIN_STYLE)
    yield from plainer(spec, ["bench"], PLAIN_BENCH)
    if spec["house"]["spelling"] == "struct":
        yield "structures", unstructured(spec)
    for path, block in placed_blocks(spec):
        yield from plainer(spec, path, {"body": "count"})
        if block.get("style"):
            plain = {key: value for key, value in PLAIN_STYLE.items() if key != "spelling" or spec["house"]["spelling"] != "struct"}
            yield from plainer(spec, path + ["style"], plain)
        yield from plainer(spec, path, {"vary": 0})


def rows(spec):
    """Every list of blocks: (path to it, the list)."""
    def inside(path, segments):
        yield path, segments
        for number, segment in enumerate(segments):
            for side, branch in enumerate(segment.get("branches", [])):
                yield from inside(path + [number, "branches", side], branch)

    key = "units" if spec["family"] == "kernel" else "segments"
    return inside([key], spec[key])


def placed_blocks(spec):
    for path, row in rows(spec):
        for number, block in enumerate(row):
            yield path + [number], block
            for end in ("split", "join"):
                if end in block:
                    yield path + [number, end], block[end]


def at(spec, path):
    for step in path:
        spec = spec[step]
    return spec


def without_blocks(spec):
    """The design with one block less; a pair of branches may become one of them."""
    least = 2 if spec["family"] == "kernel" else 1
    for path, row in rows(spec):
        for number, block in enumerate(row):
            for side in range(len(block.get("branches", []))):
                other = copy.deepcopy(spec)
                at(other, path)[number : number + 1] = at(other, path)[number]["branches"][side]
                yield f"all but branch {side} of block {number} of {path}", other
            if len(row) > least:
                other = copy.deepcopy(spec)
                del at(other, path)[number]
                yield f"{block.get('name', 'branches')}", other


def plainer(spec, path, plain):
    """The design with one choice made as plainly as can be, and with all of them first."""
    try:
        here = at(spec, path)
    except KeyError:
        return
    differing = [key for key in plain if key in here and here[key] != plain[key] and list_of(here[key]) != plain[key]]
    if len(differing) > 1:
        yield f"{path}: all", changed(spec, path, {key: plain[key] for key in differing})
    for key in differing:
        yield f"{path}: {key} {here[key]}", changed(spec, path, {key: plain[key]})


def unstructured(spec):
    other = changed(spec, ["house"], {"spelling": "valid_ready"})
    for path, block in placed_blocks(spec):
        if block.get("style"):
            at(other, path)["style"]["spelling"] = "valid_ready"
    return other


def list_of(value):
    return list(value) if isinstance(value, tuple) else value


def changed(spec, path, values):
    other = copy.deepcopy(spec)
    at(other, path).update(values)
    return other
