// SPDX-License-Identifier: Apache-2.0
// The answer first: what limits this design, why, and how far the numbers can be trusted.
import { amount, count, elapsed, percent, toNumber } from "../base/format";
import { isCertain, qualities, qualityWords } from "../base/words";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { busiestFirst, type MeasuredBlock, measuredBlocks, partsOfBlock } from "../model/blocks";
import { pathHref } from "../model/path_href";
import { href, sourceHref } from "../model/route";
import { trialsOf } from "../model/speed_curves";
import { Bar, QualityMark, Share } from "../render/bar";
import { type NamedNumber, NumberList } from "../render/number_list";
import { SpeedCurve } from "../render/speed_curve";
import { ActivityStrip } from "../render/activity_strip";
import { CategoryKey } from "./category_key";
import { FlowStrip } from "./flow_strip";
import { spanAround } from "./measures";

export function Overview(props: { run: Run }) {
  const { run } = props;
  const bottlenecks = run.rows("bottlenecks").slice(0, 3);
  return (
    <div class="view overview">
      <Answer run={run} />
      <FlowStrip run={run} />
      {bottlenecks.length > 0 && (
        <section aria-labelledby="reasons">
          <h2 id="reasons">
            {bottlenecks.length === 1 ? "The reason" : `The top ${bottlenecks.length === 2 ? "two" : "three"} reasons`}
          </h2>
          <ol class="reasons">
            {bottlenecks.map((b) => (
              <Reason key={b.rank} run={run} row={b} />
            ))}
          </ol>
        </section>
      )}
      <Advice run={run} />
      <Experiments run={run} />
      <section aria-labelledby="glance">
        <h2 id="glance">The run at a glance</h2>
        <CategoryKey run={run} />
        <Blocks run={run} />
      </section>
      <div class="two-columns">
        <Totals run={run} />
        <Trust run={run} />
      </div>
    </div>
  );
}

function Answer(props: { run: Run }) {
  const { run } = props;
  const end = run.fact("end_state");
  const partial = run.fact("partial") === "yes";
  return (
    <section class="answer" aria-label="The answer">
      <p class="muted">
        {run.title} · {elapsed(run.fact("cycles"), run.rows("clocks")[0]?.unit)}
        {run.fact("simulator") && ` · ${run.fact("simulator")} ${run.fact("simulator_version") ?? ""}`}
      </p>
      <p class="answer-sentence">
        {run.shortText(run.fact("answer") ?? "") ||
          "This run was not analysed yet: it holds what was counted. " +
            "tapestry report reanalyse says what limits the design."}
      </p>
      {["work", "left_out", "seen"].map(
        (note) => run.fact(note) && <p class="muted">{run.shortText(run.fact(note)!)}</p>,
      )}
      {end === "deadlock" && <Deadlock run={run} />}
      {end === "livelock" && <Livelock run={run} />}
      <Violations run={run} />
      {partial && (
        <p class="warning">
          The run is partial: {run.fact("partial_reason") ?? "it did not end by itself"}. Numbers are those up to its
          end.
        </p>
      )}
    </section>
  );
}

function Violations(props: { run: Run }) {
  const { run } = props;
  const violated = run.rows("assertions").filter((a) => toNumber(a.violations) > 0);
  if (violated.length === 0) return null;
  return (
    <div class="warning">
      <b>{violated.length === 1 ? "An assertion was violated" : `${violated.length} assertions were violated`}.</b>
      <ul>
        {violated.slice(0, 5).map((a) => (
          <li key={a.path}>
            <a href={href("timeline", { row: a.path, run: run.number, ...spanAround(toNumber(a.first_edge)) })}>
              {run.shortPath(a.path)}
            </a>{" "}
            in {count(a.violations)} cycles, first at cycle {count(a.first_edge)}
          </li>
        ))}
      </ul>
      {violated.length > 5 && (
        <p>
          <a href={href("profile", { run: run.number })}>{violated.length - 5} more</a>
        </p>
      )}
    </div>
  );
}

const BlockLink = (props: { run: Run; path: string }) => (
  <a href={href("graph", { block: props.path, run: props.run.number })} title={props.path}>
    {props.run.shortPath(props.path)}
  </a>
);

function Deadlock(props: { run: Run }) {
  const all = props.run.rows("deadlocks");
  const steps = all.filter((d) => d.cycle === all[0]?.cycle);
  return (
    <div class="warning">
      <b>Deadlock.</b> These blocks wait for each other:
      <ol>
        {steps.map((s) => (
          <li key={s.step}>
            <BlockLink run={props.run} path={s.path} /> {props.run.shortText(s.reason ?? "waits")}; only{" "}
            {props.run.shortText(s.waits_for ?? "the outside")} can free it
          </li>
        ))}
      </ol>
    </div>
  );
}

function Livelock(props: { run: Run }) {
  return (
    <div class="warning">
      <b>Livelock.</b> These blocks kept changing state without progress when the run ended:
      <ul>
        {props.run.rows("deadlocks").map((s) => (
          <li key={s.step}>
            <BlockLink run={props.run} path={s.path} /> {props.run.shortText(s.reason ?? "")}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Reason(props: { run: Run; row: Rows["bottlenecks"] }) {
  const { run, row } = props;
  const victims = run.rowsWhere("victims", "rank", row.rank);
  return (
    <li class="card">
      <div class="reason-head">
        <a href={pathHref(run, row.path)} title={row.path}>
          {run.shortPath(row.path)}
        </a>
        <span class="chip">{row.kind}</span>
      </div>
      <p>
        <b>{run.shortText(row.effect)}</b>
      </p>
      <p>{run.shortText(row.evidence ?? "")}</p>
      {victims.length > 0 && (
        <p class="muted">
          Waiting because of it:{" "}
          {victims.slice(0, 4).map((v, i) => (
            <span key={v.path}>
              {i > 0 && ", "}
              <a href={pathHref(run, v.path)} title={v.path}>
                {run.shortPath(v.path)}
              </a>{" "}
              {percent(v.share)}
            </span>
          ))}
          {victims.length > 4 && ` and ${victims.length - 4} more`}
        </p>
      )}
    </li>
  );
}

// Advice with the same sentence for several paths is shown once.
interface MergedAdvice {
  first: Rows["advice"];
  paths: string[];
}

function mergeAdvice(advice: Rows["advice"][]): MergedAdvice[] {
  const bySentence = new Map<string, MergedAdvice>();
  for (const a of advice) {
    const known = bySentence.get(a.sentence);
    if (!known) bySentence.set(a.sentence, { first: a, paths: a.path ? [a.path] : [] });
    else if (a.path && !known.paths.includes(a.path)) known.paths.push(a.path);
  }
  return [...bySentence.values()];
}

const maxAdvice = 6;
const maxPaths = 3;

// What an experiment saved, else the bound.
function savedText(advice: Rows["advice"]): string {
  if (advice.saving !== null) return percent(advice.saving);
  if (advice.bound === null) return "";
  return advice.bound > 0 ? `≤${percent(advice.bound)}` : "area";
}

function Advice(props: { run: Run }) {
  const { run } = props;
  const advice = mergeAdvice(run.rows("advice"));
  if (advice.length === 0) return null;
  return (
    <section aria-labelledby="advice">
      <h2 id="advice">What to do</h2>
      <div class="scroll">
        <table class="plain advice">
          <thead>
            <tr>
              <th>change</th>
              <th>where</th>
              <th class="n" title="Of the run: measured by an experiment, or a bound (≤)">
                saves
              </th>
            </tr>
          </thead>
          <tbody>
            {advice.slice(0, maxAdvice).map(({ first, paths }) => (
              <tr key={first.rank}>
                <td>
                  {run.shortText(first.sentence)} <small>{run.shortText(first.reasoning ?? "")}</small>
                </td>
                <td>
                  {paths.slice(0, maxPaths).map((path) => (
                    <div key={path}>
                      <a href={pathHref(run, path)} title={path}>
                        {run.shortPath(path)}
                      </a>
                    </div>
                  ))}
                  {paths.length > maxPaths && <small>{paths.length - maxPaths} more</small>}
                </td>
                <td class={`n ${isCertain(first.quality) || first.saving !== null ? "" : "hatched-text"}`}>
                  {savedText(first)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {advice.length > maxAdvice && <p class="muted">{advice.length - maxAdvice} more in the view `advice`.</p>}
    </section>
  );
}

const maxExperiments = 12;

const isCapacity = (row: Rows["experiments"]) => row.kind === "depth" || row.kind === "window";

// The results of experiments.
function Experiments(props: { run: Run }) {
  const all = props.run.rows("experiments");
  if (all.length === 0) return null;
  const trials = trialsOf(all);
  const hasCurves = trials.some((t) => t.curve.length > 0);
  const maxSaving = Math.max(0.01, ...trials.flatMap((t) => t.curve.map((p) => p.saving)));
  const withoutResult = all.filter((e) => e.status === "rejected" || e.status === "refused");
  return (
    <section aria-labelledby="experiments">
      <h2 id="experiments">What was tried</h2>
      <table class="experiments">
        <thead>
          <tr>
            <th scope="col">made faster</th>
            <th scope="col">times</th>
            <th scope="col">saves</th>
            <th scope="col">cycles</th>
            {hasCurves && (
              <th scope="col" title="What higher speeds save, up to the highest that was tried">
                faster still
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {trials.slice(0, maxExperiments).map(({ first: e, curve }) => (
            <tr key={`${e.kind} ${e.path} ${e.state ?? ""} ${e.factor}`}>
              <td>
                <a href={pathHref(props.run, e.path)} title={e.path}>
                  {props.run.shortText(e.label)}
                </a>
              </td>
              <td>{isCapacity(e) ? "" : e.factor}</td>
              <td>
                <Share share={Math.max(0, e.saving ?? 0)} category="busy" quality="tried" />
              </td>
              <td>{count(e.cycles)}</td>
              {hasCurves && (
                <td>
                  <SpeedCurve curve={curve} maxSaving={maxSaving} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {trials.length > maxExperiments && <p class="muted">{trials.length - maxExperiments} more saved less.</p>}
      {withoutResult.length > 0 && (
        <details class="muted">
          <summary>
            {withoutResult.length === 1
              ? "One experiment has no number"
              : `${withoutResult.length} experiments have no number`}
          </summary>
          <ul>
            {withoutResult.map((e) => (
              <li key={`${e.kind} ${e.path} ${e.state ?? ""}`}>
                {props.run.shortText(e.label)}, {e.status}: {props.run.shortText(e.reason ?? "")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const maxBlocks = 14;

function Blocks(props: { run: Run }) {
  const { run } = props;
  const measured = measuredBlocks(run.rows("blocks"));
  const blocks = busiestFirst(measured).slice(0, maxBlocks);
  // Blocks of one clock share an axis of cycles. With several clocks, the axes only begin and end together.
  const endOf = (b: MeasuredBlock) => run.frames(b.tap)?.end_edge.at(-1) ?? 0;
  const clockOf = (b: MeasuredBlock) => run.rowsWhere("taps", "tap", b.tap)[0]?.clock ?? null;
  const endOfClock = new Map<number | null, number>();
  for (const b of blocks) endOfClock.set(clockOf(b), Math.max(endOfClock.get(clockOf(b)) ?? 0, endOf(b)));
  const hasFrames = [...endOfClock.values()].some((edge) => edge > 0);
  const unit = run.unitOf(blocks[0]?.tap);
  const [start, stop] =
    endOfClock.size > 1
      ? ["over time: start", "end"]
      : [`over time: ${unit === "ns" ? "0 s" : "cycle 0"}`, amount([...endOfClock.values()][0], unit)];
  return (
    <div>
      <ul class="block-bars">
        <li class="head" aria-hidden="true">
          <span>{run.isProgram ? "thread" : "block"}</span>
          <span>{run.isProgram ? "share of its time" : "share of its cycles"}</span>
          <span>
            {hasFrames ? (
              <>
                <i>{start}</i>
                <i>{stop}</i>
              </>
            ) : (
              "not cut into frames"
            )}
          </span>
        </li>
        {blocks.map((b) => (
          <li key={b.path}>
            <a href={href("graph", { block: b.scope, run: props.run.number })} title={b.path}>
              <QualityMark quality={b.quality} />
              {run.shortPath(b.scope)}
            </a>
            <Bar parts={partsOfBlock(b)} of={b.observed_cycles} label={b.path} />
            <ActivityStrip run={run} tap={b.tap} path={b.path} end={endOfClock.get(clockOf(b)) ?? 0} />
          </li>
        ))}
      </ul>
      {measured.length > maxBlocks && (
        <p class="muted">
          <a href={href("profile", { run: run.number })}>{measured.length - maxBlocks} more blocks</a>
        </p>
      )}
    </div>
  );
}

function Totals(props: { run: Run }) {
  const { run } = props;
  const kinds = new Map<string, number>();
  for (const tap of run.rows("taps")) kinds.set(tap.kind, (kinds.get(tap.kind) ?? 0) + 1);
  const isTime = run.rows("clocks")[0]?.unit === "ns";
  const seconds = run.fact("wall_seconds");
  const numbers: NamedNumber[] = [
    isTime ? ["time", elapsed(run.fact("cycles"), "ns")] : ["cycles", count(run.fact("cycles"))],
    ...run.rows("clocks").map((c): NamedNumber => [c.name, count(c.edges), "edges"]),
    [run.isProgram ? "threads" : "blocks", count(measuredBlocks(run.rows("blocks")).length)],
    ...[...kinds].map(([kind, n]): NamedNumber => [`${kind} taps`, n]),
  ];
  if (seconds) numbers.push(["simulation", seconds, "s of wall time"]);
  return (
    <section class="card">
      <h2>Totals</h2>
      <NumberList numbers={numbers} />
    </section>
  );
}

function Trust(props: { run: Run }) {
  const { run } = props;
  const taps = run.rows("taps");
  const lost = run.fact("lost_records") ?? "0";
  const diagnostics = run.rows("diagnostics");
  const assertions = run.rows("assertions");
  const violated = assertions.filter((a) => toNumber(a.violations) > 0).length;
  const lossy = run.rows("traces").filter((t) => toNumber(t.lost) > 0);
  return (
    <section class="card">
      <h2>How far to trust it</h2>
      <ul class="trust">
        {qualities.map((q) => {
          const n = taps.filter((t) => t.quality === q).length;
          return (
            n > 0 && (
              <li key={q}>
                <b class={`mark-${q}`}>{n}</b> of {taps.length} taps{" "}
                <abbr title={qualityWords[q].meaning}>{qualityWords[q].label}</abbr>
              </li>
            )
          );
        })}
        <li>{lost === "0" ? "No record was lost." : <b>{count(lost)} records were lost.</b>}</li>
        {assertions.length > 0 && (
          <li>
            {violated === 0 ? (
              <>
                {assertions.length === 1 ? "The assertion" : `All ${assertions.length} assertions`} held in every cycle.
              </>
            ) : (
              <b>
                {violated} of {assertions.length} assertions violated.
              </b>
            )}
          </li>
        )}
        {lossy.length > 0 && (
          <li>
            {lossy.length} of {run.rows("traces").length} traces had no room for all their records.
          </li>
        )}
        <li>The run {run.fact("ended") === "finished" ? "ended by itself" : (run.fact("ended") ?? "ended")}.</li>
      </ul>
      {diagnostics.slice(0, 8).map((d, i) => {
        const to = sourceHref(`${d.file}:${d.line}`, run.number);
        return (
          <p key={i} class={`diagnostic ${d.severity}`}>
            <b>{d.severity}</b> {d.sentence} <small>{d.hint}</small>{" "}
            {d.file && to && (
              <a href={to}>
                {d.file}:{d.line}
              </a>
            )}
          </p>
        );
      })}
      {diagnostics.length > 8 && <p class="muted">{diagnostics.length - 8} more in the view `diagnostics`.</p>}
    </section>
  );
}
