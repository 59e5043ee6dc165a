// SPDX-License-Identifier: Apache-2.0
// One row of the timeline: what a tap did in each frame, as running sums, so that the sum over any
// stretch of frames costs the same however many there are. That is what keeps a million records at
// sixty pictures a second.
import { binCategory, channelBins, type Category } from "../base/words";
import type { FrameList } from "../contract/page_data";
import type { Run } from "../data/run";
import { categoryOf } from "./blocks";

export interface Layer {
  category: Category;
  sums: Float64Array; // sums[i]: of frames 0 .. i-1
}

export interface FrameSums {
  edges: Float64Array; // edges[i]: where frame i starts; one more than there are frames
  layers: Layer[];
  observed: Float64Array; // running sums too
}

function runningSum(
  frames: FrameList,
  index: Map<number, number>,
  into: Float64Array,
  positions: Float64Array,
  values: Float64Array,
): void {
  const growth = new Float64Array(frames.frame.length);
  positions.forEach((frame, k) => {
    const i = index.get(frame);
    if (i !== undefined) growth[i]! += values[k]!;
  });
  let sum = 0;
  growth.forEach((g, i) => {
    into[i + 1]! += sum += g;
  });
}

export function edgesOf(frames: FrameList): Float64Array {
  const edges = new Float64Array(frames.frame.length + 1);
  frames.start_edge.forEach((edge, i) => (edges[i] = edge));
  edges[frames.frame.length] = frames.end_edge.at(-1) ?? 0;
  return edges;
}

// `layerOf` says to which category a number of the tap belongs, if to any.
function sums(run: Run, tap: number, layerOf: (name: string) => Category | undefined): FrameSums | undefined {
  const frames = run.frames(tap);
  if (!frames || frames.frame.length === 0) return undefined;
  const index = new Map(frames.frame.map((frame, i) => [frame, i]));
  const layers = new Map<Category, Float64Array>();
  const observed = new Float64Array(frames.frame.length + 1);
  for (const name of run.series.names(tap)) {
    const category = layerOf(name);
    const into =
      name === "observed_cycles"
        ? observed
        : category && (layers.get(category) ?? new Float64Array(frames.frame.length + 1));
    if (!into) continue;
    const series = run.series.get(tap, name)!;
    runningSum(frames, index, into, series.positions, series.values);
    if (category) layers.set(category, into);
  }
  return { edges: edgesOf(frames), layers: [...layers].map(([category, s]) => ({ category, sums: s })), observed };
}

export function machineSums(run: Run, tap: number): FrameSums | undefined {
  const categoryOfState = new Map(
    run.rowsWhere("states", "tap", tap).map((s) => [`state.${s.state}`, categoryOf(s.category)]),
  );
  return sums(run, tap, (name) => categoryOfState.get(name) ?? (name.startsWith("state.") ? "unknown" : undefined));
}

export function channelSums(run: Run, tap: number): FrameSums | undefined {
  const bins = new Map(channelBins.map((bin) => [`${bin}_cycles`, binCategory[bin]]));
  return sums(run, tap, (name) => bins.get(name));
}

// One number of a tap over the frames, for curves.
export function curveSums(run: Run, tap: number, name: string): FrameSums | undefined {
  return sums(run, tap, (n) => (n === name ? "transfer" : undefined));
}

// What several taps did together, of those that were cut into the same frames.
export function together(list: FrameSums[]): FrameSums | undefined {
  const [first] = list;
  if (!first) return undefined;
  const isAlike = (s: FrameSums) =>
    s.edges.length === first.edges.length && s.edges.every((edge, i) => edge === first.edges[i]);
  const layers = new Map<Category, Float64Array>();
  const observed = new Float64Array(first.observed.length);
  const add = (into: Float64Array, from: Float64Array) => from.forEach((value, i) => (into[i]! += value));
  for (const one of list.filter(isAlike)) {
    add(observed, one.observed);
    for (const { category, sums } of one.layers) {
      if (!layers.has(category)) layers.set(category, new Float64Array(first.observed.length));
      add(layers.get(category)!, sums);
    }
  }
  return { edges: first.edges, layers: [...layers].map(([category, s]) => ({ category, sums: s })), observed };
}

// The first frame that ends after `edge`.
export function frameAt(edges: Float64Array, edge: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle + 1]! > edge) high = middle;
    else low = middle + 1;
  }
  return Math.min(low, edges.length - 2);
}
