// SPDX-License-Identifier: Apache-2.0
// What changes could bring: the bounds that the run itself gives, and how to ask for a prediction.
import { percent } from "../base/format";
import type { Run } from "../data/run";
import { placeHref } from "../model/place";
import { QualityMark } from "../render/bar";

export function WhatIf(props: { run: Run }) {
  const { run } = props;
  const advice = run.rows("advice").filter((a) => a.bound !== null);
  const block = run.rows("bottlenecks")[0]?.path;
  const queue = run.rows("queues")[0]?.path;
  return (
    <div class="view">
      <section class="card">
        <h2>Predictions are made on the command line</h2>
        <p>This page predicts nothing. Ask about a change before you build it; a run that was recorded (<code>tapestry profile --record</code>) also answers for queues:</p>
        <pre>{[`tapestry predict RUN${block ? ` time:${block}=0.5x` : ""}`, ...(queue ? [`tapestry predict RUN depth:${queue}=N`] : []), "tapestry size RUN"].join("\n")}</pre>
        {advice.length > 0 && <p>What the run itself says are bounds:</p>}
        {advice.length > 0 && (
          <table class="plain">
            <thead><tr><th>change</th><th>where</th><th class="n">saves at most</th></tr></thead>
            <tbody>{advice.map((a) => <tr key={a.rank}><td>{a.sentence}</td><td>{a.path && <a href={placeHref(run, a.path)}>{a.path}</a>}</td><td class="n"><QualityMark quality={a.quality} />{a.bound === 0 ? "no time" : percent(a.bound)}</td></tr>)}</tbody>
          </table>
        )}
      </section>
    </div>
  );
}
