// SPDX-License-Identifier: Apache-2.0
// What a row did between two edges: exact to the cycle where its visits are known, else summed over all frames that
// the range touches.
import { pixels } from "../base/format";
import type { Part } from "./blocks";
import { visitAt, type ExactSums } from "./exact_sums";
import { frameAt, type FrameSums } from "./frame_sums";

export interface RangeSums {
  parts: Part[]; // the greatest first
  cycles: number;
  exact: boolean;
  from: number; // edges that were really summed
  to: number;
}

export function rangeOf(
  exact: ExactSums | undefined,
  frames: FrameSums | undefined,
  range: { from: number; to: number },
): RangeSums | undefined {
  if (exact && exact.starts[0]! <= range.from && exact.starts.at(-1)! >= range.to) return exactRange(exact, range);
  return frames && frameRange(frames, range);
}

const greatestFirst = (parts: Part[]): Part[] =>
  parts.filter((p) => pixels(p.cycles) > 0).sort((a, b) => pixels(b.cycles) - pixels(a.cycles));

function exactRange(exact: ExactSums, { from, to }: { from: number; to: number }): RangeSums {
  const upTo = (edge: number, layer: number): number => {
    const i = Math.min(visitAt(exact.starts, edge), exact.starts.length - 2);
    const begun = exact.layer[i] === layer ? edge - exact.starts[i]! : 0;
    return exact.layers[layer]!.sums[i]! + begun;
  };
  const parts = exact.layers.map(({ category }, k): Part => ({
    category,
    label: category,
    cycles: upTo(to, k) - upTo(from, k),
  }));
  return { parts: greatestFirst(parts), cycles: to - from, exact: true, from, to };
}

function frameRange(sums: FrameSums, range: { from: number; to: number }): RangeSums {
  const a = frameAt(sums.edges, range.from);
  const b = Math.max(frameAt(sums.edges, range.to - 1), a) + 1;
  const parts = sums.layers.map((layer): Part => ({
    category: layer.category,
    label: layer.category,
    cycles: layer.sums[b]! - layer.sums[a]!,
    estimated: true,
  }));
  return {
    parts: greatestFirst(parts),
    cycles: sums.observed[b]! - sums.observed[a]!,
    exact: false,
    from: sums.edges[a]!,
    to: sums.edges[b]!,
  };
}
