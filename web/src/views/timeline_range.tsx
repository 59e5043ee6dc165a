// SPDX-License-Identifier: Apache-2.0
// What each row did in a range of the timeline that was measured by dragging.
import { count, elapsed, percent, timestamp } from "../base/format";
import { categoryWords } from "../base/words";
import { type Span, spanInEdges } from "../model/axis";
import { shareOf } from "../model/blocks";
import { rangeSums, type RangeSums } from "../model/range_sums";
import { Bar } from "../render/bar";
import type { TimelineCanvas, TimelineRow } from "../render/timeline_canvas";

export function RangeTable(props: {
  rows: TimelineRow[];
  range: Span;
  unit: string;
  canvas: TimelineCanvas;
  end: number;
  duration: string;
  height: number; // of the picture that it stands beside
  onZoom: () => void;
}) {
  const { range, unit, canvas } = props;
  const cycles = range.to - range.from;
  const measured = props.rows
    .filter((row) => ["machine", "thread", "channel"].includes(row.kind))
    .map((row) => ({
      row,
      sums: rangeSums(canvas.exactOf(row, props.end), canvas.sumsOf(row), spanInEdges(row.axis, range)),
    }))
    .filter((m): m is { row: TimelineRow; sums: RangeSums } => m.sums !== undefined);
  return (
    <section class="card range" aria-label="The measured range" style={{ maxHeight: `${props.height}px` }}>
      <p>
        <b>{elapsed(cycles, unit)}</b>
        {props.duration && unit !== "ns" && ` (${props.duration})`}, from{" "}
        {unit === "ns" ? timestamp(range.from, unit) : count(range.from)} to{" "}
        {unit === "ns" ? timestamp(range.to, unit) : count(range.to)}{" "}
        <button type="button" onClick={props.onZoom}>
          Zoom to it
        </button>
      </p>
      {measured.some((m) => !m.sums.exact) && (
        <p class="muted">Rows that were not traced show the whole frames that the range touches.</p>
      )}
      <div class="scroll">
        <table class="plain">
          <thead>
            <tr>
              <th>row</th>
              <th class="wide">what it did</th>
              <th>most of it</th>
            </tr>
          </thead>
          <tbody>
            {measured.map(({ row, sums }) => {
              const largest = sums.parts[0];
              const beats =
                row.kind === "channel" ? (sums.parts.find((p) => p.category === "transfer")?.cycles ?? 0) : null;
              return (
                <tr key={`${row.kind} ${row.path}`}>
                  <td title={row.path}>
                    {row.label}
                    {beats !== null && <small> {count(beats)} beats</small>}
                  </td>
                  <td class="wide">
                    <Bar parts={sums.parts} of={sums.cycles} label={row.path} />
                  </td>
                  <td>
                    {largest
                      ? `${categoryWords[largest.category].label} ${percent(shareOf(largest.cycles, sums.cycles))}`
                      : "–"}
                    {!sums.exact && (
                      <small>
                        {" "}
                        of {count(sums.from)} to {count(sums.to)}
                      </small>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
