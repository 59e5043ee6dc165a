// SPDX-License-Identifier: Apache-2.0
// What a row did between two edges: exact to the cycle where its visits are known, else summed over all frames that
// the range touches.
import { toNumber } from "../base/format";
import type { Span } from "./axis";
import type { Part } from "./blocks";
import { cyclesUntil, type ExactSums, visitAt } from "./exact_sums";
import { frameAt, type FrameSums } from "./frame_sums";

export interface RangeSums {
  parts: Part[]; // the largest first
  cycles: number;
  exact: boolean;
  from: number; // what was summed, which with frames is more than the range
  to: number;
}

export function rangeSums(
  exact: ExactSums | undefined,
  frames: FrameSums | undefined,
  range: Span,
): RangeSums | undefined {
  if (exact && exact.starts[0]! <= range.from && exact.starts.at(-1)! >= range.to) return exactRange(exact, range);
  return frames && frameRange(frames, range);
}

const largestFirst = (parts: Part[]): Part[] =>
  parts.filter((p) => toNumber(p.cycles) > 0).sort((a, b) => toNumber(b.cycles) - toNumber(a.cycles));

function exactRange(exact: ExactSums, { from, to }: Span): RangeSums {
  const lastVisit = exact.starts.length - 2;
  const until = (edge: number, layer: number) =>
    cyclesUntil(exact, layer, Math.min(visitAt(exact.starts, edge), lastVisit), edge);
  const parts = exact.layers.map(({ category }, k): Part => ({
    category,
    label: category,
    cycles: until(to, k) - until(from, k),
  }));
  return { parts: largestFirst(parts), cycles: to - from, exact: true, from, to };
}

function frameRange(sums: FrameSums, range: Span): RangeSums {
  const a = frameAt(sums.edges, range.from);
  const b = Math.max(frameAt(sums.edges, range.to - 1), a) + 1;
  const parts = sums.layers.map((layer): Part => ({
    category: layer.category,
    label: layer.category,
    cycles: layer.sums[b]! - layer.sums[a]!,
    estimated: true,
  }));
  return {
    parts: largestFirst(parts),
    cycles: sums.observed[b]! - sums.observed[a]!,
    exact: false,
    from: sums.edges[a]!,
    to: sums.edges[b]!,
  };
}
