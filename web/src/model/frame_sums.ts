// SPDX-License-Identifier: Apache-2.0
// What a tap did in each frame, as running sums, so that the sum over any number of frames costs the same. This lets
// the timeline draw a million records at 60 pictures a second.
import { upperBound } from "../base/algorithms";
import { binCategory, type Category, channelBins } from "../base/words";
import type { FrameList } from "../contract/page_data";
import type { Run } from "../data/run";
import type { Series } from "../data/series";
import { categoryOf } from "./blocks";

export interface Layer {
  category: Category;
  sums: Float64Array; // sums[i]: cycles in frames 0 .. i-1
}

export interface FrameSums {
  edges: Float64Array; // edges[i]: where frame i starts; one more entry for where the last one ends
  layers: Layer[];
  observed: Float64Array; // running sums of observed_cycles
}

// Adds the running sum of a series, which has values only for frames in which something happened.
function addRunningSum(into: Float64Array, indexOfFrame: Map<number, number>, series: Series): void {
  const growth = new Float64Array(into.length - 1);
  series.positions.forEach((frame, k) => {
    const i = indexOfFrame.get(frame);
    if (i !== undefined) growth[i]! += series.values[k]!;
  });
  let sum = 0;
  growth.forEach((g, i) => {
    sum += g;
    into[i + 1]! += sum;
  });
}

export function frameEdges(frames: FrameList): Float64Array {
  const edges = new Float64Array(frames.frame.length + 1);
  frames.start_edge.forEach((edge, i) => (edges[i] = edge));
  edges[frames.frame.length] = frames.end_edge.at(-1) ?? 0;
  return edges;
}

// `categoryOfNumber` tells which category a number of the tap belongs to, if any.
function sumFrames(
  run: Run,
  tap: number,
  categoryOfNumber: (name: string) => Category | undefined,
): FrameSums | undefined {
  const frames = run.frames(tap);
  if (!frames || frames.frame.length === 0) return undefined;
  const index = new Map(frames.frame.map((frame, i) => [frame, i]));
  const layers = new Map<Category, Float64Array>();
  const observed = new Float64Array(frames.frame.length + 1);
  for (const name of run.series.names(tap)) {
    const category = categoryOfNumber(name);
    const into =
      name === "observed_cycles"
        ? observed
        : category && (layers.get(category) ?? new Float64Array(frames.frame.length + 1));
    if (!into) continue;
    addRunningSum(into, index, run.series.get(tap, name)!);
    if (category) layers.set(category, into);
  }
  return { edges: frameEdges(frames), layers: [...layers].map(([category, s]) => ({ category, sums: s })), observed };
}

export function machineSums(run: Run, tap: number): FrameSums | undefined {
  const categoryOfState = new Map(
    run.rowsWhere("states", "tap", tap).map((s) => [`state.${s.state}`, categoryOf(s.category)]),
  );
  return sumFrames(
    run,
    tap,
    (name) => categoryOfState.get(name) ?? (name.startsWith("state.") ? "unknown" : undefined),
  );
}

export function channelSums(run: Run, tap: number): FrameSums | undefined {
  const bins = new Map(channelBins.map((bin) => [`${bin}_cycles`, binCategory[bin]]));
  return sumFrames(run, tap, (name) => bins.get(name));
}

// One number of the tap, for a curve; the category is of no meaning.
export function curveSums(run: Run, tap: number, name: string): FrameSums | undefined {
  return sumFrames(run, tap, (n) => (n === name ? "transfer" : undefined));
}

// The sums of several taps added up. Taps whose frames differ from those of the first are left out.
export function combinedSums(list: FrameSums[]): FrameSums | undefined {
  const [first] = list;
  if (!first) return undefined;
  const hasSameFrames = (s: FrameSums) =>
    s.edges.length === first.edges.length && s.edges.every((edge, i) => edge === first.edges[i]);
  const layers = new Map<Category, Float64Array>();
  const observed = new Float64Array(first.observed.length);
  const add = (into: Float64Array, from: Float64Array) => from.forEach((value, i) => (into[i]! += value));
  for (const one of list.filter(hasSameFrames)) {
    add(observed, one.observed);
    for (const { category, sums } of one.layers) {
      if (!layers.has(category)) layers.set(category, new Float64Array(first.observed.length));
      add(layers.get(category)!, sums);
    }
  }
  return { edges: first.edges, layers: [...layers].map(([category, s]) => ({ category, sums: s })), observed };
}

// The first frame that ends after `edge`; the last one when none does.
export const frameAt = (edges: Float64Array, edge: number): number =>
  Math.min(upperBound(edges, edge, 1) - 1, edges.length - 2);
