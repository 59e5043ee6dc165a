# SPDX-License-Identifier: Apache-2.0
# An OTF2 archive as otf2-print, a program of the format's makers, shows it: cycles by row and state without those of the
# states inside it, counts by row, messages and collective calls of MPI with the region that they are in.
import re
import subprocess


class Trace:
    def __init__(self, folder):
        self.archive = folder + "/traces.otf2"
        self.cycles, self.counts = {}, {}  # (path, state): cycles, (path, count): total
        self.entries = {}  # (path, state): visits
        self.sent, self.received, self.collectives = [], [], []  # (path, region, bytes)
        self.rows = dict(re.findall(r'^LOCATION +(\d+)  Name: "([^"]*)"', self._print("-G"), re.M))
        self._read_events(self._print())

    def _print(self, *options):
        done = subprocess.run(["otf2-print", *options, self.archive], capture_output=True, check=True, text=True)
        assert not done.stderr, f"otf2-print: {done.stderr.splitlines()[0]}"
        assert "warning" not in done.stdout, "otf2-print warns"
        return done.stdout

    def _read_events(self, text):
        entered, last = {}, {}
        for kind, row, time, rest in re.findall(r"^(ENTER|LEAVE|METRIC|MPI_SEND|MPI_RECV|MPI_COLLECTIVE_BEGIN|MPI_COLLECTIVE_END) +(\d+) +(\d+) *(.*)", text, re.M):
            assert last.get(row, 0) <= int(time), f"events of {row} are not in order"
            last[row] = int(time)
            path = self.rows[row].split(" [")[0]
            if kind == "METRIC":
                name, value = re.search(r'\("([^"]*)" <\d+>; [^;]*; (\d+)\)', rest).groups()
                self.counts[path, name] = self.counts.get((path, name), 0) + int(value)
                continue
            open_here = entered.setdefault(row, [])
            if kind.startswith("MPI_"):
                self._read_mpi(kind, path, open_here, rest)
                continue
            state = re.match(r'Region: "([^"]*)"', rest).group(1)
            if kind == "ENTER":
                open_here.append([state, int(time), 0])
                self.entries[path, state] = self.entries.get((path, state), 0) + 1
            else:
                was, since, inside = open_here.pop()
                assert was == state, f"{path} leaves {state}, where it was in {was}"
                self.cycles[path, state] = self.cycles.get((path, state), 0) + int(time) - since - inside
                if open_here:
                    open_here[-1][2] += int(time) - since
        assert not any(entered.values()), "states that are never left"

    def _read_mpi(self, kind, path, open_here, rest):
        region = open_here[-1][0]
        assert region.startswith("MPI_"), f"{kind} in {region}"
        number = re.search(r"(?:Length|Sent): (\d+)", rest)
        into = {"MPI_SEND": self.sent, "MPI_RECV": self.received, "MPI_COLLECTIVE_END": self.collectives}.get(kind)
        if into is not None:
            into.append((path, region, int(number.group(1))))
