// SPDX-License-Identifier: Apache-2.0
// Writes a tap map and a reading of a large design: state machines in a row with queues between them, cut
// into frames, so that the run holds at least the wanted number of records of growth.
//
//     node large_run.mjs FOLDER BLOCKS FRAMES
import { mkdirSync, openSync, writeSync, closeSync, writeFileSync } from "node:fs";

const [folder, blocksText, framesText] = process.argv.slice(2);
const blocks = Number(blocksText);
const frames = Number(framesText);
const perFrame = 1000;
const states = ["WAIT_IN", "LOAD", "COMPUTE", "STORE", "WAIT_OUT"];

// A small generator of numbers, so that the run is the same everywhere.
let seed = 12345;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

const mask = (1n << 64n) - 1n;
function record(kind, path, words) {
  let sum = 0n;
  let text = `${kind} ${path}`;
  for (const word of words) {
    text += ` ${word}`;
    if (typeof word === "number") sum = (sum * 31n + BigInt(word)) & mask;
  }
  return `${text} sum ${sum}\n`;
}

const map = { schema: "tapestry.taps/1", top: "farm", clocks: [{ clock: 0, name: "clk", path: "farm.clk", edge: "posedge" }], taps: [], edges: [], ignored: [] };
const common = { clock: 0, reason: "made up", confidence: 1, module: "worker" };
for (let i = 0; i < blocks; i++) {
  const scope = `farm.u_row_${Math.floor(i / 50)}.u_worker_${i}`;
  map.taps.push({ ...common, tap: map.taps.length, kind: "fsm", path: `${scope}.state`, name: "state", instance: `${scope}.tapestry_fsm_state`, scope, source: `rtl/worker.sv:${10 + (i % 40)}`, observe: {}, width: 3, states: states.map((name, k) => ({ name, code: String(k), category: "", source: `rtl/worker.sv:${20 + k}` })) });
  if (i + 1 < blocks) {
    const next = `farm.u_row_${Math.floor((i + 1) / 50)}.u_worker_${i + 1}`;
    const path = `farm.link_${i}`;
    if (i % 10 === 0) map.taps.push({ ...common, tap: map.taps.length, kind: "stream", path, name: `link_${i}`, instance: `farm.tapestry_stream_link_${i}`, scope: "farm", source: "rtl/farm.sv:9", observe: {}, protocol: "valid_ready", bytes_per_beat: 4, bytes_per_keep: 0, bus: "", producer: scope, consumer: next });
    map.edges.push({ from: scope, to: next, channel: path });
  }
}
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/taps.json`, JSON.stringify(map));

const file = openSync(`${folder}/tapestry.reading`, "w");
const totals = map.taps.map((tap) => (tap.kind === "fsm" ? states.map(() => [0, 0]) : [0, 0, 0, 0]));
for (let frame = 0; frame < frames; frame++) {
  const end = frame + 1 === frames ? 1 : 0;
  const edges = (frame + 1) * perFrame;
  const head = ["edges", edges, "reset_cycles", 0, "observed_cycles", edges, "end", end, "saturated", 0];
  let text = "";
  map.taps.forEach((tap, i) => {
    const phase = Math.sin(frame / 17 + i / 60) * 0.4 + 0.5;
    if (tap.kind === "fsm") {
      const shares = [phase, 0.1, 1 - phase, 0.05, 0.2 * random() + 0.02];
      const whole = shares.reduce((a, b) => a + b);
      const cycles = shares.map((s) => Math.floor((s / whole) * perFrame));
      cycles[2] += perFrame - cycles.reduce((a, b) => a + b);
      const rows = totals[i].flatMap((total, k) => { total[0] += cycles[k]; total[1] += 5; return ["state", k, total[0], total[1], 1, 400]; });
      const visits = 5 * (frame + 1);
      const moves = states.flatMap((_, k) => { const n = k === 4 ? visits - 1 : visits; return n > 0 ? ["transition", k, (k + 1) % 5, n] : []; });
      text += record("fsm", `tb.${tap.instance.replace(/^farm/, "dut")}`, [...head, ...rows, ...moves]);
    } else {
      const moved = Math.floor(phase * 400);
      const growth = [moved, 300, 200, perFrame - moved - 500];
      totals[i] = totals[i].map((n, k) => n + growth[k]);
      const [transfer, blocked, starved, idle] = totals[i];
      text += record("stream", `tb.${tap.instance.replace(/^farm/, "dut")}`, [...head, "transfer_cycles", transfer, "blocked_cycles", blocked, "starved_cycles", starved, "idle_cycles", idle, "packets", 0, "bytes", 4 * transfer, "longest_block", 90, "bursts", transfer, "longest_burst", 1, "burst_histogram", 0, transfer]);
    }
  });
  text += record("clock", "tb.dut.tapestry_clock_0", [...head, "clock", 0, "time", edges * 10]);
  writeSync(file, text);
}
closeSync(file);
