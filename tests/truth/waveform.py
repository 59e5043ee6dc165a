# SPDX-License-Identifier: Apache-2.0
"""Reads a VCD, and samples signals as they stand just before each rising edge of a clock."""


def read_header(lines):
    """Full name of a signal -> identifier; stops behind the definitions."""
    scopes, names = [], {}
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scopes.append(words[2])
        elif words[0] == "$upscope":
            scopes.pop()
        elif words[0] == "$var":
            names[".".join(scopes + [plain_name(words[4])])] = words[3]
        elif words[0] == "$enddefinitions":
            break
    return names


def plain_name(name):
    """A name without the range that GHDL writes behind it; a word of an array keeps its index."""
    return name.lstrip("\\") if name.startswith("\\") else name.split("[")[0]


def steps(lines):
    """(time, changes) for every time at which something changes."""
    now, changes = 0, {}
    for line in lines:
        first = line[0] if line else ""
        if first == "#":
            yield now, changes
            now, changes = int(line[1:]), {}
        elif first and first in "01xzXZuUwWlLhH-":
            changes[line[1:].strip()] = first
        elif first in "bB":
            value, identifier = line[1:].split()
            changes[identifier] = value
    yield now, changes


def signals(path):
    """The names of all signals of a waveform."""
    with open(path) as file:
        return set(read_header(file))


def find(names, signal):
    """(identifier, bit) of a signal; the bit is None for all of it."""
    if signal in names:
        return names[signal], None
    whole, _, bit = signal.rstrip("]").partition("[")
    return names[whole], int(bit)


def value_of(values, probe):
    identifier, bit = probe
    text = values.get(identifier, "x")
    if bit is None:
        return text
    extended = text[0] if text[0] in "xXzZ" else "0"
    return text[-1 - bit] if bit < len(text) else extended


def samples(path, clock, signals, with_end=False):
    """One row for each rising edge of the clock: (time, values of the signals before it); without one at the very end."""
    with open(path) as file:
        lines = iter(file.read().splitlines())
    names = read_header(lines)
    clock_id, wanted = names[clock], [find(names, signal) for signal in signals]
    values, rows, last = {}, [], 0
    for now, changes in steps(lines):
        rises = changes.get(clock_id) == "1" and values.get(clock_id, "x") != "1"
        if rises and now > 0:
            rows.append((now, [value_of(values, probe) for probe in wanted]))
        values.update(changes)
        last = now
    return [row for row in rows if with_end or row[0] < last]


def end_time(path):
    """The last time that a waveform names."""
    with open(path, "rb") as file:
        file.seek(max(0, file.seek(0, 2) - 4096))
        return int([line for line in file.read().splitlines() if line.startswith(b"#")][-1][1:])


def number(text):
    """A sampled value, or None where a bit is unknown."""
    return int(text, 2) if set(text) <= {"0", "1"} else None


def holds(text, polarity):
    """Whether a one-bit signal of this polarity is active; unknown is not."""
    return text == ("1" if polarity else "0")
