// SPDX-License-Identifier: Apache-2.0
// Two or more runs side by side, each with its own numbers.
import { type Count, count, decimal, percent, toNumber } from "../base/format";
import type { Comparison, Difference, SideComparison, Spread } from "../contract/page_data";
import type { Run } from "../data/run";
import { measuredBlocks, type Part, partsOfBlock, partsOfChannel } from "../model/blocks";
import { pathHref } from "../model/path_href";
import { href } from "../model/route";
import { Bar, QualityMark } from "../render/bar";

export function Compare(props: { runs: Run[]; comparison: Comparison | null }) {
  const { runs } = props;
  if (runs.length < 2) {
    return (
      <div class="view">
        <section class="card">
          <h2>A comparison needs two runs</h2>
          <p>Pass several runs to see them side by side, block by block and channel by channel:</p>
          <pre>
            tapestry report before.tapdb after.tapdb --html compare.html{"\n"}tapestry report live before.tapdb
            after.tapdb
          </pre>
        </section>
      </div>
    );
  }
  const facts = ["design", "cycles", "answer", "end_state", "partial", "simulator", "wall_seconds", "lost_records"];
  return (
    <div class="view compare-view">
      {props.comparison?.sides.map((side, i) => (
        <Changes key={i} side={side} baseline={props.comparison!.baseline} run={runs[i + 1]!} />
      ))}
      <section class="scroll">
        <table class="plain compare">
          <thead>
            <tr>
              <th>run</th>
              {runs.map((r) => (
                <th key={r.number}>
                  <a href={href("overview", { run: r.number })}>{r.data.name}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts
              .filter((f) => runs.some((r) => r.fact(f) !== undefined))
              .map((f) => (
                <tr key={f}>
                  <th>{f.replace("_", " ")}</th>
                  {runs.map((r) => (
                    <td key={r.number}>
                      {f === "cycles" || f === "lost_records" ? count(r.fact(f) ?? null) : (r.fact(f) ?? "–")}
                    </td>
                  ))}
                </tr>
              ))}
            <tr>
              <th>worst bottleneck</th>
              {runs.map((r) => {
                const b = r.rows("bottlenecks")[0];
                return <td key={r.number}>{b ? `${r.shortPath(b.path)} (${b.kind}) ${percent(b.share)}` : "–"}</td>;
              })}
            </tr>
          </tbody>
        </table>
      </section>
      <SideBySide
        title="Blocks"
        runs={runs}
        items={(r) =>
          measuredBlocks(r.rows("blocks")).map((b) => ({
            path: b.path,
            quality: b.quality,
            of: b.observed_cycles,
            parts: partsOfBlock(b),
            href: href("graph", { block: b.scope, run: r.number }),
          }))
        }
      />
      <SideBySide
        title="Channels"
        runs={runs}
        items={(r) =>
          r.rows("channels").map((c) => ({
            path: c.path,
            quality: c.quality,
            of: r.rowsWhere("taps", "tap", c.tap)[0]?.observed_cycles ?? null,
            parts: partsOfChannel(c),
            href: href("graph", { channel: c.path, run: r.number }),
          }))
        }
      />
      <p class="muted">
        Bars of one path have one scale: the longer run has the longer bar. Cycles of different clocks are not compared.
      </p>
    </div>
  );
}

const maxChanges = 12;

// How a run differs from the baseline: the answer, then the differences, the most important first.
function Changes(props: { side: SideComparison; baseline: string; run: Run }) {
  const { side, run } = props;
  const relevant = side.differences.filter((d) => d.verdict !== "same" && d.kind !== "run");
  const maxChange = Math.max(1, ...relevant.filter((d) => d.in_cycles).map((d) => Math.abs(d.change)));
  return (
    <section class="changes" aria-label={`${side.name} against ${props.baseline}`}>
      <p class="muted">
        {side.name} against {props.baseline}
      </p>
      <p class="answer-sentence">{side.answer}</p>
      {side.remarks.map((remark) => (
        <p key={remark} class="warning">
          {remark}
        </p>
      ))}
      {relevant.length > 0 && (
        <div class="scroll">
          <table class="plain">
            <thead>
              <tr>
                <th>what</th>
                <th>number</th>
                <th class="n">before</th>
                <th class="n">after</th>
                <th class="n">change</th>
                <th class="wide">cycles</th>
              </tr>
            </thead>
            <tbody>
              {relevant.slice(0, maxChanges).map((d) => (
                <Change key={`${d.path} ${d.item} ${d.number}`} run={run} row={d} maxChange={maxChange} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="muted">
        {relevant.length > maxChanges && `${relevant.length - maxChanges} smaller differences, `}
        {count(side.equal)} numbers are equal.
        {side.gone.length > 0 && ` Gone: ${firstFew(side.gone)}.`}
        {side.appeared.length > 0 && ` New: ${firstFew(side.appeared)}.`}
      </p>
    </section>
  );
}

const firstFew = (names: string[]) =>
  `${names.slice(0, 4).join(", ")}${names.length > 4 ? ` and ${names.length - 4} more` : ""}`;
const spreadText = (s: Spread) => (s.least === s.most ? decimal(s.mean) : `${decimal(s.least)} – ${decimal(s.most)}`);

function Change(props: { run: Run; row: Difference; maxChange: number }) {
  const { row: d, run } = props;
  const share = d.in_cycles ? Math.abs(d.change) / props.maxChange : 0;
  const sign = d.change < 0 ? "−" : "+";
  return (
    <tr class={`change-${d.verdict}`}>
      <td>
        <a href={pathHref(run, d.new_path)} title={d.new_path}>
          {d.item || run.shortPath(d.new_path)}
        </a>
        {d.item && <small> {run.shortPath(d.new_path)}</small>}
      </td>
      <td>{d.number.replace(/_/g, " ")}</td>
      <td class="n">
        <QualityMark quality={d.before.quality} />
        {spreadText(d.before)}
      </td>
      <td class="n">
        <QualityMark quality={d.after.quality} />
        {spreadText(d.after)}
      </td>
      <td class="n">
        <b>
          {sign}
          {decimal(Math.abs(d.change))}
        </b>{" "}
        <small>
          {d.verdict === "unclear"
            ? "unclear"
            : d.relative === null
              ? "new"
              : `${sign}${percent(Math.abs(d.relative))}`}
        </small>
      </td>
      <td class="wide">
        <div class="change-bar" aria-hidden="true">
          <i style={{ width: `${share * 50}%`, [d.change < 0 ? "right" : "left"]: "50%" }} />
        </div>
      </td>
    </tr>
  );
}

interface Item {
  path: string;
  quality: string | null;
  of: Count | null;
  parts: Part[];
  href: string;
}

const maxShown = 200;

function SideBySide(props: { title: string; runs: Run[]; items: (run: Run) => Item[] }) {
  const byPath = new Map<string, (Item | undefined)[]>(); // one for each run
  props.runs.forEach((run, i) => {
    for (const item of props.items(run)) {
      if (!byPath.has(item.path)) byPath.set(item.path, Array<undefined>(props.runs.length).fill(undefined));
      byPath.get(item.path)![i] = item;
    }
  });
  return (
    <section>
      <h2>{props.title}</h2>
      <ul class="side">
        {[...byPath].slice(0, maxShown).map(([path, items]) => {
          const longest = Math.max(1, ...items.map((i) => toNumber(i?.of)));
          return (
            <li key={path}>
              <b>{path}</b>
              {items.map((item, i) => (
                <div key={i} class="side-row">
                  <small>{props.runs[i]!.data.name}</small>
                  {item ? (
                    <a href={item.href} style={{ width: `${(toNumber(item.of) / longest) * 100}%` }}>
                      <Bar parts={item.parts} of={item.of} label={path} />
                    </a>
                  ) : (
                    <span class="muted">not in this run</span>
                  )}
                  <small class="n">
                    <QualityMark quality={item?.quality} />
                    {count(item?.of)}
                  </small>
                </div>
              ))}
            </li>
          );
        })}
      </ul>
      {byPath.size > maxShown && <p class="muted">{byPath.size - maxShown} more are not shown here.</p>}
    </section>
  );
}
