// SPDX-License-Identifier: Apache-2.0
// The points of a sweep: a curve over one range, a heat map over two.
import { count, percent } from "../base/format";
import type { Sweep, SweepPoint } from "../data/predict";

const width = 420;
const height = 150;

// The value of the last range, or of the one before it.
const valueOf = (point: SweepPoint, fromEnd: number) => point.changes.at(-fromEnd)!.split("=").at(-1)!;
const cyclesOf = (p: SweepPoint) =>
  p.deadlock || p.predicted_cycles === null ? "deadlock" : `${count(p.predicted_cycles)} cycles`;
const describePoint = (p: SweepPoint) =>
  `${p.changes.join(" ")}: ${cyclesOf(p)}` +
  (p.storage_bits === undefined ? "" : `, ${count(p.storage_bits)} bits of queues`) +
  (p.pareto ? "; no point is better in both" : "");

// The measured run is a horizontal line.
export function SweepCurve(props: { sweep: Sweep }) {
  const { points, measured_cycles: measured } = props.sweep;
  const all = [measured, ...points.flatMap((p) => (p.predicted_cycles === null ? [] : [p.predicted_cycles]))];
  const max = Math.max(...all);
  const min = Math.min(...all);
  const x = (i: number) => 20 + (i / Math.max(1, points.length - 1)) * (width - 40);
  const y = (cycles: number) => 10 + (max > min ? (max - cycles) / (max - min) : 0.5) * (height - 30);
  const drawn = points.map((p, i) => ({ p, i })).filter(({ p }) => p.predicted_cycles !== null);
  return (
    <svg
      class="sweep-curve"
      viewBox={`0 0 ${width} ${height + 22}`}
      role="img"
      aria-label={`Cycles over a range: ${points.map(describePoint).join("; ")}`}
    >
      <line class="measured" x1="10" x2={width - 10} y1={y(measured)} y2={y(measured)} />
      <text
        class="node-detail"
        x={width - 10}
        y={y(measured) - 4}
        text-anchor="end"
      >{`measured ${count(measured)}`}</text>
      <path
        class="curve stroke category-busy"
        d={drawn.map(({ p, i }, n) => `${n ? "L" : "M"}${x(i)} ${y(p.predicted_cycles!)}`).join("")}
      />
      {points.map((p, i) => (
        <g key={p.changes.join(" ")}>
          {p.predicted_cycles === null ? (
            <text class="stuck" x={x(i)} y={height - 14} text-anchor="middle">
              ✕
            </text>
          ) : (
            <circle
              class={p.pareto ? "pareto svg-fill category-busy" : "svg-fill category-busy"}
              cx={x(i)}
              cy={y(p.predicted_cycles)}
              r={p.pareto ? 5 : 3}
            />
          )}
          <text class="node-detail" x={x(i)} y={height + 14} text-anchor="middle">
            {valueOf(p, 1)}
          </text>
          <title>{describePoint(p)}</title>
        </g>
      ))}
    </svg>
  );
}

// The last range goes to the right. Points that take longer are darker.
export function SweepMap(props: { sweep: Sweep }) {
  const { points } = props.sweep;
  const columns = [...new Set(points.map((p) => valueOf(p, 1)))];
  const rows = [...new Set(points.map((p) => valueOf(p, 2)))];
  const all = points.flatMap((p) => (p.predicted_cycles === null ? [] : [p.predicted_cycles]));
  const min = Math.min(...all);
  const max = Math.max(...all);
  const shade = (cycles: number) => (max > min ? (cycles - min) / (max - min) : 0);
  const pointAt = (row: string, column: string) =>
    points.find((p) => valueOf(p, 2) === row && valueOf(p, 1) === column);
  return (
    <table class="sweep-map">
      <thead>
        <tr>
          <th />
          {columns.map((c) => (
            <th key={c} scope="col">
              {c}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r}>
            <th scope="row">{r}</th>
            {columns.map((c) => {
              const p = pointAt(r, c);
              if (!p || p.predicted_cycles === null)
                return (
                  <td key={c} class="stuck" title={p && describePoint(p)}>
                    ✕
                  </td>
                );
              return (
                <td
                  key={c}
                  class={p.pareto ? "pareto" : ""}
                  title={describePoint(p)}
                  style={{ "--shade": percent(shade(p.predicted_cycles)) }}
                >
                  {count(p.predicted_cycles)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
