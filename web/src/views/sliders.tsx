// SPDX-License-Identifier: Apache-2.0
// Sliders for changes to the work of blocks and to the depth of queues, those that save most first, and the run that is
// predicted for all of them together.
import { useEffect, useMemo, useState } from "preact/hooks";
import { count, percent } from "../base/format";
import type { Prediction, Predictor, Sensitivities, Sweep } from "../data/predict";
import type { Run } from "../data/run";
import { pathHref } from "../model/path_href";
import { predictedRun } from "../model/predicted_run";
import { Swatch } from "../render/bar";
import { SweepCurve, SweepMap } from "../render/sweep_plot";
import { FlowStrip } from "./flow_strip";
import { Drawing } from "./graph";

const maxShown = 16; // sliders of each kind
const settleMs = 120; // how long a slider must rest before the server is asked

interface Slider {
  path: string;
  what: string;
  target: string; // the change without its value, such as "depth:u_fifo"
  isWork: boolean; // else the depth of a queue
  measured: number; // work is in percent of what was measured
  min: number;
  max: number;
  saved: number; // cycles, by the smallest change
  stops: number[]; // the values that are answered, with the measured one; empty: any
}

function toSlider(row: Sensitivities["list"][number], predictor: Predictor): Slider[] {
  const equals = row.change.lastIndexOf("=");
  const target = row.change.slice(0, equals);
  const isWork = row.change.startsWith("time:");
  if (!isWork && !row.change.startsWith("depth:")) return [];
  const measured = isWork ? 100 : Number(row.change.slice(equals + 1)) - 1;
  const answered = predictor.valuesOf(target);
  if (answered?.length === 0) return [];
  const stops = (answered ?? []).map((v) => (isWork ? Math.round(100 * parseFloat(v)) : Number(v)));
  const same = { path: row.path, what: row.what, target, saved: row.saved_cycles, isWork, measured };
  if (answered) {
    const all = [...stops, measured].sort((a, b) => a - b);
    return [{ ...same, stops: all, min: 0, max: all.length - 1 }];
  }
  return [{ ...same, stops, min: isWork ? 5 : 1, max: isWork ? 200 : Math.max(16, 4 * measured) }];
}

function mostUsefulSliders(all: Sensitivities, predictor: Predictor): Slider[] {
  const sliders = all.list.flatMap((row) => toSlider(row, predictor));
  return [true, false].flatMap((isWork) => sliders.filter((s) => s.isWork === isWork).slice(0, maxShown));
}

const changeOf = (s: Slider, value: number): string => `${s.target}=${s.isWork ? `${value / 100}x` : value}`;

// Values for a sweep: factors of the work, powers of two for a depth.
function rangeOf(s: Slider): string {
  if (s.isWork) return `${s.target}=0.1x,0.25x,0.5x,0.75x,1x,1.5x,2x`;
  const depths = [...Array(12).keys()].map((i) => 2 ** i).filter((n) => n <= s.max);
  return `${s.target}=${[...new Set([...depths, s.measured])].sort((a, b) => a - b).join(",")}`;
}

export function Sliders(props: { run: Run; predictor: Predictor }) {
  const { run, predictor } = props;
  const isServed = predictor.valuesOf("") === undefined; // else it answers one change at a time
  const [sliders, setSliders] = useState<Slider[]>([]);
  const [values, setValues] = useState<Record<number, number>>({});
  const [answer, setAnswer] = useState<Prediction>();
  const [problem, setProblem] = useState("");
  const [plotted, setPlotted] = useState<number[]>([]); // sliders, at most two
  useEffect(() => {
    predictor.sensitivities().then(
      (all) => setSliders(mostUsefulSliders(all, predictor)),
      (e: Error) => setProblem(e.message),
    );
  }, [predictor]);
  // The changes of all sliders that were moved, but for those in `except`.
  const changesExcept = (except: number[]) =>
    sliders.flatMap((s, i) => {
      const value = values[i] ?? s.measured;
      return value === s.measured || except.includes(i) ? [] : [changeOf(s, value)];
    });
  const changes = changesExcept([]);
  const key = changes.join("\n");
  useEffect(() => {
    setProblem("");
    if (changes.length === 0) return setAnswer(undefined);
    let current = true;
    const timer = setTimeout(() => {
      predictor.predict(changes).then(
        (p) => current && setAnswer(p),
        (e: Error) => current && setProblem(e.message),
      );
    }, settleMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [predictor, key]);
  return (
    <div class="what-if-columns">
      <section class="card what-if">
        <h2>Try a change</h2>
        <Answer run={run} answer={answer} problem={problem} changes={changes} />
        {!isServed && (
          <p class="muted">
            This file has answers for one change at a time. <code>tapestry report live</code> and{" "}
            <code>tapestry predict</code> answer several together.
          </p>
        )}
        <table class="plain sliders">
          {[true, false].map(
            (isWork) =>
              sliders.some((s) => s.isWork === isWork) && (
                <tbody key={`${isWork}`}>
                  <tr>
                    <th colSpan={4} scope="rowgroup">
                      {isWork ? "Work of a block or state" : "Places of a queue"}
                    </th>
                    <th class="n">{isWork ? "1% less saves" : "one more saves"}</th>
                  </tr>
                  {sliders.map(
                    (s, i) =>
                      s.isWork === isWork && (
                        <SliderRow
                          key={s.target}
                          run={run}
                          slider={s}
                          value={values[i] ?? s.measured}
                          set={(v) => setValues(isServed ? { ...values, [i]: v } : { [i]: v })}
                          isPlotted={plotted.includes(i)}
                          plot={() =>
                            setPlotted(
                              plotted.includes(i)
                                ? plotted.filter((p) => p !== i)
                                : [...plotted, i].slice(isServed ? -2 : -1),
                            )
                          }
                        />
                      ),
                  )}
                </tbody>
              ),
          )}
        </table>
        {changes.length > 0 && (
          <p>
            <button onClick={() => setValues({})}>As it was</button>
          </p>
        )}
      </section>
      <div class="what-if-drawn">
        <PredictedDrawing run={run} answer={problem ? undefined : answer} />
        {plotted.length > 0 && (
          <SweepPanel
            predictor={predictor}
            isServed={isServed}
            ranges={plotted.map((i) => rangeOf(sliders[i]!))}
            changes={isServed ? changesExcept(plotted) : []}
          />
        )}
      </div>
    </div>
  );
}

// The flow strip and the graph of the predicted run, or of the measured one while there is no prediction.
function PredictedDrawing(props: { run: Run; answer: Prediction | undefined }) {
  const { run, answer } = props;
  const isPredicted = answer !== undefined && !answer.deadlock && answer.states.length > 0;
  const shownRun = useMemo(() => (isPredicted ? predictedRun(run, answer) : run), [run, answer]);
  const graph = run.data.graphs[0];
  const longer = Math.max(answer?.measured_cycles ?? 0, answer?.predicted_cycles ?? 0);
  return (
    <section class="card predicted-drawing" data-predicted={isPredicted}>
      <h2>{isPredicted ? "The run as it would be" : "The run as it was"}</h2>
      {isPredicted && (
        <p class="muted">
          All bars have one scale, {count(Math.round(longer))} cycles. A block without a bar has no prediction.
        </p>
      )}
      <FlowStrip run={shownRun} />
      {graph && graph.nodes.length > 0 && <Drawing run={shownRun} graph={graph} predicted={isPredicted} />}
    </section>
  );
}

// A sweep over the range of one slider or of two, while the others keep their values.
function SweepPanel(props: { predictor: Predictor; isServed: boolean; ranges: string[]; changes: string[] }) {
  const { predictor, ranges, changes } = props;
  const [answer, setAnswer] = useState<{ to: string; sweep: Sweep }>();
  const [problem, setProblem] = useState("");
  const key = [...changes, ...ranges].join("\n");
  useEffect(() => {
    let current = true;
    setProblem("");
    predictor.sweep(changes, ranges).then(
      (sweep) => current && setAnswer({ to: key, sweep }),
      (e: Error) => current && setProblem(e.message),
    );
    return () => {
      current = false;
    };
  }, [predictor, key]);
  const sweep = answer?.to === key ? answer.sweep : undefined;
  return (
    <section class="card" aria-label="Over a range">
      <h2>{ranges.length === 1 ? "Over a range" : "Over two ranges"}</h2>
      {problem && (
        <p class="warning" role="status">
          {problem}
        </p>
      )}
      {sweep && (ranges.length === 1 ? <SweepCurve sweep={sweep} /> : <SweepMap sweep={sweep} />)}
      {sweep && (
        <p class="muted">
          Cycles{ranges.length === 2 && ", the second range to the right"}.{" "}
          {props.isServed && "No other point beats one with a ring in both cycles and bits of queues. "}✕ would get
          stuck.
        </p>
      )}
      <pre>{`tapestry predict sweep RUN ${[...changes, ...ranges].join(" ")} --csv`}</pre>
    </section>
  );
}

function SliderRow(props: {
  run: Run;
  slider: Slider;
  value: number;
  set: (value: number) => void;
  isPlotted: boolean;
  plot: () => void;
}) {
  const { slider: s, value } = props;
  return (
    <tr class={value === s.measured ? "" : "chosen"}>
      <td>
        <a href={pathHref(props.run, s.path)}>{props.run.shortPath(s.path)}</a> <small>{s.what}</small>
      </td>
      <td>
        <input
          type="range"
          aria-label={`${s.what} of ${s.path}`}
          min={s.min}
          max={s.max}
          step={s.isWork && s.stops.length === 0 ? 5 : 1}
          value={s.stops.length > 0 ? s.stops.indexOf(value) : value}
          aria-valuetext={s.isWork ? `${value}%` : `${value} of ${s.measured}`}
          onInput={(e) => {
            const at = Number(e.currentTarget.value);
            props.set(s.stops[at] ?? at);
          }}
        />
      </td>
      <td class="n">{s.isWork ? `${value}%` : `${count(value)} of ${count(s.measured)}`}</td>
      <td>
        <button
          type="button"
          class="plot"
          aria-pressed={props.isPlotted}
          aria-label={`Plot ${s.what} of ${s.path}`}
          title="Plot over a range; two make a map"
          onClick={props.plot}
        >
          ⌁
        </button>
      </td>
      <td class="n muted">{s.saved > 0 ? `${count(Math.round(s.saved))} cycles` : ""}</td>
    </tr>
  );
}

function Answer(props: { run: Run; answer: Prediction | undefined; problem: string; changes: string[] }) {
  const { answer: p, problem } = props;
  if (problem)
    return (
      <p class="warning" role="status">
        {problem}
      </p>
    );
  if (!p)
    return (
      <p class="muted" role="status">
        Move a slider to give a block less work or a queue another depth. What saves most comes first.
      </p>
    );
  if (p.deadlock)
    return (
      <div role="status">
        <p>
          <strong>It would get stuck.</strong>
        </p>
        <ul>
          {p.stuck.map((s) => (
            <li key={s}>{s}</li>
          ))}
        </ul>
      </div>
    );
  const cycles = p.predicted_cycles ?? 0;
  const saved = 1 - cycles / p.measured_cycles;
  return (
    <div role="status">
      <p>
        <strong>{count(Math.round(cycles))} cycles</strong> instead of {count(Math.round(p.measured_cycles))}:{" "}
        {saved === 0 ? "no change" : saved > 0 ? `${percent(saved)} less` : `${percent(-saved)} more`}.{" "}
        {p.label === "exact"
          ? "Exact"
          : `Approximate, between ${count(Math.round(p.low))} and ${count(Math.round(p.high))}`}
        , by {p.engine}.
      </p>
      {p.amdahl_cycles !== null && p.engine === "summary" && (
        <p class="muted">Amdahl’s law alone says {count(Math.round(p.amdahl_cycles))} cycles.</p>
      )}
      {p.bottleneck && (
        <p>
          <a href={pathHref(props.run, p.bottleneck)}>{props.run.shortPath(p.bottleneck)}</a> would then limit it, at
          work for {percent(p.bottleneck_share)} of the run.
        </p>
      )}
      <BlockTimes prediction={p} run={props.run} />
      {p.remarks.map((r) => (
        <p key={r} class="muted">
          {r}.
        </p>
      ))}
      <pre>{`tapestry predict RUN ${props.changes.join(" ")}`}</pre>
    </div>
  );
}

// Work and waiting of each block, measured and predicted, on one scale.
function BlockTimes(props: { prediction: Prediction; run: Run }) {
  const { prediction: p } = props;
  const whole = Math.max(p.measured_cycles, p.predicted_cycles ?? 0);
  const share = (n: number | undefined) => `${(100 * (n ?? 0)) / whole}%`;
  const bar = (work: number, wait: number | undefined) => (
    <div class="block-time-bar">
      <i class="fill category-busy" style={{ width: share(work) }} />
      <i class="fill category-wait_recv" style={{ width: share(wait) }} />
    </div>
  );
  return (
    <table class="plain block-times">
      <thead>
        <tr>
          <th>block</th>
          <th>
            measured, then: <Swatch category="busy" />
            work <Swatch category="wait_recv" />
            waiting
          </th>
          <th class="n">work</th>
          <th class="n">then</th>
        </tr>
      </thead>
      <tbody>
        {p.blocks.slice(0, maxShown).map((b) => (
          <tr key={b.path}>
            <td>{props.run.shortPath(b.path)}</td>
            <td class="bars">
              {bar(b.measured_cycles, b.measured_wait)}
              {bar(b.predicted_cycles, b.predicted_wait)}
            </td>
            <td class="n">{count(Math.round(b.measured_cycles))}</td>
            <td class="n">{count(Math.round(b.predicted_cycles))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
