// SPDX-License-Identifier: Apache-2.0
// Buses: what each direction moved, how long answers took, how many were asked for at a time.
import { count, decimal } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { sourceHref } from "../model/route";
import { QualityMark } from "../render/bar";
import { between, Histogram, powerBars } from "../render/histogram";

export function Buses(props: { run: Run; chosen: string | undefined }) {
  const directions = props.run.rows("buses");
  const chosen = (b: Rows["buses"]) => b.path === props.chosen;
  return <>{[...directions.filter(chosen), ...directions.filter((b) => !chosen(b))].map((b) => <Direction key={`${b.path} ${b.direction}`} run={props.run} bus={b} chosen={chosen(b)} />)}</>;
}

function Direction(props: { run: Run; bus: Rows["buses"]; chosen: boolean }) {
  const { run, bus } = props;
  const mine = (row: { direction: string }) => row.direction === bus.direction;
  const latency = run.rowsWhere("bus_latency", "path", bus.path).filter(mine);
  const outstanding = run.rowsWhere("bus_outstanding", "path", bus.path).filter(mine);
  const source = sourceHref(bus.source, run.number || undefined);
  return (
    <section class={`card queue bus ${props.chosen ? "chosen" : ""}`} aria-label={`${bus.path} ${bus.direction}`}>
      <h2><QualityMark quality={bus.quality} />{bus.path} <span class="chip">{bus.direction}</span></h2>
      <p class="quiet">{bus.protocol ?? "bus"}{source && <> · <a href={source}>{bus.source}</a></>}</p>
      <div class="queue-pictures">
        {latency.length > 0 && <Histogram bars={powerBars(latency, (l) => l.completions)} unit="transactions" of="cycles" caption="transactions by their latency, in cycles" />}
        {outstanding.length > 0 && <Histogram bars={between(outstanding, (o) => o.outstanding, (row, n) => ({ label: String(n), n: row?.cycles ?? 0, category: n === 0 ? "idle" : "transfer" }), 0)} unit="cycles" of="outstanding" caption="cycles with so many outstanding" />}
      </div>
      <dl class="numbers">
        <div><dt>bytes</dt><dd>{count(bus.bytes)}</dd></div>
        <div><dt>bursts</dt><dd>{count(bus.bursts)}</dd></div>
        <div><dt>beats</dt><dd>{count(bus.beats)}</dd></div>
        <div><dt>latency: least</dt><dd>{count(bus.min_latency)} <small>cycles</small></dd></div>
        <div><dt>mean</dt><dd>{decimal(bus.mean_latency)} <small>cycles</small></dd></div>
        <div><dt>most</dt><dd>{count(bus.max_latency)} <small>cycles</small></dd></div>
        <div><dt>outstanding: mean</dt><dd>{decimal(bus.mean_outstanding)}</dd></div>
        <div><dt>most</dt><dd>{count(bus.max_outstanding)}</dd></div>
        <div><dt>request blocked</dt><dd>{count(bus.request_blocked_cycles)} <small>cycles</small></dd></div>
        <div><dt>data blocked</dt><dd>{count(bus.data_blocked_cycles)} <small>cycles</small></dd></div>
        <div><dt>response blocked</dt><dd>{count(bus.response_blocked_cycles)} <small>cycles</small></dd></div>
      </dl>
    </section>
  );
}
