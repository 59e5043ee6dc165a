// SPDX-License-Identifier: Apache-2.0
// How full each queue was, when, and how deep it need be; and the buses, which hold what is outstanding.
import { useMemo } from "preact/hooks";
import { count, decimal, pixels, short } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { curveSums } from "../model/frame_sums";
import { href, sourceHref, type Route } from "../model/route";
import { QualityMark } from "../render/bar";
import { between, Histogram } from "../render/histogram";
import { NotThere } from "../render/not_there";
import { Buses } from "./buses";

const mostShown = 60;

export function Queues(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const chosen = route.parameters.queue;
  const queues = useMemo(
    () => [...run.rows("queues")].sort((a, b) => pixels(b.full_cycles) - pixels(a.full_cycles)),
    [run],
  );
  if (queues.length === 0 && run.rows("buses").length === 0)
    return (
      <div class="view">
        <p class="quiet">No queue and no bus is measured in this run.</p>
      </div>
    );
  const first = queues.filter((q) => q.path === chosen);
  const rest = queues.filter((q) => q.path !== chosen).slice(0, mostShown);
  return (
    <div class="view queues-view">
      {chosen && first.length === 0 && <NotThere what="queue" name={chosen} />}
      <Buses run={run} chosen={route.parameters.bus} />
      {[...first, ...rest].map((q) => (
        <Queue key={q.path} run={run} queue={q} chosen={q.path === chosen} />
      ))}
      {queues.length > mostShown + 1 && (
        <p class="quiet">{queues.length - first.length - rest.length} more; the search box finds them.</p>
      )}
    </div>
  );
}

function Queue(props: { run: Run; queue: Rows["queues"]; chosen: boolean }) {
  const { run, queue: q } = props;
  const at = run.number || undefined;
  const tap = run.rowsWhere("taps", "tap", q.tap)[0];
  const source = sourceHref(q.source, at);
  return (
    <section class={`card queue ${props.chosen ? "chosen" : ""}`} aria-label={q.path}>
      <h2>
        <QualityMark quality={q.quality} />
        {q.path}
      </h2>
      <p class="quiet">
        <a href={href("graph", { block: q.path, run: at })}>in the graph</a> ·{" "}
        <a href={href("timeline", { row: q.path, run: at })}>over time</a>
        {source && (
          <>
            {" "}
            · <a href={source}>{q.source}</a>
          </>
        )}
      </p>
      <p>{need(q)}</p>
      <div class="queue-pictures">
        <Occupancy run={run} queue={q} />
        <Fill run={run} queue={q} />
      </div>
      <dl class="numbers">
        <div>
          <dt>depth</dt>
          <dd>{count(q.depth)}</dd>
        </div>
        <div>
          <dt>most held</dt>
          <dd>{count(q.max_occupancy)}</dd>
        </div>
        <div>
          <dt>mean held</dt>
          <dd>{decimal(q.mean_occupancy)}</dd>
        </div>
        <div>
          <dt>full</dt>
          <dd>
            {count(q.full_cycles)} <small>of {count(tap?.observed_cycles)} cycles</small>
          </dd>
        </div>
        <div>
          <dt>empty</dt>
          <dd>
            {count(q.empty_cycles)} <small>cycles</small>
          </dd>
        </div>
        <div>
          <dt>pushes</dt>
          <dd>{count(q.pushes)}</dd>
        </div>
        <div>
          <dt>refused pushes</dt>
          <dd>
            {count(q.refused_pushes)} <small>cycles</small>
          </dd>
        </div>
        <div>
          <dt>refused pops</dt>
          <dd>
            {count(q.refused_pops)} <small>cycles</small>
          </dd>
        </div>
      </dl>
    </section>
  );
}

// What the run itself shows about the depth. A smaller one that keeps the throughput needs a prediction.
function need(q: Rows["queues"]): string {
  const depth = pixels(q.depth);
  const most = pixels(q.max_occupancy);
  if (q.depth === null) return `It held ${count(q.max_occupancy)} entries at most; its depth is not known.`;
  if (pixels(q.full_cycles) > 0)
    return (
      "It was full, so this run does not show how deep it need be; nor that more depth would help: " +
      "a queue before a slow block fills whatever its depth."
    );
  if (most < depth)
    return (
      `It never held more than ${count(q.max_occupancy)} of ${count(q.depth)} with this input. ` +
      "Whether a smaller one keeps the throughput needs a prediction."
    );
  return `It held ${count(q.max_occupancy)} of ${count(q.depth)} and was never full for a whole cycle.`;
}

function Occupancy(props: { run: Run; queue: Rows["queues"] }) {
  const depth = pixels(props.queue.depth);
  const bars = between(
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
  if (!sums) return <p class="quiet">The run was not cut into frames.</p>;
  const most = Math.max(pixels(props.queue.depth ?? props.queue.max_occupancy), 1);
  const end = sums.edges.at(-1) || 1;
  const layer = sums.layers[0];
  const x = (i: number) => ((sums.edges[i]! / end) * width).toFixed(1);
  let path = "";
  // One step a frame, or one for several where they are finer than the picture.
  const stride = Math.max(Math.floor((sums.edges.length - 1) / width), 1);
  for (let i = 0; i + 1 < sums.edges.length; i += stride) {
    const j = Math.min(i + stride, sums.edges.length - 1);
    const observed = sums.observed[j]! - sums.observed[i]!;
    const mean = layer && observed > 0 ? (layer.sums[j]! - layer.sums[i]!) / observed : 0;
    const y = (height - Math.min(mean / most, 1) * height).toFixed(1);
    path += `${path ? "L" : "M"}${x(i)},${y}L${x(j)},${y}`;
  }
  return (
    <figure>
      <svg viewBox={`-8 -14 ${width + 16} ${height + 40}`} role="img" aria-label="Fill over frames">
        <line x1="0" x2={width} y1={height} y2={height} class="axis" />
        <line x1="0" x2={width} y1="0" y2="0" class="axis dashed" />
        <path d={`${path}L${width},${height}L0,${height}Z`} class="svg-transfer faint" />
        <path d={path} class="curve stroke-transfer" />
        <text x="0" y="-4" class="axis-label">{`depth ${count(props.queue.depth)}`}</text>
        <text x="0" y={height + 15} class="axis-label">
          cycle 0
        </text>
        <text x={width} y={height + 15} text-anchor="end" class="axis-label">
          {short(end)}
        </text>
      </svg>
      <figcaption>entries held, frame by frame</figcaption>
    </figure>
  );
}
