# SPDX-License-Identifier: Apache-2.0
# A reader of Paraver's files that takes nothing on trust: header, order, numbers in range, names for
# all of them, states of a thread that do not overlap. Returns totals for comparison with the run.
import re

HEADER = re.compile(r"#Paraver \(\d\d/\d\d/\d{2,4} at \d\d:\d\d\):(\d+)_ns:(\d+)\(([\d,]+)\):(\d+):"
                    r"(\d+)\(((?:\d+:\d+,)*\d+:\d+)\)")
STATE_EVENT = 71000001
RECORD_EVENT, UNKNOWN_EVENT = 71000101, 71000102


def demand(condition, message):
    if not condition:
        raise AssertionError("paraver: " + message)


def read_pcf(text):
    states, events, section, kind = {}, {}, None, None
    for line in text.splitlines():
        word = line.strip()
        if word in ("DEFAULT_OPTIONS", "DEFAULT_SEMANTIC", "STATES", "STATES_COLOR", "EVENT_TYPE", "VALUES"):
            section = word
        elif not word:
            continue
        elif section == "STATES":
            number, name = word.split(None, 1)
            states[int(number)] = name
        elif section == "STATES_COLOR":
            demand(re.fullmatch(r"\d+\s+\{\d{1,3},\d{1,3},\d{1,3}\}", word), f"pcf colour: {word}")
            demand(int(word.split()[0]) in states, "pcf: colour of a state without a name")
        elif section == "EVENT_TYPE":
            _, number, name = word.split(None, 2)
            kind = int(number)
            events[kind] = {"name": name, "values": {}}
        elif section == "VALUES":
            number, _, name = word.partition(" ")
            events[kind]["values"][int(number)] = name.strip()
    return states, events


def read_row(text):
    levels, lines = {}, text.splitlines()
    while lines:
        line = lines.pop(0)
        if not line:
            continue
        match = re.fullmatch(r"LEVEL (CPU|NODE|APPL|TASK|THREAD) SIZE (\d+)", line)
        demand(match, f"row: {line}")
        size = int(match[2])
        levels[match[1]], lines = lines[:size], lines[size:]
        demand(len(levels[match[1]]) == size, f"row: too few names of {match[1]}")
    return levels


class Trace:
    def __init__(self, prv):
        with open(prv, encoding="utf-8") as file:
            lines = file.read().splitlines()
        with open(prv[:-4] + ".pcf", encoding="utf-8") as file:
            self.states, self.events = read_pcf(file.read())
        with open(prv[:-4] + ".row", encoding="utf-8") as file:
            self.levels = read_row(file.read())
        self._read_header(lines[0])
        self.cycles = {}  # (thread name, state name): cycles
        self.counts = {}  # (thread name, count): total
        self.sent = 0
        self.seen = {}  # (thread name, category): what a reader of the format sees; gaps are state 0
        self.visits, self.marks = {}, {}  # as in totals.py
        self._read_records(line for line in lines[1:] if not line.startswith("#"))

    def _read_header(self, line):
        match = HEADER.fullmatch(line)
        demand(match, f"header: {line}")
        self.end = int(match[1])
        demand(match[4] == "1", "one application is expected")
        cpus_of_node = [int(count) for count in match[3].split(",")]
        demand(len(cpus_of_node) == int(match[2]) == len(self.levels["NODE"]), "number of nodes")
        self.cpus = sum(cpus_of_node)
        self.threads, self.node_of = ([int(task.split(":")[i]) for task in match[6].split(",")] for i in (0, 1))
        demand(set(self.node_of) == set(range(1, len(cpus_of_node) + 1)), "nodes of tasks")
        self._number_cpus(cpus_of_node)
        demand(len(self.threads) == int(match[5]), "number of tasks")
        demand(self.cpus == sum(self.threads), "a CPU for each thread")
        demand(len(self.levels["THREAD"]) == self.cpus, "names of threads")
        demand(len(self.levels["CPU"]) == self.cpus, "names of CPUs")

    def _number_cpus(self, cpus_of_node):
        """The CPUs of a node follow each other, and its threads have them in the order of their tasks."""
        next_of = [sum(cpus_of_node[:node]) for node in range(len(cpus_of_node))]
        self.cpu_of = {}
        for task, (threads, node) in enumerate(zip(self.threads, self.node_of), 1):
            for thread in range(1, threads + 1):
                next_of[node - 1] += 1
                self.cpu_of[task, thread] = next_of[node - 1]
        demand(next_of == [sum(cpus_of_node[:node + 1]) for node in range(len(cpus_of_node))], "a CPU of a node for each of its threads")

    def _thread(self, cpu, application, task, thread):
        demand(application == 1 and 1 <= task <= len(self.threads), "no such task")
        demand(1 <= thread <= self.threads[task - 1], "no such thread")
        index = sum(self.threads[:task - 1]) + thread
        demand(cpu == self.cpu_of[task, thread], "a thread on a CPU that is not its own")
        demand(self.levels["CPU"][cpu - 1] == self.levels["THREAD"][index - 1], "a CPU with the name of another one")
        name = self.levels["THREAD"][index - 1]
        return name.split(" [")[0] if name.endswith("]") and " [" in name else name

    def _read_records(self, lines):
        last, ends, open_states, intervals = 0, {}, {}, {}
        for line in lines:
            demand(re.fullmatch(r"[123](:\d+)+", line), f"record: {line}")
            kind, *numbers = map(int, line.split(":"))
            thread = self._thread(*numbers[:4])
            time = numbers[4]
            demand(last <= time <= self.end, f"records are not sorted by time: {line}")
            last = time
            if kind == 1:
                demand(len(numbers) == 7, f"state: {line}")
                end, state = numbers[5:]
                demand(time < end <= self.end, f"state: {line}")
                demand(state in self.states, f"state without a name: {line}")
                demand(ends.get(thread, 0) <= time, f"states of a thread overlap: {line}")
                self._see(thread, self.states[0], time - ends.get(thread, 0))
                self._see(thread, self.states[state], end - time)
                ends[thread] = end
                intervals[thread, time] = end
            elif kind == 2:
                demand(len(numbers) > 5 and len(numbers) % 2 == 1, f"event: {line}")
                for event, value in zip(numbers[5::2], numbers[6::2]):
                    self._event(thread, time, event, value, open_states)
            else:
                demand(len(numbers) == 14, f"communication: {line}")
                self._thread(*numbers[6:10])
                logical_send, physical_send, logical_recv, physical_recv = numbers[4:6] + numbers[10:12]
                demand(logical_send <= physical_send <= physical_recv <= self.end, f"times: {line}")
                demand(logical_recv <= physical_recv, f"times: {line}")
                self.sent += numbers[12]
        for (thread, time), name in open_states.items():
            if name not in (None, "reset", "not started"):
                self.visits.setdefault(thread, []).append((time, name))
            if name is not None:
                demand((thread, time) in intervals, f"an event without its state: {thread} {time}")
                key = thread, name
                self.cycles[key] = self.cycles.get(key, 0) + intervals.pop((thread, time)) - time
        demand(not intervals, "a state without its event")
        for thread in set(self.levels["THREAD"]):
            self._see(thread, self.states[0], self.end - ends.get(thread, 0))

    def _see(self, thread, state, cycles):
        if cycles:
            self.seen[thread, state] = self.seen.get((thread, state), 0) + cycles

    def _event(self, thread, time, event, value, open_states):
        demand(event in self.events, f"event type without a name: {event}")
        if event == STATE_EVENT:
            values = self.events[event]["values"]
            demand(value in values, f"event value without a name: {value}")
            # The end of a row and the start of a state never fall together.
            open_states[thread, time] = None if value == 0 else values[value]
        elif event in (RECORD_EVENT, UNKNOWN_EVENT):
            self.marks.setdefault(thread, []).append((time, value if event == RECORD_EVENT else None))
        else:
            count = self.events[event]["name"].split()[0]
            self.counts[thread, count] = self.counts.get((thread, count), 0) + value
