// SPDX-License-Identifier: Apache-2.0
// Writes a tap map and a reading with one of each: a traced machine, one whose trace lost records, hardware threads,
// assertions that held and did not, a sum, a trace on a trigger.
//
//     node made_run.mjs FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { record } from "./reading_text.mjs";

const folder = process.argv[2];
const end = 1000;
const cuts = [400, end];

// Visits of a machine that cycles through its states, with a fixed dwell time for each.
function round(dwells, first = 0) {
  const visits = [];
  for (let edge = first, i = 0; edge < end; edge += dwells[i++ % dwells.length]) visits.push([edge, i % dwells.length]);
  return visits;
}

// The numbers of a state machine at an edge, counted from its visits.
function counted(visits, states, to) {
  const numbers = states.map(() => ({ cycles: 0, entries: 0, least: 0, most: 0 }));
  const moves = new Map();
  const begun = visits.filter(([edge]) => edge < to);
  begun.forEach(([edge, state], i) => {
    const next = begun[i + 1];
    const length = (next?.[0] ?? to) - edge;
    const n = numbers[state];
    n.cycles += length;
    n.entries++;
    n.most = Math.max(n.most, length);
    if (!next) return;
    n.least = n.least ? Math.min(n.least, length) : length;
    const move = `${state} ${next[1]}`;
    moves.set(move, (moves.get(move) ?? 0) + 1);
  });
  return [
    ...numbers.flatMap((n, k) => (n.entries > 0 ? ["state", k, n.cycles, n.entries, n.least, n.most] : [])),
    ...[...moves].flatMap(([move, n]) => ["transition", ...move.split(" ").map(Number), n]),
  ];
}

const map = {
  schema: "tapestry.taps/1",
  top: "mill",
  clocks: [{ clock: 0, name: "clk", path: "mill.clk", edge: "posedge" }],
  taps: [],
  edges: [],
  ignored: [],
};
const linesOf = [];
function add(kind, path, members, words) {
  const name = path.split(".").pop();
  const scope = path.slice(0, -name.length - 1);
  const instance = `${scope}.tapestry_${kind}_${map.taps.length}`;
  map.taps.push({
    tap: map.taps.length,
    kind,
    path,
    module: "mill",
    name,
    instance,
    scope,
    clock: 0,
    source: `mill.sv:${10 + map.taps.length}`,
    reason: "made up",
    confidence: 1,
    observe: {},
    ...members,
  });
  linesOf.push((to) =>
    record(kind, instance, [
      "edges",
      to,
      "reset_cycles",
      0,
      "observed_cycles",
      to,
      "end",
      to === end ? 1 : 0,
      "saturated",
      0,
      ...words(to),
    ]),
  );
}

const statesOf = (names) =>
  names.map((name, k) => ({ name: name[0], code: String(k), category: name[1], source: `mill.sv:${40 + k}` }));
const change = { width: 2, trigger: "change", lasted: 1, before: 0, after: 1, depth: 0 };
const rows = (records, from, to) =>
  records.flatMap(([edge, value], i) => (edge >= from && edge < to ? ["record", i, edge, value] : []));
const cutBefore = (to) => cuts[cuts.indexOf(to) - 1] ?? 0;
// Of all records, the first `kept` are in the trace and the others are lost.
const traced =
  (records, kept = records.length) =>
  (to) => {
    const seen = records.filter(([edge]) => edge < to).length;
    return [
      "records",
      Math.min(seen, kept),
      "lost",
      Math.max(seen - kept, 0),
      ...rows(records.slice(0, kept), cutBefore(to), to),
    ];
  };

const lathe = statesOf([
  ["FETCH", "wait_recv"],
  ["CUT", "busy"],
  ["STORE", "transfer"],
]);
for (const [name, visits, kept] of [
  ["u_lathe", round([7, 12, 1])],
  ["u_saw", round([30, 20, 4]), 30],
]) {
  add("fsm", `mill.${name}.state`, { width: 2, states: lathe }, (to) => counted(visits, lathe, to));
  add("trace", `mill.${name}.state`, { ...change, states: lathe }, traced(visits, kept));
}
const thread = statesOf([
  ["idle", "idle"],
  ["running", "busy"],
  ["critical", "busy"],
  ["spinning", "wait_sync"],
]);
for (const i of [0, 1])
  add("fsm", `mill.worker[${i}]`, { width: 2, states: thread, protocol: "threads" }, (to) =>
    counted(round([5, 60 + 20 * i, 9, 14 * i + 1]), thread, to),
  );
add("assert", "mill.never_both", {}, (to) => ["violations", to > 617 ? 3 : 0, "first_violation", to > 617 ? 617 : 0]);
add("assert", "mill.never_empty", {}, () => ["violations", 0, "first_violation", 0]);
add("sum", "mill.energy", { width: 16 }, (to) => ["samples", to / 2, "total", to * 3, "unknown", 0]);
add(
  "trace",
  "mill.overload",
  { ...change, width: 8, trigger: "level", states: [] },
  traced([
    [100, 7],
    [350, 9],
    [351, 12],
    [900, 255],
  ]),
);

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/taps.json`, JSON.stringify(map));
const clock = (to) =>
  record("clock", "mill.tapestry_clock_0", [
    "edges",
    to,
    "reset_cycles",
    0,
    "observed_cycles",
    to,
    "end",
    to === end ? 1 : 0,
    "saturated",
    0,
    "clock",
    0,
    "time",
    5 * to,
  ]);
writeFileSync(
  `${folder}/tapestry.reading`,
  cuts.map((to) => [...linesOf, clock].map((line) => line(to)).join("")).join(""),
);
