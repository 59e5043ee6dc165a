// SPDX-License-Identifier: Apache-2.0
// Buses: what each direction moved, its latency, and how many transactions were outstanding.
import { count, decimal } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { QualityMark } from "../render/bar";
import { contiguousBars, Histogram, powerOfTwoBars } from "../render/histogram";
import { type NamedNumber, NumberList } from "../render/number_list";
import { SourceLink } from "../render/source_link";

export function Buses(props: { run: Run; chosen: string | undefined }) {
  const directions = props.run.rows("buses");
  const isChosen = (b: Rows["buses"]) => b.path === props.chosen;
  return (
    <>
      {[...directions.filter(isChosen), ...directions.filter((b) => !isChosen(b))].map((b) => (
        <Direction key={`${b.path} ${b.direction}`} run={props.run} bus={b} chosen={isChosen(b)} />
      ))}
    </>
  );
}

// Numbers that cannot be measured on this bus are left out.
function numbersOf(bus: Rows["buses"]): NamedNumber[] {
  const all: NamedNumber[] = [
    ["bytes", count(bus.bytes)],
    ["bursts", count(bus.bursts)],
    ["beats", count(bus.beats)],
    ["least latency", count(bus.min_latency), "cycles"],
    ["mean latency", decimal(bus.mean_latency), "cycles"],
    ["most latency", count(bus.max_latency), "cycles"],
    ["mean outstanding", decimal(bus.mean_outstanding)],
    ["most outstanding", count(bus.max_outstanding)],
    ["request blocked", count(bus.request_blocked_cycles), "cycles"],
    ["data blocked", count(bus.data_blocked_cycles), "cycles"],
    ["response blocked", count(bus.response_blocked_cycles), "cycles"],
  ];
  return all.filter(([, text]) => text !== count(null));
}

function Direction(props: { run: Run; bus: Rows["buses"]; chosen: boolean }) {
  const { run, bus } = props;
  const isOfDirection = (row: { direction: string }) => row.direction === bus.direction;
  const latency = run.rowsWhere("bus_latency", "path", bus.path).filter(isOfDirection);
  const outstanding = run.rowsWhere("bus_outstanding", "path", bus.path).filter(isOfDirection);
  return (
    <section class={`card queue bus ${props.chosen ? "chosen" : ""}`} aria-label={`${bus.path} ${bus.direction}`}>
      <h2>
        <QualityMark quality={bus.quality} />
        {bus.path} <span class="chip">{bus.direction}</span>
      </h2>
      <p class="muted">
        {bus.protocol ?? "bus"}
        <SourceLink run={run} source={bus.source} />
      </p>
      <div class="queue-pictures">
        {latency.length > 0 && (
          <Histogram
            bars={powerOfTwoBars(latency, (l) => l.completions)}
            unit="transactions"
            of="cycles"
            caption="transactions by their latency, in cycles"
          />
        )}
        {outstanding.length > 0 && (
          <Histogram
            bars={contiguousBars(
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
      <NumberList numbers={numbersOf(bus)} />
    </section>
  );
}
