// SPDX-License-Identifier: Apache-2.0
// Two or more runs side by side, each with its own numbers.
import { count, percent, pixels } from "../base/format";
import type { Run } from "../data/run";
import { partsOfBlock, partsOfChannel } from "../model/blocks";
import { href } from "../model/route";
import { Bar, QualityMark } from "../render/bar";

export function Compare(props: { runs: Run[] }) {
  const { runs } = props;
  if (runs.length < 2) {
    return (
      <div class="view">
        <section class="card">
          <h2>One run is not much to compare</h2>
          <p>Give several runs to see them side by side, block by block and channel by channel:</p>
          <pre>tapestry report before.tapdb after.tapdb --html compare.html{"\n"}tapestry open before.tapdb after.tapdb</pre>
        </section>
      </div>
    );
  }
  const facts = ["design", "cycles", "answer", "end_state", "partial", "simulator", "wall_seconds", "lost_records"];
  return (
    <div class="view compare-view">
      <section class="scroll">
        <table class="plain compare">
          <thead><tr><th /> {runs.map((r) => <th key={r.number}><a href={href("overview", { run: r.number || undefined })}>{r.data.name}</a></th>)}</tr></thead>
          <tbody>
            {facts.filter((f) => runs.some((r) => r.fact(f) !== undefined)).map((f) => (
              <tr key={f}><th>{f.replace("_", " ")}</th>{runs.map((r) => <td key={r.number}>{f === "cycles" || f === "lost_records" ? count(r.fact(f) ?? null) : (r.fact(f) ?? "–")}</td>)}</tr>
            ))}
            <tr><th>worst bottleneck</th>{runs.map((r) => { const b = r.rows("bottlenecks")[0]; return <td key={r.number}>{b ? `${b.path} (${b.kind}) ${percent(b.share)}` : "–"}</td>; })}</tr>
          </tbody>
        </table>
      </section>
      <Side title="Blocks" runs={runs} items={(r) => r.rows("blocks").filter((b) => b.tap !== null).map((b) => ({ path: b.path, quality: b.quality, of: b.observed_cycles, parts: partsOfBlock(b), href: href("graph", { block: b.scope, run: r.number || undefined }) }))} />
      <Side title="Channels" runs={runs} items={(r) => r.rows("channels").map((c) => ({ path: c.path, quality: c.quality, of: r.rowsWhere("taps", "tap", c.tap)[0]?.observed_cycles ?? null, parts: partsOfChannel(c), href: href("graph", { channel: c.path, run: r.number || undefined }) }))} />
      <p class="quiet">Bars of one path have one scale: the longer run has the longer bar. Cycles of different clocks are not compared.</p>
    </div>
  );
}

interface Item {
  path: string;
  quality: string | null;
  of: number | string | null;
  parts: ReturnType<typeof partsOfBlock>;
  href: string;
}

const mostShown = 200;

function Side(props: { title: string; runs: Run[]; items: (run: Run) => Item[] }) {
  const byPath = new Map<string, (Item | undefined)[]>();
  props.runs.forEach((run, i) => {
    for (const item of props.items(run)) {
      if (!byPath.has(item.path)) byPath.set(item.path, props.runs.map(() => undefined));
      byPath.get(item.path)![i] = item;
    }
  });
  return (
    <section>
      <h2>{props.title}</h2>
      <ul class="side">
        {[...byPath].slice(0, mostShown).map(([path, items]) => {
          const most = Math.max(1, ...items.map((i) => pixels(i?.of)));
          return (
            <li key={path}>
              <b>{path}</b>
              {items.map((item, i) => (
                <div key={i} class="side-row">
                  <small>{props.runs[i]!.data.name}</small>
                  {item ? <a href={item.href} style={{ width: `${(pixels(item.of) / most) * 100}%` }}><Bar parts={item.parts} of={item.of} label={path} /></a> : <span class="quiet">not in this run</span>}
                  <small class="n"><QualityMark quality={item?.quality} />{count(item?.of)}</small>
                </div>
              ))}
            </li>
          );
        })}
      </ul>
      {byPath.size > mostShown && <p class="quiet">{byPath.size - mostShown} more are not shown here.</p>}
    </section>
  );
}
