// SPDX-License-Identifier: Apache-2.0
// The lines of the block graph.
import { count, pixels } from "../base/format";
import type { GraphEdge } from "../contract/page_data";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { partsOfChannel, pressureOf } from "../model/blocks";
import { href } from "../model/route";
import { curvePath } from "./pan_zoom";

export function Channel(props: {
  fine: boolean;
  run: Run;
  edge: GraphEdge;
  most: number;
  pressed: boolean;
  selected: boolean;
}) {
  const rows = props.edge.channels.flatMap((c) => props.run.rowsWhere("channels", "path", c));
  const busiest = rows.reduce<Rows["channels"] | undefined>(
    (a, b) => (a && pixels(a.beats) >= pixels(b.beats) ? a : b),
    undefined,
  );
  const name = props.edge.channels[0] ?? "";
  // The width grows with the logarithm: traffic differs by orders of magnitude.
  const width = 1.5 + 7 * (Math.log1p(pixels(busiest?.beats)) / Math.log1p(props.most));
  const path = curvePath(props.edge.line);
  if (!props.fine)
    return (
      <path
        d={path}
        class={`edge-line stroke-${props.pressed ? "wait_send" : pressureOf(busiest)}`}
        stroke-width={width * 2}
      />
    );
  if (!name) {
    return (
      <g class="unmeasured">
        {props.pressed && <path d={path} class="pressure" stroke-width={width + 9} />}
        <path d={path} class="edge-line dashed" stroke-width="1.5" marker-end="url(#arrow)" />
        <title>Wires, or a wait for one another; no channel between them is measured</title>
      </g>
    );
  }
  const queue = props.run.rowsWhere("queues", "path", name)[0];
  const to = queue
    ? href("queues", { queue: name, run: props.run.number || undefined })
    : href("graph", { channel: name, run: props.run.number || undefined });
  return (
    <a href={to} class={`channel ${props.selected ? "selected" : ""}`} aria-label={`channel ${name}`}>
      {props.pressed && <path d={path} class="pressure" stroke-width={width + 9} />}
      <path d={path} class="edge-hit" />
      <path d={path} class={`edge-line stroke-${pressureOf(busiest)}`} stroke-width={width} marker-end="url(#arrow)" />
      <title>
        {busiest
          ? `${props.edge.channels.join(", ")}: ${count(busiest.beats)} beats; ${partsOfChannel(busiest)
              .map((p) => `${p.label} ${count(p.cycles)}`)
              .join(", ")} cycles`
          : props.edge.channels.join(", ")}
      </title>
    </a>
  );
}
