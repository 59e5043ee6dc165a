// SPDX-License-Identifier: Apache-2.0
// What was clicked in the timeline: the row, the visit to a state if it was traced, and links to other views.
import { amount, count, timestamp, toNumber } from "../base/format";
import type { Run } from "../data/run";
import { pathHref } from "../model/path_href";
import { href, sourceHref } from "../model/route";
import { WaveButton } from "../render/wave_button";
import { isMachine, type TimelineRow } from "../render/timeline_canvas";

export interface Pick {
  row: TimelineRow;
  visit?: { state: string; from: number; to: number };
}

export function PickedRow(props: { run: Run; pick: Pick; isPinned: boolean; onPin: () => void; onHide: () => void }) {
  const { run } = props;
  const { row, visit } = props.pick;
  const states = run.rowsWhere("states", "tap", row.tap);
  const unit = run.unitOf(row.tap);
  const state = visit ? states.find((s) => s.state === visit.state) : undefined;
  const source = sourceHref(state?.source ?? run.rowsWhere("taps", "tap", row.tap)[0]?.source, run.number);
  return (
    <section class="card picked" aria-label="What was clicked">
      <b>{run.shortPath(row.path)}</b>
      {visit && (
        <span>
          {visit.state}: {timestamp(visit.from, unit)} to {timestamp(visit.to, unit)},{" "}
          {amount(visit.to - visit.from, unit)} of {amount(toNumber(state?.cycles), unit)} in this state
        </span>
      )}
      {source && <a href={source}>source</a>}
      {isMachine(row) && <a href={href("profile", { block: row.path, run: run.number })}>profile</a>}
      <a href={pathHref(run, row.path)}>{row.kind === "queue" ? "queue" : "graph"}</a>
      {visit ? (
        <WaveButton
          run={run}
          around={String(visit.from)}
          tap={row.path}
          what={`cycle ${count(visit.from)}`}
          word="waveform"
        />
      ) : (
        (row.kind === "queue" || row.kind === "channel") && (
          <WaveButton
            run={run}
            around={row.path}
            what={row.kind === "queue" ? "its fullest moment" : "its longest stall"}
            word={row.kind === "queue" ? "fullest moment" : "longest stall"}
          />
        )
      )}
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
