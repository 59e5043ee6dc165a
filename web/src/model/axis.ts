// SPDX-License-Identifier: Apache-2.0
// Rows of several clocks on one axis. The axis counts edges of one clock. Where that is the clock of software, which
// counts nanoseconds, the clock of a device that the software drove is placed on it by its offset and its period.
import { toNumber } from "../base/format";
import type { Rows } from "../contract/rows";

export interface Span {
  from: number;
  to: number;
}

// How the edges of another clock lie on the axis.
export interface Axis {
  offset: number; // position of that clock's edge 0
  period: number; // distance from edge to edge
  edges: number; // how many edges that clock had
}

// Without an Axis, the row is on the axis's own clock, and edges are positions.
export const positionOf = (axis: Axis | undefined, edge: number): number =>
  axis ? axis.offset + edge * axis.period : edge;
export const edgeOf = (axis: Axis | undefined, position: number): number =>
  axis ? (position - axis.offset) / axis.period : position;
export const spanInEdges = (axis: Axis | undefined, span: Span): Span => ({
  from: edgeOf(axis, span.from),
  to: edgeOf(axis, span.to),
});

// By number, the clocks that can be drawn on the axis of the clock that is shown.
export function axesOfOtherClocks(clocks: Rows["clocks"][], shown: Rows["clocks"]): Map<number, Axis> {
  const axes = new Map<number, Axis>();
  if (shown.unit !== "ns") return axes;
  for (const c of clocks)
    if (c.unit !== "ns" && c.rate_hz && c.offset_ns !== null)
      axes.set(c.clock, { offset: c.offset_ns, period: 1e9 / c.rate_hz, edges: toNumber(c.edges) });
  return axes;
}
