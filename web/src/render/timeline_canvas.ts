// SPDX-License-Identifier: Apache-2.0
// The picture of the timeline: rows of blocks, threads, channels, queues, events and traces over the edges of one
// clock, and those of other clocks where it is known how they lie on it. A machine that was traced is drawn from its
// records, visit by visit; all else from frames.
import { duration, lastPart, short } from "../base/format";
import { background, onColour, palette, type Theme } from "../base/palette";
import type { Run } from "../data/run";
import { recordText, type Trace } from "../data/trace";
import { placeOf, spanOn, type Axis } from "../model/axis";
import { exactSums, visitAt, type ExactSums } from "../model/exact_sums";
import { channelSums, curveSums, machineSums, together, type FrameSums } from "../model/frame_sums";
import { cycleTicks, ticks } from "../model/ticks";
import { colours, packed, paintCurve, paintExact, paintRow, type Span } from "./row_painter";
import { inks, type Inks } from "./theme";

export interface TimelineRow {
  kind: "machine" | "thread" | "channel" | "queue" | "event" | "assertion" | "trace" | "group"; // a group is a heading
  tap: number;
  path: string;
  label: string;
  most: number; // of a curve
  trace?: { tap: number; lost: boolean }; // whose records tell about the row
  first?: number | null; // edge of the first violation
  axis?: Axis; // of a row whose clock is not the one that is shown
  folded?: TimelineRow[]; // of a heading: the rows that it stands for
}

export const rowHeight = 26;
export const rowGap = 4;
export const headHeight = 74;

export const isMachine = (row: TimelineRow): boolean => row.kind === "machine" || row.kind === "thread";
const curves: Partial<Record<TimelineRow["kind"], string>> = {
  queue: "occupancy_sum",
  event: "cycles_true",
  assertion: "violations",
};
const averageInset = 4;
const leastRoom = 34; // for a name
const mostNames = 400; // visits of a row that are looked at for a place to write their names

export interface Scene {
  rows: TimelineRow[];
  span: Span;
  end: number; // edges of the clock
  unit: string; // what edges count: cycles, or ns of software
  time: number; // of the simulation at the end; 0: not known
  wide: number;
  high: number;
  scroll: number;
  labelWidth: number;
  marked: string; // path of the row that a link names
  pointer: number | undefined;
  range: Span | undefined; // what is being measured
}

export class TimelineCanvas {
  private readonly sums = new Map<number, FrameSums | undefined>();
  private readonly exact = new Map<number, ExactSums | undefined>();
  private readonly limitPaths: string[];
  private image: ImageData | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly run: Run,
  ) {
    this.limitPaths = [...new Set(run.rows("frame_bottlenecks").map((f) => f.path))];
  }

  sumsOf(row: TimelineRow): FrameSums | undefined {
    if (!this.sums.has(row.tap)) this.sums.set(row.tap, this.loaded(row));
    return this.sums.get(row.tap);
  }

  traceOf(row: TimelineRow): Trace | undefined {
    return row.trace && this.run.trace?.get(row.trace.tap);
  }

  exactOf(row: TimelineRow, end: number): ExactSums | undefined {
    if (!isMachine(row) || !row.trace) return undefined;
    if (!this.exact.has(row.tap)) {
      const trace = this.traceOf(row);
      this.exact.set(row.tap, trace?.names && exactSums(this.run, row.tap, trace, row.axis?.end ?? end));
    }
    return this.exact.get(row.tap);
  }

  private loaded(row: TimelineRow): FrameSums | undefined {
    if (isMachine(row)) return machineSums(this.run, row.tap);
    if (row.kind === "channel") return channelSums(this.run, row.tap);
    if (row.folded) return together(row.folded.filter((r) => !(r.kind in curves)).flatMap((r) => this.sumsOf(r) ?? []));
    const number = curves[row.kind];
    return number ? curveSums(this.run, row.tap, number) : undefined;
  }

  private theme: Theme = "light"; // of the picture that is drawn

  // All lengths are in units of the page: on a large screen one has more pixels than one.
  draw(scene: Scene, theme: Theme): void {
    const { canvas } = this;
    this.theme = theme;
    const { rows, scroll, pointer, wide, high } = scene;
    const ratio = (canvas.clientWidth / wide) * Math.min(devicePixelRatio, 2);
    const width = Math.max(Math.round(wide * ratio), 1);
    const height = Math.max(Math.round(high * ratio), 1);
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d", { alpha: false })!;
    const ink = inks();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = background[theme];
    context.fillRect(0, 0, wide, high);
    const first = Math.max(Math.floor(scroll / (rowHeight + rowGap)), 0);
    const last = Math.min(Math.ceil((scroll + high - headHeight) / (rowHeight + rowGap)), rows.length);
    this.paintRows(context, scene, first, last, theme, ratio);
    this.drawRecords(context, scene, first, last, ink);
    this.drawLabels(context, scene, first, last, ink);
    this.drawHead(context, scene, ink);
    this.drawRange(context, scene, ink);
    if (pointer !== undefined) {
      context.fillStyle = ink.ink;
      context.fillRect(pointer, headHeight - 14, 1, high);
    }
  }

  private drawRange(context: CanvasRenderingContext2D, scene: Scene, ink: Inks): void {
    const { range, span, labelWidth, wide, high } = scene;
    if (!range) return;
    const place = (edge: number) => labelWidth + ((edge - span.from) / (span.to - span.from)) * (wide - labelWidth);
    const [a, b] = [Math.max(place(range.from), labelWidth), Math.min(place(range.to), wide)];
    if (b <= a) return;
    context.fillStyle = ink.veil;
    context.fillRect(a, headHeight, b - a, high);
    context.fillStyle = ink.accent;
    for (const x of [a, b - 1]) context.fillRect(x, headHeight - 14, 1.5, high);
    context.fillText(
      scene.unit === "ns" ? duration(range.to - range.from) : `${short(range.to - range.from)} cycles`,
      a + 4,
      headHeight - 7,
    );
  }

  private paintRows(
    context: CanvasRenderingContext2D,
    scene: Scene,
    first: number,
    last: number,
    theme: Theme,
    ratio: number,
  ): void {
    const { rows, scroll } = scene;
    const left = Math.round(scene.labelWidth * ratio);
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
    // Sums over a frame are drawn lower than visits that are known to the cycle.
    const paintAverage = (y: number, x0: number, sums: FrameSums, span: Span) => {
      const inset = Math.round(averageInset * ratio);
      const from = Math.max(y + inset, 0);
      const high = Math.min(y + Math.round(rowHeight * ratio) - inset, height) - from;
      if (high >= 2) paintRow(pixels, width, from, high, x0, width, width, sums, span, colourOf);
    };
    for (let i = first; i < last; i++) {
      const row = rows[i]!;
      const y = Math.round((i * (rowHeight + rowGap) - scroll) * ratio);
      const from = Math.max(y, 0);
      const high = Math.min(y + Math.round(rowHeight * ratio), height) - from;
      if (high < 2) continue;
      const span = spanOn(row.axis, scene.span);
      const exact = this.exactOf(row, scene.end);
      // Frames tell what the trace does not: what came after a record that found no room.
      const known = exact ? ((exact.starts.at(-1)! - span.from) / (span.to - span.from)) * width : 0;
      const x0 = Math.min(Math.max(Math.ceil(known), 0), width);
      const sums = x0 < width ? this.sumsOf(row) : undefined;
      if (sums && row.kind in curves)
        paintCurve(pixels, width, from, high, 0, width, width, sums, span, row.most, line, fill);
      else if (sums) paintAverage(y, x0, sums, span);
      if (exact) paintExact(pixels, width, from, high, width, exact, span, colourOf);
    }
    context.putImageData(this.image, left, top);
  }

  // What is known to the cycle: names of visits where there is room, marks of triggers, first violations.
  private drawRecords(context: CanvasRenderingContext2D, scene: Scene, first: number, last: number, ink: Inks): void {
    const { labelWidth, wide } = scene;
    const scale = (wide - labelWidth) / (scene.span.to - scene.span.from);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let i = first; i < last; i++) {
      const row = scene.rows[i]!;
      const span = spanOn(row.axis, scene.span);
      const place = (edge: number) => labelWidth + (placeOf(row.axis, edge) - scene.span.from) * scale;
      const y = headHeight + i * (rowHeight + rowGap) - scene.scroll;
      const exact = this.exactOf(row, scene.end);
      if (exact) this.drawNames(context, exact, span, place, y, ink);
      else if (row.trace) this.drawMarks(context, this.traceOf(row), span, place, wide, y, ink);
      if (row.first !== undefined && row.first !== null && row.first >= span.from && row.first < span.to)
        flag(context, place(row.first), y, ink);
    }
  }

  private drawNames(
    context: CanvasRenderingContext2D,
    exact: ExactSums,
    span: Span,
    place: (edge: number) => number,
    y: number,
    ink: Inks,
  ): void {
    const { starts, trace, layer, layers } = exact;
    const from = Math.max(visitAt(starts, span.from), 0);
    const to = visitAt(starts, span.to);
    if (to - from > mostNames) return;
    for (let i = from; i <= to && i + 1 < starts.length; i++) {
      const a = Math.max(place(starts[i]!), place(span.from));
      const b = Math.min(place(starts[i + 1]!), place(span.to));
      if (b - a > 4 && starts[i]! >= span.from) {
        context.fillStyle = ink.paper;
        context.fillRect(a, y, 1, rowHeight);
      }
      const category = layers[layer[i]!]?.category ?? "unknown";
      if (b - a > leastRoom)
        written(context, recordText(trace, i), a + 4, y + rowHeight / 2, b - a - 7, onColour(this.theme, category));
    }
  }

  private drawMarks(
    context: CanvasRenderingContext2D,
    trace: Trace | undefined,
    span: Span,
    place: (edge: number) => number,
    wide: number,
    y: number,
    ink: Inks,
  ): void {
    if (!trace) return;
    const perPixel = (span.to - span.from) / (place(span.to) - place(span.from));
    let at = lowerBound(trace.edges, span.from);
    while (at < trace.edges.length && trace.edges[at]! <= span.to) {
      const x = Math.floor(place(trace.edges[at]!));
      context.fillStyle = ink.ink;
      context.fillRect(x, y, 1, rowHeight);
      const next = at + 1 < trace.edges.length ? place(trace.edges[at + 1]!) : wide;
      if (next - x > leastRoom)
        written(context, recordText(trace, at), x + 4, y + rowHeight / 2, next - x - 7, ink.ink);
      at = Math.max(lowerBound(trace.edges, span.from + (x + 1 - place(span.from)) * perPixel), at + 1);
    }
  }

  private drawLabels(context: CanvasRenderingContext2D, scene: Scene, first: number, last: number, ink: Inks): void {
    const { labelWidth, wide, high } = scene;
    context.fillStyle = ink.paper;
    context.fillRect(0, headHeight, labelWidth - 6, high);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let i = first; i < last; i++) {
      const row = scene.rows[i]!;
      const y = headHeight + i * (rowHeight + rowGap) - scene.scroll;
      if (row.path === scene.marked) {
        context.fillStyle = ink.accent;
        context.fillRect(0, y, 4, rowHeight);
      }
      if (row.kind === "group" && !row.folded) drawHeading(context, row.label, y, wide, ink);
      else written(context, row.label, 10, y + rowHeight / 2, labelWidth - 22, ink.ink);
    }
    context.fillStyle = ink.paper;
    context.fillRect(0, 0, wide, headHeight - 2);
  }

  // Cycles above, below them times of the simulator on an axis of their own, then what limits each frame.
  private drawHead(context: CanvasRenderingContext2D, scene: Scene, ink: Inks): void {
    const { span, labelWidth, end, unit, time } = scene;
    const width = scene.wide - labelWidth;
    const scale = width / (span.to - span.from);
    const place = (edge: number) => labelWidth + (edge - span.from) * scale;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const axis = (word: string, y: number, list: number[], edgeOf: (t: number) => number) => {
      context.fillStyle = ink.quiet;
      context.fillText(word, 10, y, labelWidth - 16);
      for (const t of list) {
        const x = place(edgeOf(t));
        context.fillRect(x, y - 4, 1, 9);
        const text = unit === "ns" ? duration(t) : axisText(t, list);
        const length = context.measureText(text).width;
        context.fillText(text, x + 4 + length < labelWidth + width ? x + 4 : x - 4 - length, y);
      }
    };
    const most = Math.max(width / 110, 2);
    axis(unit === "ns" ? "time" : "cycle", 10, cycleTicks(span.from, span.to, most), (t) => t);
    if (time > 0)
      axis("≈ time", 30, ticks((span.from / end) * time, (span.to / end) * time, most), (t) => (t / time) * end);
    // The analysis speaks of the frames of one clock.
    const limits = this.run.rows("frame_bottlenecks");
    if (this.run.rows("clocks").length > 1 && limits.at(-1)?.end_edge !== end) return;
    context.fillStyle = ink.quiet;
    if (limits.length > 0) context.fillText("limit of the frame", 10, 54, labelWidth - 16);
    const weights = [0.5, 0.3, 0.4, 0.2]; // shades, not colours: these are names and no categories
    for (const f of limits) {
      const a = place(Math.max(f.start_edge, span.from));
      const b = place(Math.min(f.end_edge, span.to));
      if (b <= a) continue;
      context.fillStyle = ink.quiet;
      context.globalAlpha = weights[this.limitPaths.indexOf(f.path) % weights.length]!;
      context.fillRect(a, 46, Math.max(b - a - (b - a > 4 ? 1 : 0), 0.5), 16);
      context.globalAlpha = 1;
      const name = lastPart(f.path) === "state" ? lastPart(f.path.slice(0, -6)) : lastPart(f.path);
      if (b - a > 60) written(context, name, a + 5, 54.5, b - a - 9, ink.ink);
    }
  }
}

// It stands at the foot of its row, above what it names.
function drawHeading(context: CanvasRenderingContext2D, label: string, y: number, wide: number, ink: Inks): void {
  context.font = "600 11px system-ui, sans-serif";
  written(context, label, 2, y + rowHeight - 8, wide - 4, ink.quiet);
  context.fillStyle = ink.quiet;
  context.fillRect(0, y + rowHeight, wide, 0.5);
  context.font = "12px system-ui, sans-serif";
}

// Text that ends where its place ends.
function written(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
  ink: string,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y - rowHeight / 2, width, rowHeight);
  context.clip();
  context.fillStyle = ink;
  context.fillText(text, x, y);
  context.restore();
}

function flag(context: CanvasRenderingContext2D, x: number, y: number, ink: Inks): void {
  context.fillStyle = ink.wait_send;
  context.fillRect(x, y, 2, rowHeight);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 11, y + 5);
  context.lineTo(x, y + 10);
  context.fill();
}

// Where neighbours would look the same in short, all digits are written.
function axisText(t: number, list: number[]): string {
  const step = list.length > 1 ? list[1]! - list[0]! : t;
  return step < Math.abs(t) / 100 ? Math.round(t).toLocaleString("en") : short(t);
}

function blend(hex: string, under: string): number {
  const channel = (at: number) =>
    Math.round(0.25 * parseInt(hex.slice(at, at + 2), 16) + 0.75 * parseInt(under.slice(at, at + 2), 16));
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
