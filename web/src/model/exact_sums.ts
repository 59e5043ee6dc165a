// SPDX-License-Identifier: Apache-2.0
// A state machine that was traced: every visit to the cycle, and running sums of each category, so that the sum
// over any stretch costs the same however many visits it holds.
import { pixels } from "../base/format";
import { type Category } from "../base/words";
import type { Run } from "../data/run";
import type { Trace } from "../data/trace";
import { categoryOf } from "./blocks";

export interface ExactSums {
  starts: Float64Array; // starts[i]: where visit i begins; the last entry is where the trace ends
  layer: Int32Array; // of each visit: its place among layers, or -1 where nothing is known
  layers: { category: Category; sums: Float64Array }[]; // sums[i]: cycles of visits 0 .. i-1
  trace: Trace;
}

// The edge up to which the trace says the same as what was counted: in every frame, or in the whole run when it has
// none, each state has as many cycles as its visits last, less those in which the tap was in reset and counted nothing.
// A lost record ends it.
function agreedUntil(run: Run, machine: number, trace: Trace, end: number): number {
  const rows = run.rowsWhere("states", "tap", machine);
  const names = new Set(rows.map((s) => s.state));
  const nameOf = (code: number) => {
    const name = trace.names?.[code - 1] ?? "";
    return names.has(name) ? name : "other";
  };
  const frames = run.frames(machine);
  const growth = new Map<string, Map<number, number>>();
  for (const name of frames ? [...names, "other"] : []) {
    const series = run.series.get(machine, `state.${name}`);
    growth.set(name, new Map(series && Array.from(series.positions, (frame, k) => [frame, series.values[k]!])));
  }
  const counted = (f: number, name: string) => {
    if (frames) return growth.get(name)!.get(frames.frame[f]!) ?? 0;
    return rows.filter((s) => s.state === name).reduce((sum, s) => sum + pixels(s.cycles), 0);
  };
  const observedSeries = frames && run.series.get(machine, "observed_cycles");
  const observedIn = new Map(
    observedSeries && Array.from(observedSeries.positions, (frame, k) => [frame, observedSeries.values[k]!]),
  );
  const observed = (f: number): number => {
    if (frames) return observedIn.get(frames.frame[f]!) ?? 0;
    return pixels(run.rowsWhere("taps", "tap", machine)[0]?.observed_cycles);
  };
  let visit = 0;
  let agreed = 0;
  for (let f = 0; f < (frames?.frame.length ?? 1); f++) {
    const [from, to] = frames ? [frames.start_edge[f]!, frames.end_edge[f]!] : [0, end];
    const seen = new Map([...names, "other"].map((name) => [name, 0]));
    while (visit + 1 < trace.edges.length && trace.edges[visit + 1]! <= from) visit++;
    for (let i = visit; i < trace.edges.length && trace.edges[i]! < to; i++) {
      const cycles = Math.min(trace.edges[i + 1] ?? end, to) - Math.max(trace.edges[i]!, from);
      const name = nameOf(trace.codes[i]!);
      seen.set(name, seen.get(name)! + cycles);
    }
    let uncounted = Math.max(Math.min(trace.edges[0] ?? to, to) - from, 0); // before the first record
    let isLess = false;
    for (const [name, cycles] of seen) {
      const more = cycles - counted(f, name);
      uncounted += more;
      isLess ||= more < 0;
    }
    if (isLess || uncounted !== to - from - observed(f)) break;
    agreed = to;
  }
  return agreed;
}

// `end`: edges of the clock, up to which the last visit lasts. Undefined when nothing of the trace can be relied on.
export function exactSums(run: Run, machine: number, trace: Trace, end: number): ExactSums | undefined {
  const until = agreedUntil(run, machine, trace, end);
  let n = trace.edges.length;
  while (n > 0 && trace.edges[n - 1]! >= until) n--;
  if (n === 0) return undefined;
  const starts = new Float64Array(n + 1);
  starts.set(trace.edges.subarray(0, n));
  starts[n] = until;
  const categories = new Map(run.rowsWhere("states", "tap", machine).map((s) => [s.state, categoryOf(s.category)]));
  const layers: ExactSums["layers"] = [];
  const layerOf = (name: string | undefined): number => {
    if (name === undefined) return -1;
    const category = categories.get(name) ?? "unknown";
    const at = layers.findIndex((l) => l.category === category);
    return at >= 0 ? at : layers.push({ category, sums: new Float64Array(n + 1) }) - 1;
  };
  const layerOfCode = [-1, ...(trace.names ?? []).map(layerOf)];
  const layer = new Int32Array(n);
  for (let i = 0; i < n; i++) layer[i] = layerOfCode[trace.codes[i]!] ?? -1;
  layers.forEach(({ sums }, k) => {
    for (let i = 0; i < n; i++) sums[i + 1] = sums[i]! + (layer[i] === k ? starts[i + 1]! - starts[i]! : 0);
  });
  return { starts, layer, layers, trace };
}

// The visit during which `edge` falls, or -1 before the first one; at least `from` is known to begin earlier.
export function visitAt(starts: Float64Array, edge: number, from = 0): number {
  let low = from;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= edge) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
