# SPDX-License-Identifier: Apache-2.0
# What a run says: cycles of each state of each row, and the total of each count. Every export must say
# the same. Read with nothing but sqlite3 and the public views.
import sqlite3

PARTS = {  # kind of tap: view, columns and the names that exports give them, name of the rest
    "stream": ("channels", {"transfer_cycles": "transfer", "blocked_cycles": "blocked",
                            "starved_cycles": "starved", "idle_cycles": "idle"}, None),
    "queue": ("queues", {"full_cycles": "full", "empty_cycles": "empty"}, "partly filled"),
    "call": ("calls", {"busy_cycles": "busy"}, "no call"),
    "event": ("events", {"cycles_true": "true"}, "false"),
    "assert": ("assertions", {"violations": "violated"}, "held"),
    "sum": ("sums", {}, None),
}
COUNTS = {"channels": ["beats", "packets", "bytes"], "queues": ["pushes", "pops"],
          "calls": ["invocations"], "events": ["rising_edges"], "assertions": ["violations"],
          "sums": ["samples", "total"]}


class Totals:
    def __init__(self, run):
        self.db = sqlite3.connect(f"file:{run}?mode=ro", uri=True)
        self.states = {}  # (path, state): cycles
        self.counts = {}  # (path, count): total
        self.reset = {}  # path: cycles
        for path, state, cycles in self.db.execute(
                "SELECT path, state, sum(cycles) FROM states GROUP BY path, state"):
            self.states[path, state] = cycles
        for kind, (view, columns, rest) in PARTS.items():
            self._add_parts(view, columns, rest)
        for path, cycles in self.db.execute(
                "SELECT path, reset_cycles FROM taps WHERE kind NOT IN ('value', 'trace') "
                "AND observed_cycles IS NOT NULL"):
            self.reset[path] = cycles
        self.states = {key: cycles for key, cycles in self.states.items() if cycles}
        self.counts = {key: total for key, total in self.counts.items() if total}
        self.visits, self.marks = {}, {}  # path: [(edge, state)], path: [(edge, value or None)]
        self._read_traces()

    # A machine's trace is exact when nothing was lost; any other is a list of moments.
    def _read_traces(self):
        machines = {path for path, _ in self.machines()}
        for tap, path, lost in self.db.execute("SELECT tap, path, lost FROM traces"):
            rows = self.db.execute("SELECT edge, value, name FROM trace WHERE tap = ? ORDER BY record",
                                   (tap,)).fetchall()
            if path not in machines:
                self.marks[path] = [(edge, value) for edge, value, _ in rows]
            elif lost == 0:
                self.visits[path] = [(edge, name or "other") for edge, _, name in rows]

    def _add_parts(self, view, columns, rest):
        cells = ["v.path", "t.observed_cycles"] + ["v." + column for column in columns]
        query = f"SELECT {', '.join(cells)} FROM {view} v JOIN taps t USING (tap)"
        for path, observed, *cycles in self.db.execute(query):
            for name, value in zip(columns.values(), cycles):
                self.states[path, name] = value
            if rest:
                self.states[path, rest] = observed - sum(cycles)
        for count in COUNTS[view]:
            for path, total in self.db.execute(f"SELECT path, {count} FROM {view}"):
                self.counts[path, count] = total

    def machines(self):
        paths = {path for (path,) in self.db.execute("SELECT path FROM taps WHERE kind = 'fsm'")}
        return {key: cycles for key, cycles in self.states.items() if key[0] in paths}
