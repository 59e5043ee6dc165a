# SPDX-License-Identifier: Apache-2.0
"""Compares what the tool says of a design with what is true."""

import re
import matching
import network

TOLERANCE = 0.01
TIE = 0.03
STANDS_OUT = 0.8
VIEWS = {"stream": "channels", "queue": "queues", "call": "calls"}


def judge(truth, looked):
    """All that is wrong, by sort, and the verdict on the headline."""
    result = {"headline": headline(truth, looked), "answer": looked["facts"].get("answer", "")}
    result["counts"], result["counted"] = wrong_counts(truth, looked)
    result["tried"], result["tries"] = false_tries(truth, looked)
    result["bounds"] = broken_bounds(truth, looked)
    result["misses"] = silent_misses(truth, looked)
    result["there"] = len(all_things(truth))
    result["found"] = sum(bool(matching.found(looked["scan"], thing)) for thing in all_things(truth))
    return result


def all_things(truth):
    return [thing for kind in ("streams", "machines", "queues", "calls") for thing in truth.things(kind)]


def wrong_counts(truth, looked):
    """Numbers that are called exact and are not; and how many were compared."""
    wrong, compared = [], 0
    for thing in all_things(truth):
        findings = matching.found(looked["scan"], thing)
        for finding in findings:
            differing, pairs = least_wrong(looked, finding, truth.counts(thing))
            compared += pairs
            wrong += differing
    return wrong, compared


def least_wrong(looked, finding, ways):
    """What differs from the way to count that is nearest; and how many numbers were compared."""
    best = None
    for true in ways:
        pairs = state_pairs(looked, finding, true) if finding["kind"] == "fsm" else number_pairs(looked, finding, true)
        differing = [f"{finding['path']} {name}: {said} for {real}" for name, said, real in pairs if said != real]
        if best is None or len(differing) < len(best[0]):
            best = differing, len(pairs)
    return best


def number_pairs(looked, finding, true):
    """(name, said, true) for each number of a stream, queue or call that is called exact."""
    rows = [row for row in looked["run"][VIEWS[finding["kind"]]] if row["path"] == finding["path"] and row["quality"] == "exact"]
    return [(name, row[name], real) for row in rows for name, real in true.items()]


def state_pairs(looked, finding, true):
    """The same for a state machine, whose states are told apart by their codes: names are another matter."""
    known = {name.lower(): name for name in true["states"]}
    named = {state["name"]: known.get(state["name"].lower()) or true["codes"].get(code_number(state["code"]), state["name"]) for state in finding["states"]}
    rows = {named.get(row["state"], row["state"]): row for row in looked["run"]["states"] if row["path"] == finding["path"] and row["quality"] == "exact"}
    if not rows:
        return []
    states, none = true["states"], {"cycles": 0, "entries": 0}
    return [(f"{name} {key}", rows.get(name, none)[key], states.get(name, none)[key]) for name in sorted(set(states) | set(rows)) for key in none]


def code_number(text):
    """A code as scan writes it: 5, or with the base that Verilog gives it."""
    base, digits = re.fullmatch(r"(?:\d*'([bdh]))?([0-9a-fA-F]+)", str(text)).groups()
    return int(digits, {"b": 2, "h": 16}.get(base, 10))


def silent_misses(truth, looked):
    """Things that were neither found nor rejected. The ends of a queue that was found are seen with it."""
    scan, missed = looked["scan"], []
    queues = [thing["block"] for thing in truth.things("queues") if matching.found(scan, thing)]
    for thing in all_things(truth):
        beside = thing["kind"] == "stream" and (thing["from"] in queues or thing["to"] in queues)
        if not beside and not matching.found(scan, thing) and not matching.rejected(scan, thing):
            missed.append(f"{thing['kind']} {thing['path']}")
    return missed


def covered(truth, paths):
    """Names of the suspects that a path of the tool means: itself, what is below it, all replicas where a star stands for their numbers; or of several paths, joined by a plus."""
    return list(dict.fromkeys(name for path in paths.split(" + ") for name in covered_by_one(truth, path)))


def covered_by_one(truth, path):
    top = truth.spec["top"]
    replicas = re.compile(re.escape(path).replace(r"\*", r"\d+"))
    meant = []
    for name in dict.fromkeys(name for name, _ in network.suspects(truth.spec) if name != "outside"):
        full = f"{top}.{name}"
        if full == path or full.startswith(path + ".") or replicas.fullmatch(full):
            meant.append(name)
    return meant


def subject(answer):
    """What an answer blames: a path, `outside`, `stuck`, or None where it does not tell."""
    if answer.startswith("Cannot tell"):
        return None
    if re.search(r"\b(stuck|deadlock|livelock)", answer, re.I):
        return "stuck"
    match = re.match(r"(?:The (?:lock|queue|block) )?(.*?),? limits? this design", answer)
    if not match:
        return None
    words = match.group(1)
    return "outside" if "outside" in words.lower() else words.split(" in ")[0]


def accepted(table):
    """The suspects whose mend saves most, all that are about as good among them."""
    best = max(most for _, most in table.values())
    return [key for key, (_, most) in table.items() if most >= best - max(TIE, best * 0.15)], best


def headline(truth, looked):
    """right, unsure, wrong; `open` where no mend alone saves anything worth the name."""
    blamed = subject(looked["facts"].get("answer", ""))
    if blamed == "stuck":
        return "right" if truth.stuck else "wrong"
    if truth.stuck:
        return "unsure" if blamed is None else "wrong"
    table = truth.table()
    good, best = accepted(table)
    if best < TIE:
        return "wrong" if blamed == "outside" and blocks_together(truth) > 0.1 else "open"
    if blamed is None:
        return "unsure"
    if blamed == "outside":
        return "right" if ("outside", "faster") in good else "wrong"
    return block_headline(truth, table, good, covered(truth, blamed), blamed)


def blocks_together(truth):
    """What the whole design saves twice as fast; balanced blocks save little alone, and the outside is not to blame for that."""
    return truth.saving([name for name, kind in network.suspects(truth.spec) if kind == "faster" and name != "outside"])[1]


def block_headline(truth, table, good, names, blamed):
    """A block that is among the best; or several that are together, and of which none stands out."""
    if any(f"{truth.spec['top']}.{name}" == blamed for name, _ in good):
        return "right"
    if len(names) == 1:
        return "right" if any(name == names[0] for name, _ in good) else "wrong"
    best = max(most for _, most in table.values())
    together = truth.saving(names)[1] if names else 0
    if together < best - max(TIE, best * 0.15):
        return "wrong"
    alone = max(table[key][1] for key in table if key[0] in names and key[1] == "faster")
    if alone <= STANDS_OUT * together:
        return "right"
    return "wrong" if blamed == truth.spec["top"] else "unsure"


def false_tries(truth, looked):
    """Savings that are called tried and are not what the mend brings; and how many were compared."""
    wrong, compared = [], 0
    for row in looked["run"]["experiments"]:
        limits = truth_of_try(truth, row) if row["status"] == "tried" and row["saving"] is not None else None
        if limits is None:
            continue
        compared += 1
        if not any(low - slack(truth) <= row["saving"] <= high + slack(truth) for low, high in limits):
            low, high = limits[0]
            wrong.append(f"{row['label']} {row['factor']}x: {100 * row['saving']:.1f} % for {100 * low:.1f} to {100 * high:.1f} %")
    return wrong, compared


def slack(truth):
    """A point; more where beats in a short time are compared, of which one more or less says little."""
    return TOLERANCE + (1 / max(1, truth.work["beats"]) if truth.spec["bench"]["ending"] == "early" else 0)


def truth_of_try(truth, row):
    """Between what an experiment's saving must lie: a list of ranges, or None where there is no such mend."""
    low_high = None
    factor = row["factor"]
    if truth.stuck:
        return [(0, 0)]
    if row["kind"] == "outside":
        low_high = truth.limits(["outside"], factor)
    elif row["kind"] == "design":
        every = [name for name, kind in network.suspects(truth.spec) if kind == "faster" and name != "outside"]
        low_high = (truth.saving(every, factor)[0], max(truth.limits(every, factor)[1], 1 - 1 / factor))
    elif row["kind"] in ("depth", "window"):
        holding = [name for name in covered(truth, row["path"]) if (name, "deeper") in network.suspects(truth.spec)]
        low_high = truth.limits(holding, factor, "deeper") if holding else None
    elif row["kind"] in ("block", "group", "pair", "logic", "state"):
        low_high = block_range(truth, row)
    if low_high is None:
        return None
    return [low_high, tuple(part / (1 - part) if part < 1 else part for part in low_high)] if truth.spec["bench"]["ending"] == "early" else [low_high]


def block_range(truth, row):
    """What making the blocks of an experiment faster saves; of a single state, the part of the work that it does."""
    faster = [name for name, kind in network.suspects(truth.spec) if kind == "faster"]
    names = [name for name in covered(truth, row["path"]) if name in faster]
    if row["kind"] == "logic":
        names = [name for name in names if f"{truth.spec['top']}.{name}" == row["path"]]
    if not names or row["path"] == truth.spec["top"]:
        return None
    if row["kind"] != "state":
        return truth.limits(names, row["factor"])
    inner = [name for name in names if "." in name]
    working = {"RUN": [name for name in names if name not in inner], "AWAIT": inner}.get(row["state"], names)
    if row["state"] in ("RUN", "CRUNCH", "LOOP", "BUSY", "AWAIT"):
        return truth.limits(working, row["factor"])
    meeting = truth.work["beats"] * len(names) / truth.work["last"]
    return 0, max([meeting] + truth.cycle_less(names)) if truth.spec.get("host") else meeting


def broken_bounds(truth, looked):
    """Advice whose bound is less than what twice as fast really saves."""
    broken = []
    for row in looked["run"]["advice"]:
        names = covered(truth, row["path"] or "")
        faster = [name for name, kind in network.suspects(truth.spec) if name in names and kind == "faster" and not truth.stuck]
        if row["bound"] is None or len(faster) != 1 or "faster" not in row["sentence"]:
            continue
        real = truth.saving(faster)[0]
        if row["bound"] < real - slack(truth):
            broken.append(f"{row['path']}: at most {100 * row['bound']:.1f} % for {100 * real:.1f} %")
    return broken + broken_least(truth, looked)


def broken_least(truth, looked):
    """What an experiment that was held back saves at least, where the mend saves less."""
    broken = []
    for row in looked["run"]["experiments"]:
        limits = truth_of_try(truth, row) if row["at_least"] is not None else None
        if limits is not None and all(row["at_least"] > high + slack(truth) for _, high in limits):
            broken.append(f"{row['label']}: at least {100 * row['at_least']:.1f} % for {100 * limits[0][1]:.1f} %")
    return broken
