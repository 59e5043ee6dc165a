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
  return (
    <>
      {[...directions.filter(chosen), ...directions.filter((b) => !chosen(b))].map((b) => (
        <Direction key={`${b.path} ${b.direction}`} run={props.run} bus={b} chosen={chosen(b)} />
      ))}
    </>
  );
}

// What this bus does not show is left out.
function numbersOf(bus: Rows["buses"]): [name: string, text: string, unit: string][] {
  const all: [string, string, string][] = [
    ["bytes", count(bus.bytes), ""],
    ["bursts", count(bus.bursts), ""],
    ["beats", count(bus.beats), ""],
    ["least latency", count(bus.min_latency), "cycles"],
    ["mean latency", decimal(bus.mean_latency), "cycles"],
    ["most latency", count(bus.max_latency), "cycles"],
    ["mean outstanding", decimal(bus.mean_outstanding), ""],
    ["most outstanding", count(bus.max_outstanding), ""],
    ["request blocked", count(bus.request_blocked_cycles), "cycles"],
    ["data blocked", count(bus.data_blocked_cycles), "cycles"],
    ["response blocked", count(bus.response_blocked_cycles), "cycles"],
  ];
  return all.filter(([, text]) => text !== count(null));
}

function Direction(props: { run: Run; bus: Rows["buses"]; chosen: boolean }) {
  const { run, bus } = props;
  const mine = (row: { direction: string }) => row.direction === bus.direction;
  const latency = run.rowsWhere("bus_latency", "path", bus.path).filter(mine);
  const outstanding = run.rowsWhere("bus_outstanding", "path", bus.path).filter(mine);
  const source = sourceHref(bus.source, run.number || undefined);
  return (
    <section class={`card queue bus ${props.chosen ? "chosen" : ""}`} aria-label={`${bus.path} ${bus.direction}`}>
      <h2>
        <QualityMark quality={bus.quality} />
        {bus.path} <span class="chip">{bus.direction}</span>
      </h2>
      <p class="quiet">
        {bus.protocol ?? "bus"}
        {source && (
          <>
            {" "}
            · <a href={source}>{bus.source}</a>
          </>
        )}
      </p>
      <div class="queue-pictures">
        {latency.length > 0 && (
          <Histogram
            bars={powerBars(latency, (l) => l.completions)}
            unit="transactions"
            of="cycles"
            caption="transactions by their latency, in cycles"
          />
        )}
        {outstanding.length > 0 && (
          <Histogram
            bars={between(
              outstanding,
              (o) => o.outstanding,
              (row, n) => ({ label: String(n), n: row?.cycles ?? 0, category: n === 0 ? "idle" : "transfer" }),
              0,
            )}
            unit="cycles"
            of="outstanding"
            caption="cycles with so many outstanding"
          />
        )}
      </div>
      <dl class="numbers">
        {numbersOf(bus).map(([name, text, unit]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {text} <small>{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
