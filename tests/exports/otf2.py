# SPDX-License-Identifier: Apache-2.0
# An OTF2 archive as otf2-print, a program of the format's makers, shows it: cycles by row and state, counts by row.
import re
import subprocess


class Trace:
    def __init__(self, folder):
        self.archive = folder + "/traces.otf2"
        self.cycles, self.counts = {}, {}  # (path, state): cycles, (path, count): total
        self.rows = dict(re.findall(r'^LOCATION +(\d+)  Name: "([^"]*)"', self._print("-G"), re.M))
        self._read_events(self._print())

    def _print(self, *options):
        done = subprocess.run(["otf2-print", *options, self.archive], capture_output=True, check=True, text=True)
        assert not done.stderr, f"otf2-print: {done.stderr.splitlines()[0]}"
        assert "warning" not in done.stdout, "otf2-print warns"
        return done.stdout

    def _read_events(self, text):
        entered = {}
        for kind, row, time, rest in re.findall(r"^(ENTER|LEAVE|METRIC) +(\d+) +(\d+)  (.*)", text, re.M):
            path = self.rows[row].split(" [")[0]
            if kind == "METRIC":
                name, value = re.search(r'\("([^"]*)" <\d+>; [^;]*; (\d+)\)', rest).groups()
                self.counts[path, name] = self.counts.get((path, name), 0) + int(value)
                continue
            state = re.match(r'Region: "([^"]*)"', rest).group(1)
            if kind == "ENTER":
                assert row not in entered, f"{path} is in two states at once"
                entered[row] = state, int(time)
            else:
                was, since = entered.pop(row)
                assert was == state, f"{path} leaves {state}, where it was in {was}"
                self.cycles[path, state] = self.cycles.get((path, state), 0) + int(time) - since
        assert not entered, "states that are never left"
