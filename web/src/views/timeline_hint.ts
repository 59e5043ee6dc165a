// SPDX-License-Identifier: Apache-2.0
// The text beside the pointer: what a row of the timeline did at one edge.
import { compact, count, elapsed, timestamp } from "../base/format";
import { categoryWords } from "../base/words";
import type { Run } from "../data/run";
import { recordText } from "../data/trace";
import { edgeOf } from "../model/axis";
import { visitAt } from "../model/exact_sums";
import { frameAt } from "../model/frame_sums";
import { isMachine, type TimelineCanvas, type TimelineRow } from "../render/timeline_canvas";

// The axis that the timeline shows, and where its data comes from.
export interface HintContext {
  run: Run;
  canvas: TimelineCanvas;
  end: number; // edges of the clock
  unit: string; // what the clock counts: cycles, or ns of software
  time: number; // simulation time at the end; 0 when it is not known
}

export function hintLines(context: HintContext, row: TimelineRow, position: number): string[] {
  const edge = edgeOf(row.axis, position);
  const when = momentText(context, row, Math.floor(edge));
  const onAxis = row.axis ? ` · ${timestamp(position, context.unit)}` : timeText(context, edge);
  return [row.path, `${when}${onAxis}`, ...(recordLines(context, row, edge) ?? frameLines(context, row, edge))];
}

const unitOf = (context: HintContext, row: TimelineRow) => (row.axis ? "cycle" : context.unit);
const momentText = (context: HintContext, row: TimelineRow, edge: number) => timestamp(edge, unitOf(context, row));

// Simulation time is known only at the end of the run. In between it is estimated as if the clock had been even.
const timeText = ({ time, end }: HintContext, edge: number) =>
  time > 0 ? ` · time ≈ ${compact(Math.round((edge / end) * time))}` : "";

// Undefined where nothing was recorded.
function recordLines(context: HintContext, row: TimelineRow, edge: number): string[] | undefined {
  const exact = context.canvas.exactOf(row, context.end);
  const trace = context.canvas.traceOf(row);
  const moment = (at: number) => momentText(context, row, at);
  const simulated = (at: number) => (row.axis ? "" : timeText(context, at));
  if (exact) {
    const i = visitAt(exact.starts, edge);
    if (i < 0 || i + 1 >= exact.starts.length) return undefined;
    const category = exact.layers[exact.layerOfVisit[i]!]?.category;
    const [from, to] = [exact.starts[i]!, exact.starts[i + 1]!];
    return [
      `${recordText(exact.trace, i)}${category ? ` (${categoryWords[category].label})` : ""}`,
      `from ${moment(from)}, for ${elapsed(to - from, unitOf(context, row))}${simulated(from)}`,
    ];
  }
  const i = trace ? visitAt(trace.edges, edge) : -1;
  if (!trace || i < 0) return undefined;
  const at = trace.edges[i]!;
  return [`last record: ${recordText(trace, i)}`, `at ${moment(at)}${simulated(at)}`];
}

const frameNumbers = [
  "transfer_cycles",
  "blocked_cycles",
  "starved_cycles",
  "idle_cycles",
  "occupancy_sum",
  "full_cycles",
  "empty_cycles",
  "pushes",
  "pops",
  "cycles_true",
  "rising_edges",
  "violations",
];

function frameLines(context: HintContext, row: TimelineRow, edge: number): string[] {
  const { run, canvas } = context;
  const lines: string[] = [];
  if (row.kind === "assertion") {
    const first = row.firstViolation ?? null;
    lines.push(first === null ? "it held all the time" : `first violated at ${momentText(context, row, first)}`);
  }
  const sums = canvas.sumsOf(row);
  if (!sums) return lines;
  const frame = frameAt(sums.edges, edge);
  lines.push(`in frame ${frame}: cycles ${count(sums.edges[frame])} to ${count(sums.edges[frame + 1])}`);
  const prefix = isMachine(row) ? "state." : "";
  for (const name of run.series.names(row.tap)) {
    if (prefix ? !name.startsWith(prefix) : !frameNumbers.includes(name)) continue;
    const series = run.series.get(row.tap, name)!;
    const k = series.positions.indexOf(run.frames(row.tap)!.frame[frame]!);
    if (k >= 0) lines.push(`${name.slice(prefix.length).replace(/_cycles$/, "")}: ${count(series.values[k])}`);
  }
  return lines;
}
