// SPDX-License-Identifier: Apache-2.0
// A state machine that was traced: every visit to the cycle, and running sums of each category, so that the sum
// over any stretch costs the same however many visits it holds.
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

// `end`: edges up to which the last visit lasts. Where records were lost after it, nobody knows how long that was.
export function exactSums(run: Run, machine: number, trace: Trace, end: number, lost: boolean): ExactSums {
  const n = lost ? Math.max(trace.edges.length - 1, 0) : trace.edges.length;
  const starts = new Float64Array(n + 1);
  starts.set(trace.edges.subarray(0, n));
  starts[n] = Math.max(lost ? (trace.edges[n] ?? 0) : end, starts[Math.max(n - 1, 0)]!);
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
