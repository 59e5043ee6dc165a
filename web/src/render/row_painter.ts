// SPDX-License-Identifier: Apache-2.0
// Paints rows of a timeline into pixels. A column of pixels shows the sum over the frames it covers, its
// layers on top of each other; where a frame is wider than a pixel it becomes a block. Pixels are
// written straight into memory: the cost is that of the area and not of the number of records.
import { palette, rgb, type Theme } from "../base/palette";
import { categories } from "../base/words";
import { visitAt, type ExactSums } from "../model/exact_sums";
import { frameAt, type FrameSums } from "../model/frame_sums";

export interface Span {
  from: number;
  to: number;
} // edges

// Little-endian RGBA, as ImageData has it.
export const packed = (hex: string, alpha = 255) => {
  const [r, g, b] = rgb(hex);
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
};

export function colours(theme: Theme): Map<string, number> {
  return new Map(categories.map((c) => [c, packed(palette[theme][c])]));
}

export function paintRow(
  pixels: Uint32Array,
  stride: number,
  top: number,
  height: number,
  x0: number,
  x1: number,
  width: number,
  sums: FrameSums,
  span: Span,
  colourOf: Map<string, number>,
): void {
  const layers = [...sums.layers].sort(
    (a, b) => categories.indexOf(a.category as never) - categories.indexOf(b.category as never),
  );
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
export function paintCurve(
  pixels: Uint32Array,
  stride: number,
  top: number,
  height: number,
  x0: number,
  x1: number,
  width: number,
  sums: FrameSums,
  span: Span,
  most: number,
  line: number,
  fill: number,
): void {
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

// A traced row: what is in a column is known to the cycle, and one visit fills it alone. Such columns are gathered
// in a line that is then copied for each row of pixels; only columns of several visits are summed.
export function paintExact(
  pixels: Uint32Array,
  stride: number,
  top: number,
  height: number,
  width: number,
  exact: ExactSums,
  span: Span,
  colourOf: Map<string, number>,
): void {
  const { starts, layer, layers } = exact;
  const end = starts[starts.length - 1]!;
  const tints = layers.map((l) => colourOf.get(l.category)!);
  const order = layers
    .map((_, k) => k)
    .sort((a, b) => categories.indexOf(layers[a]!.category) - categories.indexOf(layers[b]!.category));
  const perPixel = (span.to - span.from) / width;
  const sumAt = (k: number, visit: number, edge: number) =>
    layers[k]!.sums[visit]! + (layer[visit] === k ? edge - starts[visit]! : 0);
  const parts = new Float64Array(order.length);
  const mixed = (x: number, a: number, from: number, b: number, to: number) => {
    let whole = 0;
    for (let i = 0; i < parts.length; i++) whole += parts[i] = sumAt(order[i]!, b, to) - sumAt(order[i]!, a, from);
    if (whole <= 0) return;
    let sum = 0;
    let at = (top + height - 1) * stride + x;
    let y = 0;
    for (let i = 0; i < parts.length; i++) {
      sum += parts[i]!;
      const until = Math.round((sum / whole) * height);
      for (const tint = tints[order[i]!]!; y < until; y++, at -= stride) pixels[at] = tint;
    }
  };
  const line = new Uint32Array(width);
  let gathered = 0; // columns of the line up to here
  let first = 0; // of those that are not yet copied
  const copy = () => {
    if (gathered > first)
      for (let y = 0; y < height; y++) pixels.set(line.subarray(first, gathered), (top + y) * stride + first);
  };
  let a = Math.max(visitAt(starts, span.from), 0);
  for (let x = 0; x < width; x++) {
    const from = Math.max(span.from + x * perPixel, starts[0]!);
    const to = Math.min(span.from + (x + 1) * perPixel, end);
    if (from >= end) break;
    if (to <= from) continue;
    const b = starts[a + 1]! >= to ? a : visitAt(starts, to, a);
    const tint = b === a ? tints[layer[a]!] : undefined;
    if (tint === undefined || gathered !== x) {
      copy();
      first = gathered = x;
    }
    if (tint !== undefined) line[gathered++] = tint;
    else mixed(x, a, from, b, to);
    a = starts[b + 1]! <= to ? b + 1 : b;
  }
  copy();
}
