// SPDX-License-Identifier: Apache-2.0
// Writes a tap map and a reading of a large design: state machines in a row with streams between them, each of
// them traced, change by change, and cut into frames. All numbers of a machine are counted from its visits, so that
// traces, frames and totals agree as they do in a real run.
//
//     node large_run.mjs FOLDER BLOCKS FRAMES RECORDS     RECORDS: of traces, in all
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { record } from "../tests/reading_text.mjs";

const [folder, ...numbers] = process.argv.slice(2);
const [blocks, frames, records] = numbers.map(Number);
const visitsOf = Math.ceil(records / blocks);
const meanDwell = 40;
const edges = visitsOf * meanDwell;
const states = ["WAIT_IN", "LOAD", "COMPUTE", "STORE", "WAIT_OUT"];
const categories = ["wait_recv", "transfer", "busy", "transfer", "wait_send"];
const weights = [0.3, 0.1, 0.4, 0.05, 0.15];

// A pseudo-random generator with a fixed seed, so that the run is the same everywhere.
let seed = 12345;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

const map = {
  schema: "tapestry.taps/1",
  top: "farm",
  clocks: [{ clock: 0, name: "clk", path: "farm.clk", edge: "posedge" }],
  taps: [],
  edges: [],
  ignored: [],
};
const common = { clock: 0, reason: "made up", confidence: 1, module: "worker", observe: {} };
const stateList = states.map((name, k) => ({
  name,
  code: String(k),
  category: categories[k],
  source: `rtl/worker.sv:${20 + k}`,
}));
const add = (tap) => map.taps.push({ ...common, tap: map.taps.length, ...tap });
for (let i = 0; i < blocks; i++) {
  const scope = `farm.u_row_${Math.floor(i / 50)}.u_worker_${i}`;
  const machine = {
    path: `${scope}.state`,
    name: "state",
    scope,
    source: `rtl/worker.sv:${10 + (i % 40)}`,
    width: 3,
    states: stateList,
  };
  add({ ...machine, kind: "fsm", instance: `${scope}.tapestry_fsm_state` });
  add({
    ...machine,
    kind: "trace",
    instance: `${scope}.tapestry_trace_state`,
    trigger: "change",
    lasted: 1,
    before: 0,
    after: 1,
    depth: 0,
  });
  if (i + 1 === blocks) continue;
  const next = `farm.u_row_${Math.floor((i + 1) / 50)}.u_worker_${i + 1}`;
  const path = `farm.link_${i}`;
  if (i % 10 === 0)
    add({
      kind: "stream",
      path,
      name: `link_${i}`,
      instance: `farm.tapestry_stream_link_${i}`,
      scope: "farm",
      source: "rtl/farm.sv:9",
      protocol: "valid_ready",
      bytes_per_beat: 4,
      bytes_per_keep: 0,
      bus: "",
      producer: scope,
      consumer: next,
    });
  map.edges.push({ from: scope, to: next, channel: path });
}
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/taps.json`, JSON.stringify(map));

// One machine that cycles through its states. `advance` runs it up to an edge, and returns the visits that began.
class Machine {
  constructor(phase) {
    this.phase = phase;
    this.visit = -1;
    this.next = 0;
    this.edge = 0;
    this.numbers = states.map(() => ({ cycles: 0, entries: 0, least: 0, most: 0, left: 0 }));
  }

  dwell(state) {
    const swing = 1 + 0.8 * Math.sin(this.next / (edges / 9) + this.phase + state);
    return Math.max(1, Math.round(meanDwell * states.length * weights[state] * swing * (0.5 + random())));
  }

  stay(to) {
    const now = this.numbers[this.visit % states.length];
    if (now) now.cycles += to - this.edge;
    if (now) now.most = Math.max(now.most, to - this.began);
    this.edge = to;
  }

  advance(to) {
    const begun = [];
    while (this.next < to) {
      const before = this.numbers[this.visit % states.length];
      this.stay(this.next);
      if (before)
        before.least = before.left++ ? Math.min(before.least, this.next - this.began) : this.next - this.began;
      this.visit++;
      this.began = this.next;
      const state = this.visit % states.length;
      this.numbers[state].entries++;
      begun.push(["record", this.visit, this.next, state]);
      this.next += this.dwell(state);
    }
    this.stay(to);
    return begun.flat();
  }

  words() {
    const rows = this.numbers.flatMap((n, k) =>
      n.entries > 0 ? ["state", k, n.cycles, n.entries, n.least, n.most] : [],
    );
    const moves = this.numbers.flatMap((n, k) =>
      n.left > 0 ? ["transition", k, (k + 1) % states.length, n.left] : [],
    );
    return [...rows, ...moves];
  }
}

const file = openSync(`${folder}/tapestry.reading`, "w");
const machines = Array.from({ length: blocks }, (_, i) => new Machine(i / 60));
const streams = new Map();
for (let frame = 1; frame <= frames; frame++) {
  const at = Math.round((edges * frame) / frames);
  const length = at - Math.round((edges * (frame - 1)) / frames);
  const head = ["edges", at, "reset_cycles", 0, "observed_cycles", at, "end", frame === frames ? 1 : 0, "saturated", 0];
  let text = "";
  let block = -1;
  for (const tap of map.taps) {
    const path = `tb.${tap.instance.replace(/^farm/, "dut")}`;
    if (tap.kind === "fsm") {
      const machine = machines[++block];
      machine.begun = machine.advance(at);
      text += record("fsm", path, [...head, ...machine.words()]);
    } else if (tap.kind === "trace") {
      const machine = machines[block];
      text += record("trace", path, [...head, "records", machine.visit + 1, "lost", 0, ...machine.begun]);
    } else {
      const moved = Math.floor((0.5 + 0.4 * Math.sin(frame / 7 + tap.tap / 60)) * 0.4 * length);
      const third = Math.floor((length - moved) / 3);
      const [transfer, blocked, starved, idle] = (streams.get(tap.tap) ?? [0, 0, 0, 0]).map(
        (n, k) => n + [moved, third, third, length - moved - 2 * third][k],
      );
      streams.set(tap.tap, [transfer, blocked, starved, idle]);
      text += record("stream", path, [
        ...head,
        "transfer_cycles",
        transfer,
        "blocked_cycles",
        blocked,
        "starved_cycles",
        starved,
        "idle_cycles",
        idle,
        "packets",
        0,
        "bytes",
        4 * transfer,
        "longest_block",
        90,
        "bursts",
        transfer,
        "longest_burst",
        1,
        "burst_histogram",
        0,
        transfer,
      ]);
    }
  }
  text += record("clock", "tb.dut.tapestry_clock_0", [...head, "clock", 0, "time", at * 10]);
  writeSync(file, text);
}
closeSync(file);
