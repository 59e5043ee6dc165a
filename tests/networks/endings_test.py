#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the answer depend on how the testbench ends?

    endings_test.py TAPESTRY [--only NAME,NAME...]

One chain of blocks, whose middle one works 10 of its 12 cycles for each beat, under testbenches that end with the work, long after
it, and before it. Twice as fast the middle saves 5 of 12 cycles, whatever the testbench does. Exit status 0 when all say so."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "endings"
SAVED = 5 / 12


def profile(tapestry, name, top="chain"):
    source = FOLDER / ("chain.sv" if top == "chain" else name)
    bench = FOLDER / name
    words = ["--tb", bench, "--sim", "verilator"] if bench.suffix == ".cpp" else ["--tb", bench, "--tb-top", "tb", "--sim", "icarus"]
    if source == bench:
        words = ["--tb-top", "tb", "--sim", "icarus"]
    with tempfile.TemporaryDirectory(prefix="tapestry_endings_") as out:
        done = subprocess.run([tapestry, "profile", source, "--top", top, *words, "-I", FOLDER, "--json", "-o", out],
                              capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{name}: profile fails\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def facts(report):
    return report["run"] if isinstance(report["run"], dict) else {row["key"]: row["value"] for row in report["run"]}


def saving(report, path, kind):
    rows = [row for row in report["experiments"] if row["path"] == path and row["kind"] == kind and row["factor"] == 2]
    return rows[0]["saving"] if rows else None


def wrong_of_chain(report, end):
    """What is wrong with a report on the chain; `end` is the range in which the work ended, if it is told."""
    middle, outside = saving(report, "chain.u_middle", "block"), saving(report, "chain", "outside")
    answer, work = facts(report)["answer"], facts(report).get("work", "")
    wrong = []
    if not answer.startswith("chain.u_middle limits"):
        wrong.append(f"answer: {answer}")
    if middle is None or abs(middle - SAVED) > 0.01:
        wrong.append(f"u_middle saves {middle}")
    if outside is None or outside > 0.01:
        wrong.append(f"the outside saves {outside}")
    if bool(end) != bool(work) or (end and not any(f"cycle {at:,} of" in work for at in range(*end))):
        wrong.append(f"work: {work!r}")
    shares = sum(row["share"] for row in report["bottlenecks"] if row["path"] == "chain.u_middle")
    if abs(shares - 2 * SAVED) > 0.03:
        wrong.append(f"share {shares}")
    return wrong


def wrong_of_early(report):
    wrong = wrong_of_chain(report, None)
    return wrong + ([] if "more in the same time (tried)" in facts(report)["answer"] else [facts(report)["answer"]])


def wrong_of_slow_source(report):
    """Of 31 cycles for each beat the source takes 29 by itself: twice as fast it saves 14 or 15."""
    outside, answer = saving(report, "chain", "outside"), facts(report)["answer"]
    fine = outside is not None and 0.42 < outside < 0.5 and answer.startswith("The outside limits this design, at chain.s")
    return [] if fine else [f"the outside saves {outside}; {answer}"]


def wrong_of_stuck(report):
    answer = facts(report)["answer"]
    fine = answer.startswith("Deadlock since cycle") and "talk.u_ask" in answer and "talk.u_tell" in answer
    return [] if fine and not report["experiments"] else [answer]


CASES = {
    "ends_with_work.sv": lambda run: wrong_of_chain(run("chain"), None),
    "ends_late.sv": lambda run: wrong_of_chain(run("chain"), (2400, 2415)),
    "ends_late.cpp": lambda run: wrong_of_chain(run("chain"), (2400, 2415)),
    "waits_after_work.sv": lambda run: wrong_of_chain(run("chain"), (2400, 2415)),
    "ends_early.sv": lambda run: wrong_of_early(run("chain")),
    "slow_source.sv": lambda run: wrong_of_slow_source(run("chain")),
    "lost_token.sv": lambda run: wrong_of_stuck(run("talk")),
}


def main():
    names = sys.argv[3].split(",") if len(sys.argv) > 3 else list(CASES)
    failed = 0
    for name in names:
        wrong = CASES[name](lambda top, name=name: profile(sys.argv[1], name, top))
        failed += bool(wrong)
        print(f"{'WRONG' if wrong else 'right':6} {name:24} {'; '.join(wrong)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
