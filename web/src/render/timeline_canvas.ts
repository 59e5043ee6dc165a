// SPDX-License-Identifier: Apache-2.0
// The picture of the timeline: rows of blocks, channels, queues and events over the edges of one clock.
import { lastPart, short } from "../base/format";
import { background, palette, type Theme } from "../base/palette";
import type { Run } from "../data/run";
import { channelSums, curveSums, machineSums, type FrameSums } from "../model/frame_sums";
import { ticks } from "../model/ticks";
import { colours, packed, paintCurve, paintRow, type Span } from "./row_painter";
import { inkOf } from "./theme";

export interface TimelineRow {
  kind: "machine" | "channel" | "queue" | "event";
  tap: number;
  path: string;
  label: string;
  most: number; // of a curve
}

export const rowHeight = 26;
export const rowGap = 4;
export const headHeight = 58;

export class TimelineCanvas {
  private readonly sums = new Map<number, FrameSums | undefined>();
  private image: ImageData | undefined;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly run: Run) {}

  sumsOf(row: TimelineRow): FrameSums | undefined {
    if (!this.sums.has(row.tap)) this.sums.set(row.tap, this.loaded(row));
    return this.sums.get(row.tap);
  }

  private loaded(row: TimelineRow): FrameSums | undefined {
    if (row.kind === "machine") return machineSums(this.run, row.tap);
    if (row.kind === "channel") return channelSums(this.run, row.tap);
    return curveSums(this.run, row.tap, row.kind === "queue" ? "occupancy_sum" : "cycles_true");
  }

  // `scroll` is in pixels of the screen; `ratio` are pixels of the canvas for each of them.
  draw(rows: TimelineRow[], span: Span, scroll: number, labelWidth: number, theme: Theme, marked: string, pointer: number | undefined, ratio: number): void {
    const { canvas } = this;
    const width = Math.max(Math.round(canvas.clientWidth * ratio), 1);
    const height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d", { alpha: false })!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = background[theme];
    context.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    const first = Math.max(Math.floor(scroll / (rowHeight + rowGap)), 0);
    const last = Math.min(Math.ceil((scroll + canvas.clientHeight - headHeight) / (rowHeight + rowGap)), rows.length);
    this.paintRows(context, rows, first, last, span, scroll, labelWidth, theme, ratio);
    this.drawTrace(context, rows, first, last, span, scroll, labelWidth);
    this.drawLabels(context, rows, first, last, scroll, labelWidth, marked);
    this.drawHead(context, span, labelWidth);
    if (pointer !== undefined) {
      context.fillStyle = inkOf("--ink");
      context.fillRect(pointer, headHeight - 14, 1, canvas.clientHeight);
    }
  }

  private paintRows(context: CanvasRenderingContext2D, rows: TimelineRow[], first: number, last: number, span: Span, scroll: number, labelWidth: number, theme: Theme, ratio: number): void {
    const left = Math.round(labelWidth * ratio);
    const width = this.canvas.width - left;
    const top = Math.round(headHeight * ratio);
    const height = this.canvas.height - top;
    if (width <= 0 || height <= 0) return;
    if (this.image?.width !== width || this.image.height !== height) this.image = new ImageData(width, height);
    const pixels = new Uint32Array(this.image.data.buffer);
    pixels.fill(packed(background[theme]));
    const colourOf = colours(theme);
    const line = packed(palette[theme].transfer);
    const fill = blend(palette[theme].transfer, background[theme]);
    for (let i = first; i < last; i++) {
      const row = rows[i]!;
      const sums = this.sumsOf(row);
      const y = Math.round((i * (rowHeight + rowGap) - scroll) * ratio);
      const h = Math.round(rowHeight * ratio);
      if (!sums || y < 0 && y + h < 0 || y >= height) continue;
      const from = Math.max(y, 0);
      const rowPixels = Math.min(y + h, height) - from;
      if (rowPixels < 2) continue;
      if (row.kind === "machine" || row.kind === "channel") paintRow(pixels, width, from, rowPixels, 0, width, width, sums, span, colourOf);
      else paintCurve(pixels, width, from, rowPixels, 0, width, width, sums, span, row.most, line, fill);
    }
    context.putImageData(this.image, left, top);
  }

  // Records of a trace are known to the cycle: a mark each, a block of them where they are dense.
  private drawTrace(context: CanvasRenderingContext2D, rows: TimelineRow[], first: number, last: number, span: Span, scroll: number, labelWidth: number): void {
    const trace = this.run.trace;
    if (!trace) return;
    const scale = (this.canvas.clientWidth - labelWidth) / (span.to - span.from);
    context.fillStyle = inkOf("--ink");
    for (let i = first; i < last; i++) {
      const y = headHeight + i * (rowHeight + rowGap) - scroll;
      for (const name of trace.names(rows[i]!.tap)) {
        const { positions } = trace.get(rows[i]!.tap, name)!;
        let at = lowerBound(positions, span.from);
        let x = -1;
        while (at < positions.length && positions[at]! <= span.to) {
          const next = Math.floor(labelWidth + (positions[at]! - span.from) * scale);
          if (next > x) context.fillRect(next, y, 1, rowHeight);
          x = next;
          at = lowerBound(positions, span.from + (x + 1 - labelWidth) / scale);
        }
      }
    }
  }

  private drawLabels(context: CanvasRenderingContext2D, rows: TimelineRow[], first: number, last: number, scroll: number, labelWidth: number, marked: string): void {
    context.fillStyle = inkOf("--paper");
    context.fillRect(0, headHeight, labelWidth - 6, this.canvas.clientHeight);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let i = first; i < last; i++) {
      const row = rows[i]!;
      const y = headHeight + i * (rowHeight + rowGap) - scroll;
      if (row.path === marked) {
        context.fillStyle = inkOf("--accent");
        context.fillRect(0, y, 4, rowHeight);
      }
      context.fillStyle = inkOf("--ink");
      context.save();
      context.beginPath();
      context.rect(8, y, labelWidth - 20, rowHeight);
      context.clip();
      context.fillText(row.label, 10, y + rowHeight / 2);
      context.restore();
    }
    context.fillStyle = inkOf("--paper");
    context.fillRect(0, 0, this.canvas.clientWidth, headHeight - 2);
  }

  // Cycles above; the strip of what limits each frame is below them, one line over the whole run.
  private drawHead(context: CanvasRenderingContext2D, span: Span, labelWidth: number): void {
    const width = this.canvas.clientWidth - labelWidth;
    const scale = width / (span.to - span.from);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.fillStyle = inkOf("--quiet");
    context.fillText("cycle", 10, 12);
    for (const t of ticks(span.from, span.to, Math.max(width / 110, 2))) {
      const x = labelWidth + (t - span.from) * scale;
      context.fillRect(x, 20, 1, 5);
      context.fillText(short(t), Math.min(x + 3, labelWidth + width - 34), 12);
    }
    context.fillText("limit of the frame", 10, 38, labelWidth - 16);
    const paths = [...new Set(this.run.rows("frame_bottlenecks").map((f) => f.path))];
    const weights = [0.75, 0.45, 0.6, 0.3]; // shades, not colours: these are names and no categories
    for (const f of this.run.rows("frame_bottlenecks")) {
      const a = labelWidth + (Math.max(f.start_edge, span.from) - span.from) * scale;
      const b = labelWidth + (Math.min(f.end_edge, span.to) - span.from) * scale;
      if (b <= a) continue;
      context.fillStyle = inkOf("--quiet");
      context.globalAlpha = weights[paths.indexOf(f.path) % weights.length]!;
      context.fillRect(a, 30, Math.max(b - a - (b - a > 4 ? 1 : 0), 0.5), 16);
      context.globalAlpha = 1;
      if (b - a > 60) {
        context.fillStyle = inkOf("--paper");
        context.save();
        context.beginPath();
        context.rect(a, 30, b - a - 4, 16);
        context.clip();
        context.fillText(lastPart(f.path) === "state" ? lastPart(f.path.slice(0, -6)) : lastPart(f.path), a + 5, 38.5);
        context.restore();
      }
    }
  }
}

function blend(hex: string, under: string): number {
  const channel = (at: number) => Math.round(0.25 * parseInt(hex.slice(at, at + 2), 16) + 0.75 * parseInt(under.slice(at, at + 2), 16));
  return ((255 << 24) | (channel(5) << 16) | (channel(3) << 8) | channel(1)) >>> 0;
}

export function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
