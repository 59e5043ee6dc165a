# SPDX-License-Identifier: Apache-2.0
"""The true numbers of a run, counted from its samples by the rules of docs/counting.md."""

from waveform import holds, number


def runs(values):
    """Maximal runs of equal values: (value, length)."""
    found = []
    for value in values:
        if found and found[-1][0] == value:
            found[-1][1] += 1
        else:
            found.append([value, 1])
    return found


def stream(pairs):
    """Bins of a stream from (valid, ready) of each observed edge."""
    bins = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for pair in pairs:
        bins[pair] += 1
    blocked = [length for value, length in runs([pair == (True, False) for pair in pairs]) if value]
    return {
        "transfer_cycles": bins[True, True],
        "blocked_cycles": bins[True, False],
        "starved_cycles": bins[False, True],
        "idle_cycles": bins[False, False],
        "longest_block": max(blocked, default=0),
    }


def machine(codes, states):
    """Cycles and entries of each state, from the code at each observed edge."""
    names = {code: name for name, code in states.items()}
    visited = runs([names.get(code, "other") for code in codes])
    table = {name: {"cycles": 0, "entries": 0} for name in states}
    for name, length in visited:
        entry = table.setdefault(name, {"cycles": 0, "entries": 0})
        entry["cycles"] += length
        entry["entries"] += 1
    return {"states": table, "codes": names}


def queue(moves, depth):
    """Numbers of a queue from (put, taken) of each observed edge."""
    held, total, most, full, empty, pushes, pops = 0, 0, 0, 0, 0, 0, 0
    for put, taken in moves:
        total, most = total + held, max(most, held)
        full, empty = full + (held == depth), empty + (held == 0)
        pushes, pops, held = pushes + put, pops + taken, held + put - taken
    return {"pushes": pushes, "pops": pops, "occupancy_sum": total, "max_occupancy": most, "full_cycles": full, "empty_cycles": empty}


def call(pairs):
    """Numbers of a call from (start, done) of each observed edge, one call at a time."""
    begun = ended = busy = total = 0
    since = None
    for edge, (start, done) in enumerate(pairs):
        if start and since is None:
            begun, since = begun + 1, edge
        if since is not None:
            busy += 1
        if done and since is not None:
            ended, total, since = ended + 1, total + edge - since + 1, None
    return {"invocations": begun, "completions": ended, "busy_cycles": busy, "latency_sum": total}


def bits(rows, column, polarity):
    return [holds(row[1][column], polarity) for row in rows]


def numbers(rows, column):
    return [number(row[1][column]) for row in rows]
