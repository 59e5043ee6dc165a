// SPDX-License-Identifier: Apache-2.0
// Rows of several clocks on one axis. Software counts nanoseconds; the clock of a device that it drove lies on them by
// a straight line, so that what happened on both sides stands where it happened.
import { pixels } from "../base/format";
import type { Rows } from "../contract/rows";

export interface Axis {
  at: number; // where edge 0 of the row's own clock stands
  step: number; // from edge to edge
  end: number; // its edges
}
interface Span {
  from: number;
  to: number;
}

export const placeOf = (axis: Axis | undefined, edge: number): number => (axis ? axis.at + edge * axis.step : edge);
export const edgeOf = (axis: Axis | undefined, place: number): number => (axis ? (place - axis.at) / axis.step : place);
export const spanOn = (axis: Axis | undefined, span: Span): Span =>
  axis ? { from: edgeOf(axis, span.from), to: edgeOf(axis, span.to) } : span;

// The clocks that stand beside the one that is shown, by their numbers.
export function axesBeside(clocks: Rows["clocks"][], shown: Rows["clocks"]): Map<number, Axis> {
  const axes = new Map<number, Axis>();
  if (shown.unit !== "ns") return axes;
  for (const c of clocks)
    if (c.unit !== "ns" && c.rate_hz && c.offset_ns !== null)
      axes.set(c.clock, { at: c.offset_ns, step: 1e9 / c.rate_hz, end: pixels(c.edges) });
  return axes;
}
