// SPDX-License-Identifier: Apache-2.0
// The rows of the timeline, kind by kind, and within a kind in data order.
import { toNumber } from "../base/format";
import { lastPart, naturalOrder } from "../base/paths";
import { shortestEnds } from "../base/short_names";
import { qualityWords } from "../base/words";
import type { Run } from "../data/run";
import type { Axis } from "../model/axis";
import { type Block, measuredBlocks, qualityOf } from "../model/blocks";
import { foldThreads } from "../model/call_tree";
import { dataEdges, depthOf, flowDepths } from "../model/flow";
import type { TimelineRow } from "./timeline_canvas";

// Rows of one clock, and of others whose axis is known.
export function rowsOf(run: Run, clock: number, otherAxes: Map<number, Axis> = new Map()): TimelineRow[] {
  const taps = new Map(run.rows("taps").map((t) => [t.tap, t]));
  const traces = new Map(run.rows("traces").map((t) => [t.path, t]));
  const blocks = measuredBlocks(run.rows("blocks"));
  const machines = new Set(blocks.map((b) => b.path));
  const threads = new Set(run.rows("threads").map((t) => t.tap));
  const labelOf = (b: Block) =>
    run.rowsWhere("blocks", "scope", b.scope).length > 1
      ? `${run.shortPath(b.scope)} ${lastPart(b.path)}`
      : run.shortPath(b.scope);
  const endsOf = (list: { path: string }[]) => shortestEnds(list.map((row) => row.path));
  const queueNames = endsOf(run.rows("queues"));
  const channelNames = endsOf(run.rows("channels"));
  const like = new Map(
    foldThreads(run.rows("call_paths")).flatMap((group) =>
      group.threads.map((thread) => [thread, group.name] as const),
    ),
  );
  const depths = flowDepths(dataEdges(run));
  const inDataOrder = <Row>(list: Row[], blockOf: (row: Row) => string): Row[] => {
    const depth = (row: Row) => depthOf(depths, blockOf(row));
    return [...list].sort((a, b) => depth(a) - depth(b) || naturalOrder(blockOf(a), blockOf(b)));
  };
  const rows: TimelineRow[] = [];
  const add = (row: Omit<TimelineRow, "max"> & { max?: number }) => {
    const tap = taps.get(row.tap);
    const hasData = run.frames(row.tap) || row.trace || typeof row.firstViolation === "number";
    const axis = typeof tap?.clock === "number" ? otherAxes.get(tap.clock) : undefined;
    if (!tap || (tap.clock !== clock && !axis) || !hasData) return;
    const mark = qualityWords[qualityOf(tap.quality)].mark;
    rows.push({ max: 1, ...(axis && { axis }), ...row, label: `${mark}${row.label}` });
  };
  const traceOf = (path: string) => {
    const t = traces.get(path);
    return t && run.trace?.get(t.tap) ? { trace: { tap: t.tap, lost: toNumber(t.lost) > 0 } } : {};
  };
  for (const a of run.rows("assertions"))
    add({
      kind: "assertion",
      tap: a.tap,
      path: a.path,
      label: lastPart(a.path),
      firstViolation: a.first_edge === null ? null : toNumber(a.first_edge),
    });
  for (const e of run.rows("events")) add({ kind: "event", tap: e.tap, path: e.path, label: lastPart(e.path) });
  for (const t of run.rows("traces"))
    if (!machines.has(t.path))
      add({ kind: "trace", tap: t.tap, path: t.path, label: lastPart(t.path), ...traceOf(t.path) });
  for (const t of run.rows("threads"))
    add({
      kind: "thread",
      tap: t.tap,
      path: t.path,
      label: run.shortPath(t.path),
      ...traceOf(t.path),
    });
  for (const b of inDataOrder(blocks, (row) => row.scope))
    if (!threads.has(b.tap)) {
      const alike = like.get(b.path);
      add({
        kind: "machine",
        tap: b.tap,
        path: b.path,
        label: labelOf(b),
        ...(alike !== undefined && { alike }),
        ...traceOf(b.path),
      });
    }
  for (const q of inDataOrder(run.rows("queues"), (row) => row.path))
    add({
      kind: "queue",
      tap: q.tap,
      path: q.path,
      label: queueNames.get(q.path)!,
      max: Math.max(toNumber(q.depth ?? q.max_occupancy), 1),
    });
  for (const c of inDataOrder(run.rows("channels"), (row) => row.producer ?? row.consumer ?? row.path))
    add({ kind: "channel", tap: c.tap, path: c.path, label: channelNames.get(c.path)! });
  return rows;
}
