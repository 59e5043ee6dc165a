// SPDX-License-Identifier: Apache-2.0
// What a click in the timeline hit: the row, the visit where it is known, and the ways from there.
import { count, pixels } from "../base/format";
import type { Run } from "../data/run";
import { placeHref } from "../model/place";
import { href, sourceHref } from "../model/route";
import { isMachine, type TimelineRow } from "../render/timeline_canvas";

export interface Pick {
  row: TimelineRow;
  visit?: { state: string; from: number; to: number };
}

export function Picked(props: { run: Run; pick: Pick; isPinned: boolean; onPin: () => void; onHide: () => void }) {
  const { run } = props;
  const { row, visit } = props.pick;
  const at = run.number || undefined;
  const states = run.rowsWhere("states", "tap", row.tap);
  const state = visit ? states.find((s) => s.state === visit.state) : undefined;
  const source = sourceHref(state?.source ?? run.rowsWhere("taps", "tap", row.tap)[0]?.source, at);
  return (
    <section class="card picked" aria-label="What was clicked">
      <b>{run.shortPath(row.path)}</b>
      {visit && (
        <span>
          {visit.state}: cycles {count(visit.from)} to {count(visit.to)}, {count(visit.to - visit.from)} of{" "}
          {count(pixels(state?.cycles))} in this state
        </span>
      )}
      {source && <a href={source}>source</a>}
      {isMachine(row) && <a href={href("profile", { block: row.path, run: at })}>profile</a>}
      <a href={placeHref(run, row.path)}>{row.kind === "queue" ? "queue" : "graph"}</a>
      <button type="button" onClick={props.onPin}>
        {props.isPinned ? "Unpin" : "Pin to the top"}
      </button>
      {!props.isPinned && (
        <button type="button" onClick={props.onHide}>
          Hide this row
        </button>
      )}
    </section>
  );
}
