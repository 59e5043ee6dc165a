// SPDX-License-Identifier: Apache-2.0
// Paints rows of a timeline into pixels. A column of pixels shows the sum over the frames it covers, its
// layers on top of each other; where a frame is wider than a pixel it becomes a block. Pixels are
// written straight into memory: the cost is that of the area and not of the number of records.
import { palette, rgb, type Theme } from "../base/palette";
import { categories } from "../base/words";
import { visitAt, type ExactSums } from "../model/exact_sums";
import { frameAt, type FrameSums } from "../model/frame_sums";

export interface Span { from: number; to: number } // edges

// Little-endian RGBA, as ImageData has it.
export const packed = (hex: string, alpha = 255) => {
  const [r, g, b] = rgb(hex);
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
};

export function colours(theme: Theme): Map<string, number> {
  return new Map(categories.map((c) => [c, packed(palette[theme][c])]));
}

export function paintRow(pixels: Uint32Array, stride: number, top: number, height: number, x0: number, x1: number, width: number, sums: FrameSums, span: Span, colourOf: Map<string, number>): void {
  const layers = [...sums.layers].sort((a, b) => categories.indexOf(a.category as never) - categories.indexOf(b.category as never));
  const tints = layers.map((l) => colourOf.get(l.category)!);
  const edges = sums.edges;
  const last = edges.length - 1;
  const perPixel = (span.to - span.from) / width;
  const ends = new Int32Array(layers.length);
  for (let x = x0; x < x1; x++) {
    const from = span.from + x * perPixel;
    const to = from + perPixel;
    if (to <= edges[0]! || from >= edges[last]!) continue;
    const a = frameAt(edges, Math.max(from, edges[0]!));
    const b = Math.max(frameAt(edges, Math.min(to, edges[last]!) - 1e-9), a) + 1;
    const whole = sums.observed[b]! - sums.observed[a]!;
    if (whole <= 0) continue;
    let sum = 0;
    for (let k = 0; k < layers.length; k++) {
      sum += layers[k]!.sums[b]! - layers[k]!.sums[a]!;
      ends[k] = Math.round((sum / whole) * height);
    }
    let y = 0;
    for (let k = 0; k < layers.length; k++) {
      const tint = tints[k]!;
      for (const end = Math.min(ends[k]!, height); y < end; y++) pixels[(top + height - 1 - y) * stride + x] = tint;
    }
  }
}

// A curve of one number for each cycle, `most` being the top of the row.
export function paintCurve(pixels: Uint32Array, stride: number, top: number, height: number, x0: number, x1: number, width: number, sums: FrameSums, span: Span, most: number, line: number, fill: number): void {
  const edges = sums.edges;
  const last = edges.length - 1;
  const layer = sums.layers[0];
  const perPixel = (span.to - span.from) / width;
  let before = -1;
  for (let x = Math.max(x0 - 1, 0); x < x1; x++) {
    const from = span.from + x * perPixel;
    if (from + perPixel <= edges[0]! || from >= edges[last]!) continue;
    const a = frameAt(edges, Math.max(from, edges[0]!));
    const b = Math.max(frameAt(edges, Math.min(from + perPixel, edges[last]!) - 1e-9), a) + 1;
    const whole = sums.observed[b]! - sums.observed[a]!;
    const mean = whole > 0 && layer ? (layer.sums[b]! - layer.sums[a]!) / whole : 0;
    const y = Math.round((1 - Math.min(mean / most, 1)) * (height - 1));
    if (x >= x0) {
      for (let k = y; k < height; k++) pixels[(top + k) * stride + x] = fill;
      const [lo, hi] = before < 0 ? [y, y] : [Math.min(before, y), Math.max(before, y)];
      for (let k = lo; k <= hi; k++) pixels[(top + k) * stride + x] = line;
    }
    before = y;
  }
}

// A traced row: what is in a column is known to the cycle, and one visit fills it alone.
export function paintExact(pixels: Uint32Array, stride: number, top: number, height: number, width: number, exact: ExactSums, span: Span, colourOf: Map<string, number>): void {
  const { starts, layer, layers } = exact;
  const visits = starts.length - 1;
  const tints = layers.map((l) => colourOf.get(l.category)!);
  const order = layers.map((_, k) => k).sort((a, b) => categories.indexOf(layers[a]!.category) - categories.indexOf(layers[b]!.category));
  const perPixel = (span.to - span.from) / width;
  const before = new Float64Array(layers.length);
  const now = new Float64Array(layers.length);
  const sumsAt = (visit: number, edge: number, into: Float64Array) => {
    for (let k = 0; k < into.length; k++) into[k] = layers[k]!.sums[visit]! + (visit < visits && layer[visit] === k ? edge - starts[visit]! : 0);
  };
  let a = Math.max(visitAt(starts, span.from), 0);
  sumsAt(a, Math.max(span.from, starts[0]!), before);
  for (let x = 0; x < width; x++) {
    const from = span.from + x * perPixel;
    const to = from + perPixel;
    if (from >= starts[visits]!) return;
    if (to <= starts[0]!) continue;
    const b = visitAt(starts, Math.min(to, starts[visits]!), a);
    sumsAt(b, Math.min(to, starts[visits]!), now);
    let whole = 0;
    for (let k = 0; k < now.length; k++) whole += now[k]! - before[k]!;
    let sum = 0;
    let y = 0;
    for (const k of whole > 0 ? order : []) {
      sum += now[k]! - before[k]!;
      const end = Math.min(Math.round((sum / whole) * height), height);
      for (const tint = tints[k]!; y < end; y++) pixels[(top + height - 1 - y) * stride + x] = tint;
    }
    before.set(now);
    a = Math.max(b, 0);
  }
}
