// SPDX-License-Identifier: Apache-2.0
// What changes would bring: predictions, if the page is served, and the bounds that the run itself gives.
import { useMemo } from "preact/hooks";
import { percent } from "../base/format";
import { predictorOf } from "../data/predict";
import type { Run } from "../data/run";
import { pathHref } from "../model/path_href";
import { QualityMark } from "../render/bar";
import { Sliders } from "./sliders";

export function WhatIf(props: { run: Run }) {
  const { run } = props;
  const predictor = useMemo(() => predictorOf(run), [run]);
  return (
    <div class="view">
      {predictor ? <Sliders key={run.number} run={run} predictor={predictor} /> : <Commands run={run} />}
      <AdviceBounds run={run} />
    </div>
  );
}

function Commands(props: { run: Run }) {
  const block = props.run.rows("bottlenecks")[0]?.path;
  const queue = props.run.rows("queues")[0]?.path;
  const lines = [
    "tapestry report live RUN",
    `tapestry predict RUN${block ? ` time:${block}=0.5x` : ""}`,
    ...(queue ? [`tapestry predict RUN depth:${queue}=N`] : []),
    "tapestry predict size RUN",
  ];
  return (
    <section class="card">
      <h2>Predictions need the tool</h2>
      <p>
        This run is too large to keep answers in the file. The page of <code>tapestry report live</code> predicts, and
        so does the command line:
      </p>
      <pre>{lines.join("\n")}</pre>
    </section>
  );
}

function AdviceBounds(props: { run: Run }) {
  const advice = props.run.rows("advice").filter((a) => a.bound !== null);
  if (advice.length === 0) return null;
  return (
    <section class="card">
      <h2>At most this much</h2>
      <table class="plain">
        <thead>
          <tr>
            <th>change</th>
            <th>where</th>
            <th class="n">saves at most</th>
          </tr>
        </thead>
        <tbody>
          {advice.map((a) => (
            <tr key={a.rank}>
              <td>{props.run.shortText(a.sentence)}</td>
              <td>
                {a.path && (
                  <a href={pathHref(props.run, a.path)} title={a.path}>
                    {props.run.shortPath(a.path)}
                  </a>
                )}
              </td>
              <td class="n">
                <QualityMark quality={a.quality} />
                {a.bound === 0 ? "no time" : percent(a.bound)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
