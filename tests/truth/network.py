# SPDX-License-Identifier: Apache-2.0
"""The blocks of a design with the links between them, and the mends of each."""

import copy
from choices import SPELLINGS
from segments import flat


def blocks(spec):
    """All blocks of a design, in the order of the data."""
    return spec["units"] if spec["family"] == "kernel" else list(flat(spec["segments"]))


def far_blocks(spec):
    """Names of the blocks behind the crossing to a second clock."""
    if spec["family"] != "stream":
        return set()
    kinds = [segment.get("kind") for segment in spec["segments"]]
    behind = spec["segments"][kinds.index("crossing") + 1 :] if "crossing" in kinds else []
    return {block["name"] for block in flat(behind)}


def crosses(spec):
    return any(block["kind"] == "crossing" for block in blocks(spec))


def beyond(spec):
    """The same choices with the second clock and its reset as those of the house."""
    common = spec["house"]
    return dict(spec, house=dict(common, clock=common["clock"] + "_b", reset=(common["reset"][0] + "_b", common["reset"][1])))


def at_home(spec, block):
    """The choices as a block sees them: with the clock that it runs on."""
    return beyond(spec) if block["name"] in far_blocks(spec) else spec


def at_exit(spec):
    """The choices as the results see them."""
    return beyond(spec) if crosses(spec) else spec


def link_home(spec, link):
    """The choices as a link sees them."""
    source = link["from"][0]
    return beyond(spec) if source and (source["kind"] == "crossing" or source["name"] in far_blocks(spec)) else spec


def links(spec):
    """The streams of a network; an end is (block, side, number of the port), with block None for the testbench."""
    found = []
    if spec["family"] == "stream":
        last = walk(spec["segments"], (None, "in", None), found)
        found.append({"from": last, "to": (None, "out", None)})
    for number, link in enumerate(found):
        link["name"] = f"w{number}"
    return found


def walk(segments, source, found):
    """Adds the links of a row of segments that is fed by `source`; returns the end that leaves it."""
    for segment in segments:
        if "branches" not in segment:
            found.append({"from": source, "to": (segment, "in", None)})
            source = (segment, "out", None)
            continue
        found.append({"from": source, "to": (segment["split"], "in", None)})
        for number, branch in enumerate(segment["branches"]):
            end = walk(branch, (segment["split"], "out", number), found)
            found.append({"from": end, "to": (segment["join"], "in", number)})
        source = (segment["join"], "out", None)
    return source


def port(spec, end):
    """Names and polarity of one end of a link; those of the top's ports for the testbench."""
    block, side, number = end
    common = spec["house"]
    spelling = SPELLINGS[block["style"]["spelling"] if block else common["edge_spelling"]]
    prefix = common[side] + ("" if number is None else str(number))
    names = [name.format(p=prefix) for name in spelling[:3]]
    return {"valid": names[0], "ready": names[1], "data": names[2], "vpol": spelling[3], "rpol": spelling[4]}


def suspects(spec):
    """What may limit a design: name and kind of mend."""
    found = []
    for block in blocks(spec):
        if "work" in block:
            found.append((block["name"], "faster"))
        if "unit" in block:
            found.append((f"{block['name']}.{block['unit']['name']}", "faster"))
        if room_of(block):
            found.append((block["name"], "deeper"))
        if block["kind"] == "lock":
            found.append((block["name"], "holders"))
    return found + [("outside", "faster")]


def room_of(block):
    """The choice that says how much a block holds, if it has one."""
    return {"queue": "depth", "crossing": "depth", "reader": "window", "gate": "tokens"}.get(block["kind"])


def holders(spec, lock):
    return [block["name"] for block in blocks(spec) if block.get("lock", [None])[0] == lock]


def divided(value, factor, rounding):
    """A time divided: rounded down (0) or up (1); -1 takes another cycle off, as if the cycles in which a block meets
    its neighbours were divided as well."""
    return max(0, (value + (factor - 1, 0, -factor)[1 - rounding]) // factor)


def speed_up(part, factor, rounding):
    """Divides the time of a block; where nothing is left over, rounding up is rounding down."""
    exact = part["work"] % factor == 0 and not part.get("vary")
    part.update(divisor=factor, rounding=0 if exact and rounding == 1 else rounding)


def mended(spec, names, factor, rounding=0, kind="faster"):
    """A copy in which the named blocks (or the `outside`) work `factor` times as fast, or hold as many times more."""
    other = copy.deepcopy(spec)
    for block in blocks(other):
        if block["name"] in names and kind == "deeper":
            block[room_of(block)] *= factor
        if block["name"] in names and kind == "faster" and "work" in block:
            speed_up(block, factor, rounding)
        if "unit" in block and f"{block['name']}.{block['unit']['name']}" in names and kind == "faster":
            speed_up(block["unit"], factor, rounding)
    if "outside" in names:
        for gap in ("source_gap", "sink_gap"):
            other["bench"][gap] = divided(other["bench"][gap], factor, rounding)
    return other


def shortened(spec, names):
    """A copy in which each of the named blocks works a cycle less."""
    other = copy.deepcopy(spec)
    for block in blocks(other):
        for name, part in ((block["name"], block), (f"{block['name']}.{block.get('unit', {}).get('name')}", block.get("unit", {}))):
            if name in names and "work" in part:
                part["work"] = max(1, part["work"] - 1)
    return other
