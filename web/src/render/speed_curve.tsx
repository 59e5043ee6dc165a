// SPDX-License-Identifier: Apache-2.0
// What a block saves the faster it is: a small curve over the logarithm of its speed.
import { percent } from "../base/format";

const width = 90;
const height = 22;

// `most`: the saving that has the whole height, the same for all curves beside it.
export function SpeedCurve(props: { curve: { factor: number; saving: number }[]; most: number }) {
  const { curve, most } = props;
  if (curve.length === 0) return null;
  const last = Math.log2(curve[curve.length - 1]!.factor);
  const x = (factor: number) => (Math.log2(factor) / last) * width;
  const y = (saving: number) => height - (Math.max(0, saving) / most) * height;
  const words = curve
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
      aria-label={words}
    >
      <title>{words}</title>
      <path
        class="curve stroke-busy"
        d={curve.map((p, i) => `${i ? "L" : "M"}${x(p.factor)} ${y(p.saving)}`).join("")}
      />
      {curve.slice(1).map((p) => (
        <circle key={p.factor} class="svg-busy" cx={x(p.factor)} cy={y(p.saving)} r="2" />
      ))}
    </svg>
  );
}
