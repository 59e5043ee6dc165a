// SPDX-License-Identifier: Apache-2.0
// Paints rows of a timeline into pixels. Each column of pixels shows the sum over the frames or visits it covers, with
// the categories stacked; what is wider than a column becomes a block. Pixels are written straight into memory, so the
// cost depends on the area and not on the number of records.
import { palette, rgb, type Rgb, type Theme } from "../base/palette";
import { categories, type Category } from "../base/words";
import type { Span } from "../model/axis";
import { cyclesUntil, type ExactSums, visitAt } from "../model/exact_sums";
import { frameAt, type FrameSums } from "../model/frame_sums";

// Where a row is painted in an image that is `width` pixels wide.
export interface RowArea {
  pixels: Uint32Array;
  width: number;
  top: number;
  height: number;
}

export interface PackedColour {
  plain: number;
  stripe: number; // of every fourth column, so that what is blocked differs from what starves by more than a hue
}
export type PackedPalette = Map<string, PackedColour>;
export const isStripe = (x: number): boolean => (x & 3) === 0;

// As ImageData has it: opaque RGBA, little-endian.
export const packColour = ([r, g, b]: Rgb): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

export function packedPalette(theme: Theme): PackedPalette {
  return new Map(
    categories.map((c) => {
      const colour = rgb(palette[theme][c]);
      return [c, { plain: packColour(colour), stripe: packColour(c === "wait_send" ? stripeOf(colour) : colour) }];
    }),
  );
}

// What is blocked, in every fourth column.
export const stripeOf = (colour: Rgb): Rgb => colour.map((channel) => Math.round(channel * 0.6)) as unknown as Rgb;

const byCategory = (a: { category: Category }, b: { category: Category }) =>
  categories.indexOf(a.category) - categories.indexOf(b.category);

// The first frame that column `x` touches, and the one after the last; -1 where it touches none. Two functions and not
// a pair, because these are called for every column of every row.
function firstFrame(edges: Float64Array, span: Span, width: number, x: number): number {
  const from = span.from + (x * (span.to - span.from)) / width;
  const to = span.from + ((x + 1) * (span.to - span.from)) / width;
  if (to <= edges[0]! || from >= edges[edges.length - 1]!) return -1;
  return frameAt(edges, Math.max(from, edges[0]!));
}
function endFrame(edges: Float64Array, span: Span, width: number, x: number, first: number): number {
  const to = span.from + ((x + 1) * (span.to - span.from)) / width;
  // A little less, so that a column does not touch the frame that begins where it ends.
  return Math.max(frameAt(edges, Math.min(to, edges[edges.length - 1]!) - 1e-9), first) + 1;
}

// Paints the columns from `firstX` on.
export function paintFrames(area: RowArea, sums: FrameSums, span: Span, colourOf: PackedPalette, firstX = 0): void {
  const { pixels, width, top, height } = area;
  const layers = [...sums.layers].sort(byCategory);
  const colours = layers.map((l) => colourOf.get(l.category)!);
  for (let x = firstX; x < width; x++) {
    const a = firstFrame(sums.edges, span, width, x);
    if (a < 0) continue;
    const b = endFrame(sums.edges, span, width, x, a);
    const whole = sums.observed[b]! - sums.observed[a]!;
    if (whole <= 0) continue;
    let sum = 0;
    let y = 0;
    let pixel = (top + height - 1) * width + x;
    for (let k = 0; k < layers.length; k++) {
      const { sums: layer } = layers[k]!;
      sum += layer[b]! - layer[a]!;
      const end = Math.min(Math.round((sum / whole) * height), height);
      for (const colour = isStripe(x) ? colours[k]!.stripe : colours[k]!.plain; y < end; y++, pixel -= width)
        pixels[pixel] = colour;
    }
  }
}

// A curve of the mean of one number; `max` is at the top of the row.
export function paintCurve(
  area: RowArea,
  sums: FrameSums,
  span: Span,
  max: number,
  lineColour: number,
  fillColour: number,
): void {
  const { pixels, width, top, height } = area;
  const layer = sums.layers[0];
  let before = -1;
  for (let x = 0; x < width; x++) {
    const a = firstFrame(sums.edges, span, width, x);
    if (a < 0) continue;
    const b = endFrame(sums.edges, span, width, x, a);
    const whole = sums.observed[b]! - sums.observed[a]!;
    const mean = whole > 0 && layer ? (layer.sums[b]! - layer.sums[a]!) / whole : 0;
    const y = Math.round((1 - Math.min(mean / max, 1)) * (height - 1));
    for (let k = y; k < height; k++) pixels[(top + k) * width + x] = fillColour;
    const [low, high] = before < 0 ? [y, y] : [Math.min(before, y), Math.max(before, y)];
    for (let k = low; k <= high; k++) pixels[(top + k) * width + x] = lineColour;
    before = y;
  }
}

// A traced row. Most columns lie within one visit and have one colour: such columns are gathered in a line, which is
// copied to every row of pixels at once. Only columns with several visits are painted one by one.
export function paintExact(area: RowArea, exact: ExactSums, span: Span, colourOf: PackedPalette): void {
  const { pixels, width, top, height } = area;
  const { starts, layerOfVisit, layers } = exact;
  const end = starts[starts.length - 1]!;
  const colours = layers.map((l) => colourOf.get(l.category)!);
  const order = layers.map((_, k) => k).sort((a, b) => byCategory(layers[a]!, layers[b]!));
  const perPixel = (span.to - span.from) / width;
  const parts = new Float64Array(order.length);
  const paintSeveral = (x: number, a: number, from: number, b: number, to: number) => {
    let whole = 0;
    for (let i = 0; i < order.length; i++) {
      parts[i] = cyclesUntil(exact, order[i]!, b, to) - cyclesUntil(exact, order[i]!, a, from);
      whole += parts[i]!;
    }
    if (whole <= 0) return;
    let sum = 0;
    let y = 0;
    let pixel = (top + height - 1) * width + x;
    for (let i = 0; i < order.length; i++) {
      sum += parts[i]!;
      const until = Math.round((sum / whole) * height);
      const { plain, stripe } = colours[order[i]!]!;
      for (const colour = isStripe(x) ? stripe : plain; y < until; y++, pixel -= width) pixels[pixel] = colour;
    }
  };
  const line = new Uint32Array(width);
  let gatheredFrom = 0;
  let gatheredTo = 0;
  const copyGathered = () => {
    if (gatheredTo === gatheredFrom) return;
    const columns = line.subarray(gatheredFrom, gatheredTo);
    for (let y = 0; y < height; y++) pixels.set(columns, (top + y) * width + gatheredFrom);
  };
  let a = Math.max(visitAt(starts, span.from), 0); // the visit at the left edge of the column
  for (let x = 0; x < width; x++) {
    const from = Math.max(span.from + x * perPixel, starts[0]!);
    const to = Math.min(span.from + (x + 1) * perPixel, end);
    if (from >= end) break;
    if (to <= from) continue;
    const b = starts[a + 1]! >= to ? a : visitAt(starts, to, a);
    const colour = b === a ? colours[layerOfVisit[a]!] : undefined;
    if (colour === undefined || gatheredTo !== x) {
      copyGathered();
      gatheredFrom = gatheredTo = x;
    }
    if (colour !== undefined) line[gatheredTo++] = isStripe(x) ? colour.stripe : colour.plain;
    else paintSeveral(x, a, from, b, to);
    a = starts[b + 1]! <= to ? b + 1 : b;
  }
  copyGathered();
}
