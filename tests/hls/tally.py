#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds a piece of a long test to its table in docs/hls.md, between the marks of its name.

    tests/hls/tally.py MARK ROW COUNT SEEDS WRONG SOURCE...

SEEDS is a number or a range, as 3-7; what was counted already is not counted again. The table is of the SOURCEs as
they are: when they change it begins anew.
"""
import hashlib
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = f"{ROOT}/docs/hls.md"


def fingerprint(sources):
    digest = hashlib.sha256()
    for path in sorted(sources, key=os.path.basename):
        digest.update(open(path, "rb").read())
    return digest.hexdigest()[:12]


def numbers(seeds):
    """The numbers of a text like `1-3, 7`."""
    found = set()
    for part in seeds.split(", "):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def ranges(seeds):
    parts = []
    for n in sorted(seeds):
        if parts and parts[-1][1] == n - 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def rows_of(text):
    """{row: (count, seeds, wrong)} of a table."""
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return {c[0]: (int(c[1].replace(",", "")), numbers(c[2]), int(c[3])) for c in cells[2:]}


def add(mark, row, count, seeds, wrong, sources):
    begin, end = f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->"
    head, rest = open(PAGE).read().split(begin)
    old, tail = rest.split(end)
    made_of = fingerprint(sources)
    rows = rows_of(old) if re.search(rf"`{made_of}`", old) else {}
    had, known, bad = rows.get(row, (0, set(), 0))
    if known & seeds:
        return f"docs/hls.md counts seed {ranges(known & seeds)} already\n"
    rows[row] = (had + count, known | seeds, bad + wrong)
    text = f"| of sources `{made_of}` | tried | seeds | wrong |\n|---|---|---|---|\n"
    text += "".join(f"| {name} | {n:,} | {ranges(s)} | {w} |\n" for name, (n, s, w) in sorted(rows.items()))
    with open(PAGE, "w") as f:
        f.write(head + begin + text + end + tail)
    return text


if __name__ == "__main__":
    _, mark, row, count, seeds, wrong, *sources = sys.argv
    print(add(mark, row, int(count), numbers(seeds), int(wrong), sources), end="")
