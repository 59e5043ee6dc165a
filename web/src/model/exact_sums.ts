// SPDX-License-Identifier: Apache-2.0
// A state machine that was traced: every visit to a state, exact to the cycle. Running sums for each category make the
// sum over any span cost the same, however many visits it holds.
import { upperBound } from "../base/algorithms";
import { toNumber } from "../base/format";
import { type Category } from "../base/words";
import type { Run } from "../data/run";
import type { Trace } from "../data/trace";
import { categoryOf } from "./blocks";

export interface ExactSums {
  starts: Float64Array; // starts[i]: the edge at which visit i begins; one more entry for where the trace ends
  layerOfVisit: Int32Array; // index into `layers`, or -1 where the state is not known
  layers: { category: Category; sums: Float64Array }[]; // sums[i]: cycles of visits 0 .. i-1
  trace: Trace;
}

// What the tap counted in one frame, or in the whole run when that was not cut into frames.
interface Counted {
  from: number;
  to: number;
  observed: number;
  cyclesIn: (state: string) => number;
}

function countedFrames(run: Run, machine: number, states: Set<string>, end: number): Counted[] {
  const frames = run.frames(machine);
  if (!frames) {
    const rows = run.rowsWhere("states", "tap", machine);
    const observed = toNumber(run.rowsWhere("taps", "tap", machine)[0]?.observed_cycles);
    const cyclesIn = (state: string) =>
      rows.filter((s) => s.state === state).reduce((sum, s) => sum + toNumber(s.cycles), 0);
    return [{ from: 0, to: end, observed, cyclesIn }];
  }
  const byFrame = (name: string) => {
    const series = run.series.get(machine, name);
    return new Map(series && Array.from(series.positions, (frame, k) => [frame, series.values[k]!]));
  };
  const observed = byFrame("observed_cycles");
  const cycles = new Map([...states].map((state) => [state, byFrame(`state.${state}`)]));
  return frames.frame.map((frame, f) => ({
    from: frames.start_edge[f]!,
    to: frames.end_edge[f]!,
    observed: observed.get(frame) ?? 0,
    cyclesIn: (state) => cycles.get(state)!.get(frame) ?? 0,
  }));
}

// The edge up to which the trace agrees with the counters; a lost record ends the agreement. In reset the tap counts
// nothing, but the visit goes on. So visits may be longer than what was counted, by exactly the cycles that the tap did
// not observe.
function trustedUntil(run: Run, machine: number, trace: Trace, end: number): number {
  const named = new Set(run.rowsWhere("states", "tap", machine).map((s) => s.state));
  const states = new Set([...named, "other"]);
  const stateOf = (code: number) => {
    const name = trace.names?.[code - 1] ?? "";
    return named.has(name) ? name : "other";
  };
  let visit = 0;
  let trusted = 0;
  for (const { from, to, observed, cyclesIn } of countedFrames(run, machine, states, end)) {
    const traced = new Map<string, number>();
    while (visit + 1 < trace.edges.length && trace.edges[visit + 1]! <= from) visit++;
    for (let i = visit; i < trace.edges.length && trace.edges[i]! < to; i++) {
      const cycles = Math.min(trace.edges[i + 1] ?? end, to) - Math.max(trace.edges[i]!, from);
      const state = stateOf(trace.codes[i]!);
      traced.set(state, (traced.get(state) ?? 0) + cycles);
    }
    const surplus = [...states].map((state) => (traced.get(state) ?? 0) - cyclesIn(state));
    const beforeFirst = Math.max(Math.min(trace.edges[0] ?? to, to) - from, 0);
    const uncounted = surplus.reduce((sum, cycles) => sum + cycles, beforeFirst);
    if (surplus.some((cycles) => cycles < 0) || uncounted !== to - from - observed) break;
    trusted = to;
  }
  return trusted;
}

// The last visit lasts until `end`, the number of edges of the clock. Undefined when the counters contradict the trace
// from the start.
export function exactSums(run: Run, machine: number, trace: Trace, end: number): ExactSums | undefined {
  const until = trustedUntil(run, machine, trace, end);
  let n = trace.edges.length;
  while (n > 0 && trace.edges[n - 1]! >= until) n--;
  if (n === 0) return undefined;
  const starts = new Float64Array(n + 1);
  starts.set(trace.edges.subarray(0, n));
  starts[n] = until;
  const categories = new Map(run.rowsWhere("states", "tap", machine).map((s) => [s.state, categoryOf(s.category)]));
  const layers: ExactSums["layers"] = [];
  const layerOf = (state: string): number => {
    const category = categories.get(state) ?? "unknown";
    const known = layers.findIndex((l) => l.category === category);
    return known >= 0 ? known : layers.push({ category, sums: new Float64Array(n + 1) }) - 1;
  };
  const layerOfCode = [-1, ...(trace.names ?? []).map(layerOf)];
  const layerOfVisit = new Int32Array(n);
  for (let i = 0; i < n; i++) layerOfVisit[i] = layerOfCode[trace.codes[i]!] ?? -1;
  layers.forEach(({ sums }, k) => {
    for (let i = 0; i < n; i++) sums[i + 1] = sums[i]! + (layerOfVisit[i] === k ? starts[i + 1]! - starts[i]! : 0);
  });
  return { starts, layerOfVisit, layers, trace };
}

// Cycles in a layer from the start of the trace until `edge`, which lies in `visit`.
export function cyclesUntil(exact: ExactSums, layer: number, visit: number, edge: number): number {
  const inVisit = exact.layerOfVisit[visit] === layer ? edge - exact.starts[visit]! : 0;
  return exact.layers[layer]!.sums[visit]! + inVisit;
}

// The visit during which `edge` falls, or -1 before the first one. The search begins at visit `from`.
export const visitAt = (starts: Float64Array, edge: number, from = 0): number => upperBound(starts, edge, from) - 1;
