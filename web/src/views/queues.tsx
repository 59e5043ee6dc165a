// SPDX-License-Identifier: Apache-2.0
// How full each queue was, and when; and the buses with their outstanding transactions.
import { useMemo } from "preact/hooks";
import { compact, count, decimal, toNumber } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { curveSums } from "../model/frame_sums";
import { href, type Route } from "../model/route";
import { QualityMark } from "../render/bar";
import { contiguousBars, Histogram } from "../render/histogram";
import { NotFound } from "../render/not_found";
import { NumberList } from "../render/number_list";
import { SourceLink } from "../render/source_link";
import { WaveButton } from "../render/wave_button";
import { Buses } from "./buses";

const maxShown = 60;

export function Queues(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const chosen = route.parameters.queue;
  const queues = useMemo(
    () => [...run.rows("queues")].sort((a, b) => toNumber(b.full_cycles) - toNumber(a.full_cycles)),
    [run],
  );
  if (queues.length === 0 && run.rows("buses").length === 0)
    return (
      <div class="view">
        <p class="muted">No queue and no bus is measured in this run.</p>
      </div>
    );
  const first = queues.filter((q) => q.path === chosen);
  const rest = queues.filter((q) => q.path !== chosen).slice(0, maxShown);
  return (
    <div class="view queues-view">
      {chosen && first.length === 0 && <NotFound what="queue" name={chosen} />}
      <Buses run={run} chosen={route.parameters.bus} />
      {[...first, ...rest].map((q) => (
        <Queue key={q.path} run={run} queue={q} chosen={q.path === chosen} />
      ))}
      {queues.length > maxShown + 1 && (
        <p class="muted">{queues.length - first.length - rest.length} more; the search box finds them.</p>
      )}
    </div>
  );
}

function Queue(props: { run: Run; queue: Rows["queues"]; chosen: boolean }) {
  const { run, queue: q } = props;
  const tap = run.rowsWhere("taps", "tap", q.tap)[0];
  return (
    <section class={`card queue ${props.chosen ? "chosen" : ""}`} aria-label={q.path}>
      <h2>
        <QualityMark quality={q.quality} />
        <span title={q.path}>{run.shortPath(q.path)}</span>
      </h2>
      <p class="muted">
        <a href={href("graph", { block: q.path, run: run.number })}>in the graph</a> ·{" "}
        <a href={href("timeline", { row: q.path, run: run.number })}>over time</a>
        <SourceLink run={run} source={q.source} />{" "}
        <WaveButton run={run} around={q.path} what="its fullest moment" word="fullest moment" />
      </p>
      <p>{depthSentence(q)}</p>
      <div class="queue-pictures">
        <Occupancy run={run} queue={q} />
        <Fill run={run} queue={q} />
      </div>
      <NumberList
        numbers={[
          ["depth", count(q.depth)],
          ["most held", count(q.max_occupancy)],
          ["mean held", decimal(q.mean_occupancy)],
          ["full", count(q.full_cycles), `of ${count(tap?.observed_cycles)} cycles`],
          ["empty", count(q.empty_cycles), "cycles"],
          ["pushes", count(q.pushes)],
          ["refused pushes", count(q.refused_pushes), "cycles"],
          ["refused pops", count(q.refused_pops), "cycles"],
        ]}
      />
    </section>
  );
}

// What the run shows about the depth that the queue needs. More than that takes a prediction.
function depthSentence(q: Rows["queues"]): string {
  const depth = toNumber(q.depth);
  if (q.depth === null) return `It held ${count(q.max_occupancy)} entries at most; its depth is not known.`;
  if (toNumber(q.full_cycles) > 0)
    return (
      "It was full, so this run does not show how deep it should be. More depth may not help: " +
      "a queue in front of a slow block fills up whatever its depth."
    );
  if (toNumber(q.max_occupancy) < depth)
    return (
      `It never held more than ${count(q.max_occupancy)} of ${count(q.depth)} with this input. ` +
      "Ask 'tapestry predict size' whether a smaller one keeps the throughput."
    );
  return `It held ${count(q.max_occupancy)} of ${count(q.depth)} and was never full for a whole cycle.`;
}

function Occupancy(props: { run: Run; queue: Rows["queues"] }) {
  const depth = toNumber(props.queue.depth);
  const bars = contiguousBars(
    props.run.rowsWhere("queue_histogram", "tap", props.queue.tap),
    (b) => b.occupancy,
    (row, held) => ({
      label: String(held),
      n: row?.cycles ?? 0,
      category: held === depth ? "wait_send" : held === 0 ? "wait_recv" : "transfer",
    }),
    0,
    depth,
  );
  return <Histogram bars={bars} unit="cycles" of="held" caption="cycles at each occupancy" />;
}

function Fill(props: { run: Run; queue: Rows["queues"] }) {
  const sums = useMemo(() => curveSums(props.run, props.queue.tap, "occupancy_sum"), [props.run, props.queue]);
  const width = 360;
  const height = 130;
  if (!sums) return <p class="muted">This run has no frames.</p>;
  const max = Math.max(toNumber(props.queue.depth ?? props.queue.max_occupancy), 1);
  const end = sums.edges.at(-1) || 1;
  const layer = sums.layers[0];
  const x = (i: number) => ((sums.edges[i]! / end) * width).toFixed(1);
  let path = "";
  // One step for each frame, or for several where frames are narrower than a pixel.
  const stride = Math.max(Math.floor((sums.edges.length - 1) / width), 1);
  for (let i = 0; i + 1 < sums.edges.length; i += stride) {
    const j = Math.min(i + stride, sums.edges.length - 1);
    const observed = sums.observed[j]! - sums.observed[i]!;
    const mean = layer && observed > 0 ? (layer.sums[j]! - layer.sums[i]!) / observed : 0;
    const y = (height - Math.min(mean / max, 1) * height).toFixed(1);
    path += `${path ? "L" : "M"}${x(i)},${y}L${x(j)},${y}`;
  }
  return (
    <figure>
      <svg viewBox={`-8 -14 ${width + 16} ${height + 40}`} role="img" aria-label="Fill over frames">
        <line x1="0" x2={width} y1={height} y2={height} class="axis" />
        <line x1="0" x2={width} y1="0" y2="0" class="axis dashed" />
        <path d={`${path}L${width},${height}L0,${height}Z`} class="svg-fill category-transfer faint" />
        <path d={path} class="curve stroke category-transfer" />
        <text x="0" y="-4" class="axis-label">{`depth ${count(props.queue.depth)}`}</text>
        <text x="0" y={height + 15} class="axis-label">
          cycle 0
        </text>
        <text x={width} y={height + 15} text-anchor="end" class="axis-label">
          {compact(end)}
        </text>
      </svg>
      <figcaption>entries held, frame by frame</figcaption>
    </figure>
  );
}
