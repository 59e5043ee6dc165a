// SPDX-License-Identifier: Apache-2.0
// The place of the predictor. Until it is there, this page says so and predicts nothing.
import { count, percent } from "../base/format";
import type { Run } from "../data/run";
import { href } from "../model/route";
import { QualityMark } from "../render/bar";

export function WhatIf(props: { run: Run }) {
  const { run } = props;
  const advice = run.rows("advice").filter((a) => a.bound !== null);
  const slowest = run.rows("bottlenecks")[0];
  const queues = run.rows("queues").slice(0, 6);
  return (
    <div class="view">
      <section class="card">
        <h2>Nothing is predicted here yet</h2>
        <p>This is where sliders will say what a faster state, a deeper queue, one more replica or another clock would bring. This version of Tapestry cannot compute that, and a guess would be worse than no number.</p>
        {advice.length > 0 && <p>What it does know are bounds:</p>}
        {advice.length > 0 && (
          <table class="plain">
            <thead><tr><th>change</th><th>where</th><th class="n">saves at most</th></tr></thead>
            <tbody>{advice.map((a) => <tr key={a.rank}><td>{a.sentence}</td><td>{a.path && <a href={href("graph", { block: a.path, run: run.number || undefined })}>{a.path}</a>}</td><td class="n"><QualityMark quality={a.quality} />{a.bound === 0 ? "no time" : percent(a.bound)}</td></tr>)}</tbody>
          </table>
        )}
      </section>
      <fieldset class="card sliders" disabled aria-label="Sliders of the predictor, not yet there">
        <legend>Sliders of the predictor, not yet there</legend>
        {slowest && <label>time of {slowest.path}<input type="range" min="0" max="2" value="1" /><output>as measured</output></label>}
        {queues.map((q) => <label key={q.path}>depth of {q.path}<input type="range" min="1" max="64" value={Number(q.depth ?? 1)} /><output>{count(q.depth)}, as measured</output></label>)}
        <label>clock<input type="range" min="50" max="200" value="100" /><output>as measured</output></label>
      </fieldset>
    </div>
  );
}
