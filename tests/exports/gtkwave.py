# SPDX-License-Identifier: Apache-2.0
# A save file of GTKWave as that program reads it, and the waveform that it is for, read by nothing of ours.
import re


class SaveFile:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.waveform = next(line for line in lines if line.startswith("[dumpfile]")).split('"')[1]
        times = next(line for line in lines if line.startswith("*")).split()[2:]
        names = [line.split("] ")[1][1:] for line in lines if line.startswith("[markername]")]
        self.marks = list(zip([int(t) for t in times if t != "-1"], names, strict=True))
        self.signals, self.states = [], {}  # names, and {signal: {code: state}}
        filter_file, depth = None, 0
        for line in lines[lines.index(next(line for line in lines if line.startswith("@"))):]:
            flags = int(line[1:], 16) if line.startswith("@") else None
            if flags is not None:
                depth += bool(flags & 0x800000) - bool(flags & 0x1000000)
            elif line.startswith("^1 "):
                filter_file = line[3:]
            elif not line.startswith("-"):
                self.signals.append(line)
                if filter_file:
                    self.states[line] = read_filter(filter_file)
                filter_file = None
        assert depth == 0, "a group is not closed"


def read_filter(path):
    with open(path, encoding="utf-8") as file:
        rows = [re.fullmatch(r"([0-9A-F]+) \?\w+\?(\S+)", line).groups() for line in file.read().splitlines()]
    return {int(code, 16): name for code, name in rows}


class Vcd:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            head, self.body = file.read().split("$enddefinitions $end", 1)
        self.codes, scopes = {}, []
        for words in map(str.split, head.splitlines()):
            if words[:1] == ["$scope"]:
                scopes.append(words[2])
            elif words[:1] == ["$upscope"]:
                scopes.pop()
            elif words[:1] == ["$var"]:
                self.codes[".".join([*scopes, "".join(words[4:-1])])] = words[3]

    # (time, value) of each change of a signal.
    def changes(self, name):
        code, time = self.codes[name], 0
        for line in self.body.splitlines():
            if line.startswith("#"):
                time = int(line[1:])
            elif line.startswith("b") and line.split()[1] == code:
                yield time, line.split()[0][1:]
            elif line[:1] in ("0", "1", "x") and line[1:] == code:
                yield time, line[0]

    # The value of `name` at every rising edge of `clock`, as it stood before the edge.
    def samples(self, clock, name):
        changes, at, value = list(self.changes(name)), 0, None
        for time, level in self.changes(clock):
            if level != "1" or time == 0:
                continue
            while at < len(changes) and changes[at][0] < time:
                value = changes[at][1]
                at += 1
            yield time, value
