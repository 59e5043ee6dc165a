# SPDX-License-Identifier: Apache-2.0
"""What is asked of a design, and the designs that it then is."""

import network
from designs import changed

WIDTHS = [2, 4, 8, 16, 32]  # a queue whose pointers are as wide as its depth needs holds no other number
FREE_BODIES = ("shift", "modulo")


class Question:
    """A kind of change, the texts of it for `tapestry predict`, and the designs of which one must come out as said."""

    def __init__(self, kind, text, *designs):
        self.kind, self.text, self.designs = kind, text, list(designs)

    def joined(self, other, design):
        return Question("both", f"{self.text} {other.text}", design)


def questions(spec, run, rng):
    """All that is asked of a design whose run is known, a few of each kind."""
    found = depths(spec, rng) + works(spec, run, rng) + calls(spec, run, rng) + rates(spec, run, rng) + clocks(spec, rng)
    return found + together(spec, rng)


def depths_of(block):
    """The depths that a block of this text works with."""
    if block["kind"] == "queue" and block["body"] not in FREE_BODIES:
        return WIDTHS
    return {"roomy": range(3, 25), "crossing": [4, 8, 16]}.get(block["kind"], range(1, 21))


def queues(spec):
    return [block for block in network.blocks(spec) if block["kind"] in ("queue", "roomy", "lossy", "credited")]


def path_of(spec, block):
    """Where the queue of a block stands."""
    return f"{spec['top']}.{block['name']}" + (".u_rx" if block["kind"] == "credited" else "")


def depth(spec, block, value):
    return Question("depth", f"depth:{path_of(spec, block)}={value}", changed(spec, block["name"], depth=value))


def depths(spec, rng):
    return [depth(spec, block, value) for block in queues(spec) for value in rng.sample([n for n in depths_of(block) if n != block["depth"]], 2)]


def together(spec, rng):
    """All queues at once."""
    blocks = queues(spec)
    if len(blocks) < 2:
        return []
    made = [depth(spec, block, rng.choice(list(depths_of(block)))) for block in blocks]
    whole, text = spec, " ".join(question.text for question in made)
    for block, question in zip(blocks, made):
        whole = changed(whole, block["name"], depth=int(question.text.split("=")[1]))
    return [Question("depth", text, whole)]


def works(spec, run, rng):
    """Work of a block that takes other times, by the state that does it."""
    found = []
    for block in network.blocks(spec):
        state = {"batch": "CRUNCH", "patient": "CRUNCH", "unit": "LOOP"}.get(block["kind"], "RUN")
        place = state_place(run, f"{spec['top']}.{block['name']}", state)
        if "work" not in block or place is None or block["kind"] in ("counter", "lanes", "follower"):
            continue
        if block.get("vary"):
            found.append(Question("time", f"time:{place}=0.5x", *(network.mended(spec, [block["name"]], 2, rounding) for rounding in (0, 1))))
            continue
        times = [n for n in (block["work"] // 2, block["work"] * 2, block["work"] + 5) if n > 0]
        found += [Question("time", f"time:{place}={n}", changed(spec, block["name"], work=n)) for n in rng.sample(times, 1)]
    return rng.sample(found, min(3, len(found)))


def state_place(run, scope, state):
    """The machine of a block as the run calls it, with its state."""
    for row in run["states"]:
        inside = row["path"][len(scope) + 1 :] if row["path"].startswith(scope + ".") else None
        if inside is not None and row["state"].lower() == state.lower() and not inside.startswith(("u_core.", "u_mem.")):
            return f"{row['path']}/{row['state']}"
    return None


def calls(spec, run, rng):
    """Units inside a block that answer later or sooner."""
    found = []
    for block in network.blocks(spec):
        latency = [row["mean_latency"] for row in run["calls"] if row["path"] == f"{spec['top']}.{block['name']}.u_core"]
        if block["kind"] == "caller" and latency:
            more = rng.choice([-block["unit"]["work"] // 2, block["unit"]["work"]])
            unit = dict(block["unit"], work=block["unit"]["work"] + more)
            found.append(Question("latency", f"latency:{spec['top']}.{block['name']}.u_core={round(latency[0]) + more}", changed(spec, block["name"], unit=unit)))
    return found


def rates(spec, run, rng):
    """Outside ends that are slower, or as fast as can be."""
    found = []
    for side, gap in (("in", "source_gap"), ("out", "sink_gap")):
        path = edge_path(spec, run, side)
        if path is None or (gap == "sink_gap" and spec["bench"].get("noise")) or (gap == "source_gap" and spec["bench"].get("window")):
            continue
        value = rng.choice([n for n in (0, 3, 11, 29) if n != spec["bench"][gap]])
        found.append(Question("rate", f"rate:{path}={value + 1}", changed(spec, None, **{gap: value})))
    return found


def edge_path(spec, run, side):
    """A stream of the edge, as the run calls it."""
    if spec["family"] != "stream":
        return None
    names = network.port(spec, (None, side, None))
    words = [names[key].lower() for key in ("valid", "ready")] + [spec["house"][side].lower()]
    for row in run["channels"]:
        name = row["path"].rsplit(".", 1)
        if name[0] == spec["top"] and name[-1].lower() in words:
            return row["path"]
    return None


def clocks(spec, rng):
    if not network.crosses(spec):
        return []
    half, other = spec["bench"]["half_period_b"], rng.choice([n for n in (2, 3, 5, 8, 11) if n != spec["bench"]["half_period_b"]])
    return [Question("clock", f"clock:{network.beyond(spec)['house']['clock']}={half / other}x", changed(spec, None, half_period_b=other))]
