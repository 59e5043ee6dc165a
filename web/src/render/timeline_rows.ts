// SPDX-License-Identifier: Apache-2.0
// The rows of the timeline, kind by kind, each kind in the order in which data flows.
import { lastPart, naturally, parentOf, pixels } from "../base/format";
import { qualityWords } from "../base/words";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import type { Axis } from "../model/axis";
import { qualityOf } from "../model/blocks";
import { depthOf, flowDepths } from "../model/flow";
import type { TimelineRow } from "./timeline_canvas";

export function rowsOf(run: Run, clock: number, beside: Map<number, Axis> = new Map()): TimelineRow[] {
  const taps = new Map(run.rows("taps").map((t) => [t.tap, t]));
  const traces = new Map(run.rows("traces").map((t) => [t.path, t]));
  const machines = new Set(
    run
      .rows("blocks")
      .filter((b) => b.tap !== null)
      .map((b) => b.path),
  );
  const threads = new Set(run.rows("threads").map((t) => t.tap));
  const labelOf = (b: Rows["blocks"]) =>
    run.rowsWhere("blocks", "scope", b.scope).length > 1
      ? `${lastPart(b.scope)} ${lastPart(b.path)}`
      : lastPart(b.scope);
  const depths = flowDepths(
    run
      .rows("dependencies")
      .filter((d) => d.from_block && d.to_block)
      .map((d) => [d.from_block!, d.to_block!]),
  );
  const inFlow = <Row>(list: Row[], placeOf: (row: Row) => string): Row[] => {
    const depth = (row: Row) => depthOf(depths, placeOf(row));
    return [...list].sort((a, b) => depth(a) - depth(b) || naturally(placeOf(a), placeOf(b)));
  };
  const rows: TimelineRow[] = [];
  const add = (row: Omit<TimelineRow, "most"> & { most?: number }) => {
    const tap = taps.get(row.tap);
    const isTold = run.frames(row.tap) || row.trace || typeof row.first === "number";
    const axis = typeof tap?.clock === "number" ? beside.get(tap.clock) : undefined;
    if (!tap || (tap.clock !== clock && !axis) || !isTold) return;
    rows.push({
      most: 1,
      ...(axis && { axis }),
      ...row,
      label: `${qualityWords[qualityOf(tap.quality)].mark}${row.label}`,
    });
  };
  const traceOf = (path: string) => {
    const t = traces.get(path);
    return t && run.trace?.get(t.tap) ? { trace: { tap: t.tap, lost: pixels(t.lost) > 0 } } : {};
  };
  for (const a of run.rows("assertions"))
    add({
      kind: "assertion",
      tap: a.tap,
      path: a.path,
      label: lastPart(a.path),
      first: a.first_edge === null ? null : pixels(a.first_edge),
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
      label: `${lastPart(parentOf(t.path))} ${lastPart(t.path)}`,
      ...traceOf(t.path),
    });
  for (const b of inFlow(run.rows("blocks"), (row) => row.scope))
    if (b.tap !== null && !threads.has(b.tap))
      add({ kind: "machine", tap: b.tap, path: b.path, label: labelOf(b), ...traceOf(b.path) });
  for (const q of inFlow(run.rows("queues"), (row) => row.path))
    add({
      kind: "queue",
      tap: q.tap,
      path: q.path,
      label: lastPart(q.path),
      most: Math.max(pixels(q.depth ?? q.max_occupancy), 1),
    });
  for (const c of inFlow(run.rows("channels"), (row) => row.producer ?? row.consumer ?? row.path))
    add({ kind: "channel", tap: c.tap, path: c.path, label: lastPart(c.path) });
  return rows;
}
