# SPDX-License-Identifier: Apache-2.0
"""What is true of a design: its counts, how long its work takes, and what each mend really saves."""

import os
import shutil
import bare_run
import counts
import network
import waveform


class Truth:
    """One design with its bare run; mends are run when somebody asks for them."""

    def __init__(self, spec, folder):
        self.folder = folder
        self.spec = with_end(spec, os.path.join(folder, "length"))
        self.plain = bare_run.run(self.spec, os.path.join(folder, "design"))
        self.work = measure(self.spec, self.plain)
        self.known = {}
        self.stuck = self.spec["bench"].get("silent", False)

    def things(self, kind):
        return self.plain["made"]["things"][kind]

    def saving(self, names, factor=2, kind="faster"):
        """What really making these faster or deeper saves: (least, most), for both ways to round a time."""
        whole = [self.mend(names, factor, kind, rounding) for rounding in ((0,) if kind == "deeper" else (0, 1))]
        return min(min(found) for found in whole), max(found[-1] for found in whole)

    def limits(self, names, factor=2, kind="faster"):
        """The least and the most that may be called this saving."""
        least, most = self.saving(names, factor, kind)
        return (least, most) if kind == "deeper" else (least, max(self.mend(names, factor, kind, -1) + [most]))

    def mend(self, names, factor, kind, rounding):
        """The savings of one mend, by each way to measure them."""
        return self.saving_of(network.mended(self.spec, names, factor, rounding, kind))

    def cycle_less(self, names):
        """What a cycle less of work brings: many, where a host asks only now and then whether it is done."""
        return self.saving_of(network.shortened(self.spec, names))

    def saving_of(self, other):
        key = repr(other)
        if key not in self.known:
            self.known[key] = [0] if other == self.spec else self.run_mend(other)
        return self.known[key]

    def run_mend(self, other):
        folder = os.path.join(self.folder, "mend")
        ran = bare_run.run(other, folder, [f"tb.dut.{network.at_exit(other)['house']['clock']}"] + result_signals(other))
        work = measure(other, ran)
        shutil.rmtree(folder)
        return [1 - mine / plain for mine, plain in zip(self.same_beats(work, work) + work["costs"], self.same_beats(self.work, work) + self.work["costs"])]

    def same_beats(self, measured, mended):
        """Where the work never ends also the time of as many beats as both runs moved."""
        common = min(self.work["beats"], mended["beats"])
        return [measured["edges"][common - 1] + 1] if self.spec["bench"]["ending"] == "early" and common else []

    def table(self):
        """The saving of each suspect."""
        return {(name, kind): self.suspect(name, kind) for name, kind in network.suspects(self.spec)}

    def suspect(self, name, kind):
        """What the mend of a suspect saves; that of a lock is its holders."""
        if kind == "holders":
            return self.saving(network.holders(self.spec, name))
        return self.saving([name], 2 if kind == "faster" else 16, kind)

    def counts(self, thing):
        """The true numbers of a thing of the design, by each reset that it may be counted by."""
        return [COUNTERS[thing["kind"]](self, thing, reset) for reset in thing["resets"] if self.has(reset[0])]

    def has(self, path):
        """Whether a signal is in the waveform: a block without registers has no reset of its own."""
        return in_waveform(path) in waveform.signals(self.plain["waveform"])

    def sampled(self, thing, probes, reset):
        """Rows of the edges of a thing's clock outside reset, for signals named from the top of the design."""
        signals = [in_waveform(reset[0])] + [in_waveform(probe) for probe in probes]
        rows = waveform.samples(self.plain["waveform"], f"tb.dut.{thing['clock']}", signals)
        return [(time, values[1:]) for time, values in rows if not waveform.holds(values[0], reset[1])]


def loses(spec):
    return any(block.get("loses_after") for block in network.blocks(spec))


def jams(spec, folder):
    """Whether a join waits for a batch that the other branch has no room for: only a run can tell."""
    kinds = [block["kind"] for block in network.blocks(spec)]
    if "copier" not in kinds or "batch" not in kinds:
        return False
    try:
        bare_run.run(dict(spec, bench=dict(spec["bench"], ending="count")), folder)
    except bare_run.NoEnd:
        return True
    return False


def in_waveform(path):
    """A path from the design's top as the waveform names it."""
    return "tb.dut." + path.split(".", 1)[1]


def with_end(spec, folder):
    """The same design with the time set at which its testbench ends, where time ends it."""
    bench, period = spec["bench"], 2 * spec["bench"]["half_period"]
    phase = bench["half_period"] if bench["ends_on_edge"] else 0
    if loses(spec) or jams(spec, folder):
        return with_silence(spec, folder, period)
    if bench["ending"] == "early":
        return dict(spec, bench=dict(bench, until=bench["early_cycles"] * period + phase))
    if bench["ending"] != "late":
        return spec
    alone = dict(spec, bench=dict(bench, ending="count"))
    end = waveform.end_time(bare_run.run(alone, folder)["waveform"]) // units(spec)
    shutil.rmtree(folder)
    return dict(spec, bench=dict(bench, until=int(end * bench["late_by"]) // period * period + phase))


def with_silence(spec, folder, period):
    """A design that gets stuck, and the end of its testbench long after that."""
    bench = dict(spec["bench"], ending="late", silent=True)
    long = dict(spec, bench=dict(bench, until=20000 * period))
    last = measure(long, bare_run.run(long, folder))["last_time"] // units(spec)
    shutil.rmtree(folder)
    return dict(spec, bench=dict(bench, until=3 * max(last, 300 * period) // period * period))


def units(spec):
    """Of a waveform's time in a nanosecond."""
    return 10**6 if spec["language"] == "vhdl" else 1


def measure(spec, ran):
    """When the last result came, how many there were, and what they cost."""
    common = network.at_exit(spec)["house"]
    rows = waveform.samples(ran["waveform"], f"tb.dut.{common['clock']}", result_signals(spec), with_end=True)
    polarity = result_polarity(spec)
    edges = [edge for edge, (_, values) in enumerate(rows) if all(waveform.holds(value, pole) for value, pole in zip(values, polarity))]
    last = edges[-1] + 1 if edges else 0
    return {"beats": len(edges), "last": last, "last_time": rows[edges[-1]][0] if edges else 0, "cycles": len(rows), "costs": costs(spec, edges, len(rows)), "edges": edges}


def costs(spec, edges, cycles):
    """The time of the work; where it never ends, the time of a beat: over all the run, and from the first beat to the last."""
    if spec["bench"]["ending"] != "early":
        return [edges[-1] + 1 if edges else 1]
    return [cycles / max(1, len(edges)), (edges[-1] - edges[0]) / (len(edges) - 1) if len(edges) > 1 else cycles]


def result_signals(spec):
    common = network.at_exit(spec)["house"]
    if spec["family"] == "kernel":
        return [f"tb.dut.{common['reset'][0]}", "tb.dut.done"]
    out = network.port(spec, (None, "out", None))
    signals = [f"tb.dut.{common['reset'][0]}", f"tb.dut.{out['valid']}", f"tb.dut.{out['ready']}"]
    return [signal.lower() for signal in signals] if spec["language"] == "vhdl" else signals


def result_polarity(spec):
    common = spec["house"]
    if spec["family"] == "kernel":
        return [1 - common["reset"][1], 1]
    out = network.port(spec, (None, "out", None))
    return [1 - common["reset"][1], out["vpol"], out["rpol"]]


def count_stream(truth, thing, reset):
    rows = truth.sampled(thing, [thing["valid"][0], thing["ready"][0]], reset)
    return counts.stream(list(zip(counts.bits(rows, 0, thing["valid"][1]), counts.bits(rows, 1, thing["ready"][1]))))


def count_machine(truth, thing, reset):
    return counts.machine(counts.numbers(truth.sampled(thing, [thing["path"]], reset), 0), thing["states"])


def count_queue(truth, thing, reset):
    fed = [stream for stream in truth.things("streams") if stream["to"] == thing["block"]][0]
    drained = [stream for stream in truth.things("streams") if stream["from"] == thing["block"]][0]
    probes = [fed["valid"], fed["ready"], drained["valid"], drained["ready"]]
    rows = truth.sampled(thing, [probe[0] for probe in probes], reset)
    columns = [counts.bits(rows, column, probe[1]) for column, probe in enumerate(probes)]
    moves = [(a and b, c and d) for a, b, c, d in zip(*columns)]
    return counts.queue(moves, thing["depth"])


def count_call(truth, thing, reset):
    rows = truth.sampled(thing, [thing["start"][0], thing["done"][0]], reset)
    return counts.call(list(zip(counts.bits(rows, 0, thing["start"][1]), counts.bits(rows, 1, thing["done"][1]))))


COUNTERS = {"stream": count_stream, "fsm": count_machine, "queue": count_queue, "call": count_call}
