// SPDX-License-Identifier: Apache-2.0
// A small curve of what is saved when a block is made faster. The speed axis is logarithmic.
import { percent } from "../base/format";

const width = 90;
const height = 22;

// `maxSaving` is at the top, and is the same for all curves of a table.
export function SpeedCurve(props: { curve: { factor: number; saving: number }[]; maxSaving: number }) {
  const { curve, maxSaving } = props;
  if (curve.length === 0) return null;
  const last = Math.log2(curve[curve.length - 1]!.factor);
  const x = (factor: number) => (Math.log2(factor) / last) * width;
  const y = (saving: number) => height - (Math.max(0, saving) / maxSaving) * height;
  const description = curve
    .slice(1)
    .map((p) => `${p.factor} times as fast ${percent(p.saving)}`)
    .join(", ");
  return (
    <svg
      class="speed-curve"
      viewBox={`-3 -3 ${width + 6} ${height + 6}`}
      width={width + 6}
      height={height + 6}
      role="img"
      aria-label={description}
    >
      <title>{description}</title>
      <path
        class="curve stroke category-busy"
        d={curve.map((p, i) => `${i ? "L" : "M"}${x(p.factor)} ${y(p.saving)}`).join("")}
      />
      {curve.slice(1).map((p) => (
        <circle key={p.factor} class="svg-fill category-busy" cx={x(p.factor)} cy={y(p.saving)} r="2" />
      ))}
    </svg>
  );
}
