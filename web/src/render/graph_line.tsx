// SPDX-License-Identifier: Apache-2.0
// The edges of the block graph.
import { maxBy } from "../base/algorithms";
import { count, toNumber } from "../base/format";
import type { GraphEdge } from "../contract/page_data";
import type { Run } from "../data/run";
import { dominantCategory, partsOfChannel, partsText } from "../model/blocks";
import { href } from "../model/route";
import { curvePath } from "./pan_zoom";

export function Channel(props: {
  detailed: boolean;
  run: Run;
  edge: GraphEdge;
  maxBeats: number;
  onPressurePath: boolean;
  selected: boolean;
}) {
  const rows = props.edge.channels.flatMap((c) => props.run.rowsWhere("channels", "path", c));
  const busiest = maxBy(rows, (row) => toNumber(row.beats));
  const name = props.edge.channels[0] ?? "";
  // Logarithmic, as traffic differs by orders of magnitude.
  const width = 1.5 + 7 * (Math.log1p(toNumber(busiest?.beats)) / Math.log1p(props.maxBeats));
  const path = curvePath(props.edge.line);
  if (!props.detailed)
    return (
      <path
        d={path}
        class={`edge-line stroke category-${props.onPressurePath ? "wait_send" : dominantCategory(busiest)}`}
        stroke-width={width * 2}
      />
    );
  if (!name) {
    return (
      <g class="unmeasured">
        {props.onPressurePath && <path d={path} class="pressure" stroke-width={width + 9} />}
        <path d={path} class="edge-line dashed" stroke-width="1.5" marker-end="url(#arrow)" />
        <title>Wires, or a wait for one another; no channel between them is measured</title>
      </g>
    );
  }
  const queue = props.run.rowsWhere("queues", "path", name)[0];
  const to = queue
    ? href("queues", { queue: name, run: props.run.number })
    : href("graph", { channel: name, run: props.run.number });
  return (
    <a href={to} class={`channel ${props.selected ? "selected" : ""}`} aria-label={`channel ${name}`}>
      {props.onPressurePath && <path d={path} class="pressure" stroke-width={width + 9} />}
      <path d={path} class="edge-hit" />
      <path
        d={path}
        class={`edge-line stroke category-${dominantCategory(busiest)}`}
        stroke-width={width}
        marker-end="url(#arrow)"
      />
      <title>
        {props.edge.channels.join(", ")}
        {busiest && `: ${count(busiest.beats)} beats; ${partsText(partsOfChannel(busiest))} cycles`}
      </title>
    </a>
  );
}
