// SPDX-License-Identifier: Apache-2.0
// Draws the timeline: rows of blocks, threads, channels, queues, events and traces over the edges of one clock. Rows of
// other clocks are drawn where it is known how their edges lie on that axis. A machine that was traced is drawn visit
// by visit, everything else from sums over frames.
import { lowerBound } from "../base/algorithms";
import { compact, duration } from "../base/format";
import { background, palette, type Rgb, rgb, textColourOn, type Theme } from "../base/palette";
import { lastPart } from "../base/paths";
import type { Run } from "../data/run";
import { recordText, type Trace } from "../data/trace";
import { type Axis, positionOf, type Span, spanInEdges } from "../model/axis";
import { deviceFlows, type FlowsOfThread, flowsOfThreads } from "../model/device_flows";
import { type ExactSums, exactSums, visitAt } from "../model/exact_sums";
import { channelSums, combinedSums, curveSums, type FrameSums, machineSums } from "../model/frame_sums";
import { cycleTicks, ticks } from "../model/ticks";
import { packColour, packedPalette, paintCurve, paintExact, paintFrames } from "./row_painter";
import { deviceLines, distanceTo, type FlowLine, messageLines } from "./timeline_messages";
import { themeColours, type ThemeColours } from "./theme";

export interface TimelineRow {
  kind: "machine" | "thread" | "channel" | "queue" | "event" | "assertion" | "trace" | "group"; // a group is a heading
  tap: number; // -1 for a group
  path: string;
  label: string;
  max: number; // of the curve, if the row is one
  trace?: { tap: number; lost: boolean }; // the tap that recorded the row
  firstViolation?: number | null; // its edge; null when there was none
  axis?: Axis; // of a row whose clock is not the one that is shown
  alike?: string; // threads with the same word do the same, and are folded together
  folded?: TimelineRow[]; // the rows that a folded heading stands for
}

export const rowHeight = 26;
export const rowGap = 4;
export const rowPitch = rowHeight + rowGap;
export const headerHeight = 74;

export const isMachine = (row: TimelineRow): boolean => row.kind === "machine" || row.kind === "thread";

// Kinds that are drawn as a curve, and the number that it shows.
const curves: Partial<Record<TimelineRow["kind"], string>> = {
  queue: "occupancy_sum",
  event: "cycles_true",
  assertion: "violations",
};
const frameSumInset = 4; // sums over frames are drawn lower than visits that are exact to the cycle
const minNameWidth = 34; // narrower visits are not named
const maxNamedVisits = 400; // with more visits in a row, none would be wide enough

// What to draw. Lengths are in units of the page, which have several pixels on large screens.
export interface Scene {
  rows: TimelineRow[];
  span: Span;
  end: number; // edges of the clock
  unit: string; // what the clock counts: cycles, or ns of software
  time: number; // simulation time at the end; 0 when it is not known
  width: number;
  height: number;
  scroll: number;
  labelWidth: number;
  highlighted: string; // path of the row that a link names
  pointer: number | undefined; // its x
  range: Span | undefined; // what is being measured
  showsMessages: boolean; // and what goes to and from devices, as lines
}

// A scene while it is drawn.
interface Picture extends Scene {
  context: CanvasRenderingContext2D;
  theme: Theme;
  colours: ThemeColours;
  pixelRatio: number;
  first: number; // rows that can be seen: first .. last - 1
  last: number;
  x: (position: number) => number; // from a position on the axis
}

const rowTop = (picture: Picture, i: number) => headerHeight + i * rowPitch - picture.scroll;

export class TimelineCanvas {
  // By row and not by tap, as a folded heading has no tap, and its rows change when one is pinned or hidden.
  private readonly sums = new WeakMap<TimelineRow, FrameSums | undefined>();
  private readonly exact = new Map<number, ExactSums | undefined>();
  private readonly limitPaths: string[];
  private readonly flows: FlowsOfThread[];
  private image: ImageData | undefined;
  private lines: { line: FlowLine; ax: number; ay: number; bx: number; by: number }[] = []; // as drawn

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly run: Run,
  ) {
    this.flows = flowsOfThreads(run);
    this.limitPaths = [...new Set(run.rows("frame_bottlenecks").map((f) => f.path))];
  }

  sumsOf(row: TimelineRow): FrameSums | undefined {
    if (!this.sums.has(row)) this.sums.set(row, this.computeSums(row));
    return this.sums.get(row);
  }

  traceOf(row: TimelineRow): Trace | undefined {
    return row.trace && this.run.trace?.get(row.trace.tap);
  }

  exactOf(row: TimelineRow, end: number): ExactSums | undefined {
    if (!isMachine(row) || !row.trace) return undefined;
    if (!this.exact.has(row.tap)) {
      const trace = this.traceOf(row);
      this.exact.set(row.tap, trace?.names && exactSums(this.run, row.tap, trace, row.axis?.edges ?? end));
    }
    return this.exact.get(row.tap);
  }

  private computeSums(row: TimelineRow): FrameSums | undefined {
    if (isMachine(row)) return machineSums(this.run, row.tap);
    if (row.kind === "channel") return channelSums(this.run, row.tap);
    if (row.folded)
      return combinedSums(row.folded.filter((r) => !(r.kind in curves)).flatMap((r) => this.sumsOf(r) ?? []));
    const number = curves[row.kind];
    return number ? curveSums(this.run, row.tap, number) : undefined;
  }

  draw(scene: Scene, theme: Theme): void {
    const { canvas } = this;
    const { rows, span, scroll, pointer, labelWidth, width, height } = scene;
    const pixelRatio = (canvas.clientWidth / width) * Math.min(devicePixelRatio, 2);
    const pixelWidth = Math.max(Math.round(width * pixelRatio), 1);
    const pixelHeight = Math.max(Math.round(height * pixelRatio), 1);
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight)
      [canvas.width, canvas.height] = [pixelWidth, pixelHeight];
    const context = canvas.getContext("2d", { alpha: false })!;
    const scale = (width - labelWidth) / (span.to - span.from);
    const picture: Picture = {
      ...scene,
      context,
      theme,
      colours: themeColours(),
      pixelRatio,
      first: Math.max(Math.floor(scroll / rowPitch), 0),
      last: Math.min(Math.ceil((scroll + height - headerHeight) / rowPitch), rows.length),
      x: (position) => labelWidth + (position - span.from) * scale,
    };
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.fillStyle = background[theme];
    context.fillRect(0, 0, width, height);
    this.paintRows(picture);
    this.drawRecords(picture);
    this.drawMessages(picture);
    drawLabels(picture);
    this.drawHeader(picture);
    drawRange(picture);
    if (pointer !== undefined) {
      context.fillStyle = picture.colours.text;
      context.fillRect(pointer, headerHeight - 14, 1, height);
    }
  }

  private paintRows(picture: Picture): void {
    const { rows, scroll, theme, pixelRatio } = picture;
    const left = Math.round(picture.labelWidth * pixelRatio);
    const width = this.canvas.width - left;
    const top = Math.round(headerHeight * pixelRatio);
    const height = this.canvas.height - top;
    if (width <= 0 || height <= 0) return;
    if (this.image?.width !== width || this.image.height !== height) this.image = new ImageData(width, height);
    const pixels = new Uint32Array(this.image.data.buffer);
    pixels.fill(packColour(rgb(background[theme])));
    const colourOf = packedPalette(theme);
    const lineColour = packColour(rgb(palette[theme].transfer));
    const fillColour = packColour(blend(palette[theme].transfer, background[theme]));
    // The part of a row that can be seen, `inset` pixels smaller at the top and bottom.
    const areaOf = (i: number, inset = 0) => {
      const y = Math.round((i * rowPitch - scroll) * pixelRatio);
      const from = Math.max(y + inset, 0);
      const to = Math.min(y + Math.round(rowHeight * pixelRatio) - inset, height);
      return { pixels, width, top: from, height: to - from };
    };
    for (let i = picture.first; i < picture.last; i++) {
      const row = rows[i]!;
      const area = areaOf(i);
      if (area.height < 2) continue;
      const span = spanInEdges(row.axis, picture.span);
      const exact = this.exactOf(row, picture.end);
      // What came after a lost record is not in the trace, but in the sums over frames.
      const exactUntil = exact ? ((exact.starts.at(-1)! - span.from) / (span.to - span.from)) * width : 0;
      const firstX = Math.max(Math.ceil(exactUntil), 0);
      const sums = firstX < width ? this.sumsOf(row) : undefined;
      if (sums && row.kind in curves) paintCurve(area, sums, span, row.max, lineColour, fillColour);
      else if (sums) {
        const lower = areaOf(i, Math.round(frameSumInset * pixelRatio));
        if (lower.height >= 2) paintFrames(lower, sums, span, colourOf, firstX);
      }
      if (exact) paintExact(area, exact, span, colourOf);
    }
    picture.context.putImageData(this.image, left, top);
  }

  // What is known to the cycle: names of visits, records of triggers, first violations.
  private drawRecords(picture: Picture): void {
    const { context, colours } = picture;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let i = picture.first; i < picture.last; i++) {
      const row = picture.rows[i]!;
      const span = spanInEdges(row.axis, picture.span);
      const x = (edge: number) => picture.x(positionOf(row.axis, edge));
      const y = rowTop(picture, i);
      const exact = this.exactOf(row, picture.end);
      if (exact) drawVisitNames(picture, exact, span, x, y);
      else if (row.trace) drawMarks(picture, this.traceOf(row), span, x, y);
      const violation = row.firstViolation ?? undefined;
      if (violation !== undefined && violation >= span.from && violation < span.to)
        drawFlag(context, x(violation), y, colours);
    }
  }

  private linesOf(picture: Picture): FlowLine[] {
    const { rows, span, x } = picture;
    if (!picture.showsMessages || picture.unit !== "ns") return [];
    const flows = deviceFlows(this.flows, span) ?? [];
    return [...messageLines(this.run.rows("messages"), rows, span, x), ...deviceLines(flows, rows)];
  }

  private drawMessages(picture: Picture): void {
    const { context, colours, x, labelWidth, height } = picture;
    const middle = (row: number) => rowTop(picture, row) + rowHeight / 2;
    this.lines = this.linesOf(picture)
      .map((line) => ({
        line,
        ax: x(line.sent),
        ay: middle(line.fromRow),
        bx: x(line.received),
        by: middle(line.toRow),
      }))
      .filter(({ ay, by }) => Math.max(ay, by) > headerHeight && Math.min(ay, by) < height);
    context.save();
    context.beginPath();
    context.rect(labelWidth, headerHeight, picture.width - labelWidth, height - headerHeight);
    context.clip();
    context.strokeStyle = colours.text;
    context.globalAlpha = this.lines.length > 500 ? 0.25 : 0.6; // many are a texture
    context.beginPath();
    for (const { ax, ay, bx, by } of this.lines) {
      context.moveTo(ax, ay);
      context.lineTo(bx, by);
    }
    context.stroke();
    context.restore();
  }

  // The line that is closest to a point, if one is within a few pixels.
  lineAt(x: number, y: number): FlowLine | undefined {
    let closest: FlowLine | undefined;
    let least = 4;
    for (const { line, ax, ay, bx, by } of this.lines) {
      const distance = distanceTo(x, y, ax, ay, bx, by);
      if (distance >= least) continue;
      least = distance;
      closest = line;
    }
    return closest;
  }

  // An axis of cycles, below it one of simulation time, then what limits each frame.
  private drawHeader(picture: Picture): void {
    const { context, span, end, unit, time, colours, labelWidth, x } = picture;
    const width = picture.width - labelWidth;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const drawAxis = (name: string, y: number, list: number[], edgeOfTick: (t: number) => number) => {
      context.fillStyle = colours.muted;
      context.fillText(name, 10, y, labelWidth - 16);
      for (const t of list) {
        const left = x(edgeOfTick(t));
        context.fillRect(left, y - 4, 1, 9);
        const text = unit === "ns" ? duration(t) : tickText(t, list);
        const length = context.measureText(text).width;
        context.fillText(text, left + 4 + length < labelWidth + width ? left + 4 : left - 4 - length, y);
      }
    };
    const maxTicks = Math.max(width / 110, 2);
    drawAxis(unit === "ns" ? "time" : "cycle", 10, cycleTicks(span.from, span.to, maxTicks), (t) => t);
    if (time > 0) {
      const timeTicks = ticks((span.from / end) * time, (span.to / end) * time, maxTicks);
      drawAxis("≈ time", 30, timeTicks, (t) => (t / time) * end);
    }
    this.drawLimits(picture);
  }

  private drawLimits(picture: Picture): void {
    const { context, span, end, colours, labelWidth, x } = picture;
    // The analysis has frames of one clock only, which may not be the one that is shown.
    const limits = this.run.rows("frame_bottlenecks");
    if (this.run.rows("clocks").length > 1 && limits.at(-1)?.end_edge !== end) return;
    context.fillStyle = colours.muted;
    if (limits.length > 0) context.fillText("limit of the frame", 10, 54, labelWidth - 16);
    const shades = [0.5, 0.3, 0.4, 0.2]; // not colours, which would look like categories
    for (const f of limits) {
      const a = x(Math.max(f.start_edge, span.from));
      const b = x(Math.min(f.end_edge, span.to));
      if (b <= a) continue;
      context.fillStyle = colours.muted;
      context.globalAlpha = shades[this.limitPaths.indexOf(f.path) % shades.length]!;
      context.fillRect(a, 46, Math.max(b - a - (b - a > 4 ? 1 : 0), 0.5), 16);
      context.globalAlpha = 1;
      const name = lastPart(f.path) === "state" ? lastPart(f.path.slice(0, -6)) : lastPart(f.path);
      if (b - a > 60) drawClippedText(context, name, a + 5, 54.5, b - a - 9, colours.text);
    }
  }
}

type ToX = (edge: number) => number;

function drawVisitNames(picture: Picture, exact: ExactSums, span: Span, x: ToX, y: number): void {
  const { context, theme, colours } = picture;
  const { starts, trace, layerOfVisit, layers } = exact;
  const from = Math.max(visitAt(starts, span.from), 0);
  const to = visitAt(starts, span.to);
  if (to - from > maxNamedVisits) return;
  for (let i = from; i <= to && i + 1 < starts.length; i++) {
    const a = Math.max(x(starts[i]!), x(span.from));
    const b = Math.min(x(starts[i + 1]!), x(span.to));
    if (b - a > 4 && starts[i]! >= span.from) {
      context.fillStyle = colours.background;
      context.fillRect(a, y, 1, rowHeight);
    }
    const colour = textColourOn(theme, layers[layerOfVisit[i]!]?.category ?? "unknown");
    if (b - a > minNameWidth)
      drawClippedText(context, recordText(trace, i), a + 4, y + rowHeight / 2, b - a - 7, colour);
  }
}

// A mark for each record, at most one in a column of pixels.
function drawMarks(picture: Picture, trace: Trace | undefined, span: Span, x: ToX, y: number): void {
  if (!trace) return;
  const { context, colours } = picture;
  const perPixel = (span.to - span.from) / (x(span.to) - x(span.from));
  let i = lowerBound(trace.edges, span.from);
  while (i < trace.edges.length && trace.edges[i]! <= span.to) {
    const left = Math.floor(x(trace.edges[i]!));
    context.fillStyle = colours.text;
    context.fillRect(left, y, 1, rowHeight);
    const next = i + 1 < trace.edges.length ? x(trace.edges[i + 1]!) : picture.width;
    if (next - left > minNameWidth)
      drawClippedText(context, recordText(trace, i), left + 4, y + rowHeight / 2, next - left - 7, colours.text);
    i = Math.max(lowerBound(trace.edges, span.from + (left + 1 - x(span.from)) * perPixel), i + 1);
  }
}

function drawLabels(picture: Picture): void {
  const { context, colours, labelWidth, width, height } = picture;
  context.fillStyle = colours.background;
  context.fillRect(0, headerHeight, labelWidth - 6, height);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  for (let i = picture.first; i < picture.last; i++) {
    const row = picture.rows[i]!;
    const y = rowTop(picture, i);
    if (row.path === picture.highlighted) {
      context.fillStyle = colours.accent;
      context.fillRect(0, y, 4, rowHeight);
    }
    if (row.kind === "group" && !row.folded) drawHeading(picture, row.label, y);
    else {
      context.fillStyle = colours.text;
      context.fillText(fitted(context, row.label, labelWidth - 22), 10, y + rowHeight / 2);
    }
  }
  // Rows that are scrolled up do not show through the header.
  context.fillStyle = colours.background;
  context.fillRect(0, 0, width, headerHeight - 2);
}

// At the bottom of its row, close to the rows that it names.
function drawHeading(picture: Picture, label: string, y: number): void {
  const { context, colours, width } = picture;
  context.font = "600 11px system-ui, sans-serif";
  drawClippedText(context, label, 2, y + rowHeight - 8, width - 4, colours.muted);
  context.fillStyle = colours.muted;
  context.fillRect(0, y + rowHeight, width, 0.5);
  context.font = "12px system-ui, sans-serif";
}

function drawRange(picture: Picture): void {
  const { context, range, unit, colours, labelWidth, width, height, x } = picture;
  if (!range) return;
  const [a, b] = [Math.max(x(range.from), labelWidth), Math.min(x(range.to), width)];
  if (b <= a) return;
  context.fillStyle = colours.overlay;
  context.fillRect(a, headerHeight, b - a, height);
  context.fillStyle = colours.accent;
  for (const left of [a, b - 1]) context.fillRect(left, headerHeight - 14, 1.5, height);
  const cycles = range.to - range.from;
  context.fillText(unit === "ns" ? duration(cycles) : `${compact(cycles)} cycles`, a + 4, headerHeight - 7);
}

function drawClippedText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  width: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y - rowHeight / 2, width, rowHeight);
  context.clip();
  context.fillStyle = colour;
  context.fillText(text, x, y);
  context.restore();
}

// The name, or as much of both its ends as there is room for.
function fitted(context: CanvasRenderingContext2D, name: string, width: number): string {
  const shortened = (kept: number) =>
    kept >= name.length
      ? name
      : `${name.slice(0, Math.ceil(kept / 2))}…${name.slice(name.length - Math.floor(kept / 2))}`;
  let kept = name.length;
  while (kept > 2 && context.measureText(shortened(kept)).width > width) kept--;
  return shortened(kept);
}

function drawFlag(context: CanvasRenderingContext2D, x: number, y: number, colours: ThemeColours): void {
  context.fillStyle = colours.wait_send;
  context.fillRect(x, y, 2, rowHeight);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 11, y + 5);
  context.lineTo(x, y + 10);
  context.fill();
}

// With all digits where neighbouring ticks would look the same in compact form.
function tickText(t: number, list: number[]): string {
  const step = list.length > 1 ? list[1]! - list[0]! : t;
  return step < Math.abs(t) / 100 ? Math.round(t).toLocaleString("en") : compact(t);
}

// A quarter of one colour over another.
function blend(over: string, under: string): Rgb {
  const below = rgb(under);
  return rgb(over).map((channel, i) => Math.round(0.25 * channel + 0.75 * below[i]!)) as unknown as Rgb;
}
