// SPDX-License-Identifier: Apache-2.0
// What is measured besides blocks, channels and queues: one table for each kind that the run has.
import type { ComponentChildren } from "preact";
import { count, decimal, percent } from "../base/format";
import { lastPart } from "../base/paths";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { partsOfStates } from "../model/blocks";
import { href, sourceHref } from "../model/route";
import { Bar, QualityMark } from "../render/bar";
import { Histogram, type HistogramBar, powerOfTwoBars } from "../render/histogram";

const maxShown = 200;

interface Column<Row> {
  title: string;
  meaning?: string;
  cell: (row: Row) => ComponentChildren;
  isWide?: boolean;
}

function MeasureTable<Row extends { path: string; quality: string; source: string | null }>(props: {
  title: string;
  note?: string;
  run: Run;
  rows: Row[];
  columns: Column<Row>[];
}) {
  const { rows, run } = props;
  if (rows.length === 0) return null;
  return (
    <section class="measures" aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.note && <p class="muted">{props.note}</p>}
      <div class="scroll">
        <table class="plain">
          <thead>
            <tr>
              <th>where</th>
              {props.columns.map((c) => (
                <th key={c.title} class={c.isWide ? "wide" : "n"} title={c.meaning}>
                  {c.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxShown).map((row, i) => (
              <tr key={i}>
                <td>
                  <QualityMark quality={row.quality} />
                  <a href={sourceHref(row.source, run.number) ?? "#"}>{row.path}</a>
                </td>
                {props.columns.map((c) => (
                  <td key={c.title} class={c.isWide ? "wide" : "n"}>
                    {c.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > maxShown && <p class="muted">{rows.length - maxShown} more in the view of that name.</p>}
    </section>
  );
}

function CallTable(props: { run: Run }) {
  const { run } = props;
  return (
    <MeasureTable
      title="Calls"
      run={run}
      rows={run.rows("calls")}
      columns={[
        { title: "calls", cell: (c) => count(c.invocations) },
        { title: "busy", meaning: "Cycles with at least one call under way", cell: (c) => count(c.busy_cycles) },
        { title: "least", meaning: "Latency of the shortest, in cycles", cell: (c) => count(c.min_latency) },
        { title: "mean", cell: (c) => decimal(c.mean_latency) },
        { title: "most", cell: (c) => count(c.max_latency) },
        {
          title: "latency",
          isWide: true,
          cell: (c) => <Latency rows={run.rowsWhere("latency_histogram", "tap", c.tap)} />,
        },
      ]}
    />
  );
}

function Latency(props: { rows: Rows["latency_histogram"][] }) {
  if (props.rows.length === 0) return <>–</>;
  return (
    <details>
      <summary>{props.rows.length === 1 ? "one bin" : `${props.rows.length} bins`}</summary>
      <Histogram
        bars={powerOfTwoBars(props.rows, (r) => r.completions)}
        unit="calls"
        of="cycles"
        caption="calls by their latency, in cycles"
      />
    </details>
  );
}

function ValueTable(props: { run: Run }) {
  const { run } = props;
  const bars = (tap: number): HistogramBar[] =>
    run.rowsWhere("value_histogram", "tap", tap).map((b) => ({
      label: b.from_value === b.to_value ? count(b.from_value) : `${count(b.from_value)}–${count(b.to_value)}`,
      n: b.samples,
      category: "transfer",
    }));
  return (
    <MeasureTable
      title="Values"
      run={run}
      rows={run.rows("value_totals")}
      columns={[
        { title: "samples", cell: (v) => count(v.samples) },
        { title: "least", cell: (v) => count(v.least) },
        { title: "mean", cell: (v) => decimal(v.mean) },
        { title: "most", cell: (v) => count(v.most) },
        {
          title: "histogram",
          isWide: true,
          cell: (v) => (
            <details>
              <summary>by value</summary>
              <Histogram bars={bars(v.tap)} unit="samples" of="seen" caption="samples by value" />
            </details>
          ),
        },
      ]}
    />
  );
}

function ThreadTable(props: { run: Run }) {
  const { run } = props;
  return (
    <MeasureTable
      title="Threads"
      note="Hardware threads. Critical: the thread holds a lock; spinning: it waits for one."
      run={run}
      rows={run.rows("threads")}
      columns={[
        {
          title: "time",
          isWide: true,
          cell: (t) => (
            <Bar
              parts={partsOfStates(run.rowsWhere("states", "tap", t.tap))}
              of={run.rowsWhere("taps", "tap", t.tap)[0]?.observed_cycles ?? null}
              label={t.path}
            />
          ),
        },
        { title: "running", cell: (t) => count(t.running_cycles) },
        { title: "critical", cell: (t) => count(t.critical_cycles) },
        { title: "spinning", cell: (t) => count(t.spinning_cycles) },
        { title: "idle", cell: (t) => count(t.idle_cycles) },
        { title: "changes", cell: (t) => count(t.changes) },
        { title: "when", cell: (t) => <TimelineLink run={run} row={t.path} /> },
      ]}
    />
  );
}

function TimelineLink(props: { run: Run; row: string; cycle?: number }) {
  const { run, row, cycle } = props;
  return (
    <a
      href={href("timeline", { row, run: run.number, ...(cycle !== undefined && spanAround(cycle)) })}
      aria-label={`${lastPart(row)} over time`}
    >
      over time
    </a>
  );
}

// Parameters of a link to the timeline that show one cycle well.
export const spanAround = (cycle: number) => ({ from: Math.max(cycle - 20, 0), to: cycle + 20 });

function AssertionTable(props: { run: Run }) {
  const { run } = props;
  return (
    <MeasureTable
      title="Assertions"
      note="Conditions that must hold in every cycle."
      run={run}
      rows={run.rows("assertions")}
      columns={[
        { title: "violations", meaning: "Cycles in which it did not hold", cell: (a) => count(a.violations) },
        { title: "share", cell: (a) => percent(a.share) },
        { title: "first at cycle", cell: (a) => count(a.first_edge) },
        {
          title: "when",
          cell: (a) => (
            <TimelineLink run={run} row={a.path} {...(a.first_edge !== null && { cycle: Number(a.first_edge) })} />
          ),
        },
      ]}
    />
  );
}

export function OtherMeasures(props: { run: Run }) {
  const { run } = props;
  return (
    <>
      <ThreadTable run={run} />
      <AssertionTable run={run} />
      <CallTable run={run} />
      <MeasureTable
        title="Events"
        run={run}
        rows={run.rows("events")}
        columns={[
          { title: "cycles true", cell: (e) => count(e.cycles_true) },
          { title: "share", cell: (e) => percent(e.share) },
          { title: "rising edges", cell: (e) => count(e.rising_edges) },
          { title: "longest", meaning: "Longest run of cycles", cell: (e) => count(e.longest_run) },
          { title: "when", cell: (e) => <TimelineLink run={run} row={e.path} /> },
        ]}
      />
      <MeasureTable
        title="Sums"
        run={run}
        rows={run.rows("sums")}
        columns={[
          { title: "samples", meaning: "Cycles in which something was added", cell: (s) => count(s.samples) },
          { title: "total", cell: (s) => count(s.total) },
        ]}
      />
      <ValueTable run={run} />
      <MeasureTable
        title="Traces"
        run={run}
        rows={run.rows("traces")}
        columns={[
          { title: "trigger", cell: (t) => t.trigger },
          { title: "records", cell: (t) => count(t.records) },
          { title: "lost", meaning: "Records that found no room", cell: (t) => count(t.lost) },
          { title: "when", cell: (t) => <TimelineLink run={run} row={t.path} /> },
        ]}
      />
    </>
  );
}
