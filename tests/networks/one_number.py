#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does a report say one number of each kind of one thing?

    one_number.py REPORT.json...

Collects from reports of `profile --json` what each thing is said to save at which factor (in the list of experiments, the
headline, the evidence of bottlenecks and the advice), which share of the run it explains, and what advice about it could
save at most. Exit status 1 when a thing has two numbers of one kind, when a sentence says a number that no experiment has, or
when advice promises more than what was tried of the same thing."""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path

PART = r"(?P<part>its own logic |all of it )?"
FAST = PART + r"twice as fast (?:would save|saves) (?P<share>[\d.]+) ?%"
ANSWER = re.compile(r"(?:(?P<path>\S+)(?: \(the loop \S+\))? limits? this design|.* limits this design, at (?P<at>\S+)): " + FAST, re.I)
EFFECT = re.compile(FAST, re.I)
ADVICE = re.compile(r"Make (?P<path>\S+) faster: " + FAST, re.I)


def label(path, part, labels):
    part = (part or "").strip().lower()
    if part == "all of it":
        return f"all of {path}"
    if part:
        return f"{path}, {part}"
    # Of a block all below it is meant, and of the top all of it.
    return next((name for name in (f"{path}, with all below it", f"all of {path}") if name in labels), path)


def said(report):
    """(path, part, share) of each sentence with a number that was tried."""
    answer = next((row["value"] for row in report["run"] if row["key"] == "answer"), "")
    sentences = [(ANSWER.match(answer), None)]
    sentences += [(EFFECT.match(row["effect"]), row["path"]) for row in report["bottlenecks"] if row["kind"] != "lock"]
    sentences += [(ADVICE.match(row["sentence"]), None) for row in report["advice"]]
    for match, path in sentences:
        if match:
            groups = match.groupdict()
            yield path or groups.get("path") or groups.get("at"), groups["part"], float(groups["share"]) / 100


def numbers_of(report):
    numbers = defaultdict(set)
    for row in report["experiments"]:
        if row["saving"] is not None:
            numbers[row["label"], f"saves at {row['factor']}x"].add(row["saving"])
    for row in report["bottlenecks"]:
        numbers[row["path"], "explains"].add(row["share"])
    for row in report["advice"]:
        if row["bound"] is not None:
            numbers[row["path"], row["rule"]].add(row["bound"])
    return numbers


def too_much(report):
    """Advice to make a block faster that promises more than what twice its speed leads to."""
    for row in report["advice"]:
        if row["rule"] not in ("interval_above_one", "tried_faster") or row["bound"] is None:
            continue
        kinds = ("block", "logic", "group") if row["rule"] == "interval_above_one" else ("block", "logic", "group", "design")
        tried = [2 * e["saving"] for e in report["experiments"]
                 if e["path"] == row["path"] and e["kind"] in kinds and e["factor"] == 2 and e["saving"] is not None]
        most = max(tried, default=1) if row["rule"] == "tried_faster" else min(tried, default=1)
        if row["bound"] > min(1, most) + 1e-9:
            yield f"{row['path']}: advice promises {row['bound']:.1%}, what was tried {most:.1%}"


def conflicts(report):
    numbers = numbers_of(report)
    labels = {key[0] for key in numbers}
    found = [f"{what}, {kind}: {sorted(values)}" for (what, kind), values in numbers.items() if len(values) > 1]
    for path, part, share in said(report):
        name = label(path, part, labels)
        known = numbers.get((name, "saves at 2x"), set())
        if not any(abs(max(0, value) - share) < 0.00051 for value in known):
            found.append(f"{name}: a sentence says {share:.1%}, experiments {sorted(known)}")
    return found + list(too_much(report))


def main():
    found = [f"{name}: {line}" for name in sys.argv[1:] for line in conflicts(json.loads(Path(name).read_text()))]
    print("\n".join(found) or f"{len(sys.argv) - 1} reports, one number of each kind")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
