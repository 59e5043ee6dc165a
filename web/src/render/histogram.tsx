// SPDX-License-Identifier: Apache-2.0
// Bars of a distribution, side by side, as the run has them.
import { count, pixels, short, type Count } from "../base/format";
import type { Category } from "../base/words";

export interface HistogramBar {
  label: string;
  n: Count;
  category: Category;
}

const width = 360;
const height = 130;
const mostLabels = 9;

export function Histogram(props: { bars: HistogramBar[]; unit: string; caption: string; of: string }) {
  const { bars } = props;
  const most = Math.max(1, ...bars.map((b) => pixels(b.n)));
  const step = width / Math.max(bars.length, 1);
  const tall = (n: number) => (n > 0 ? Math.max((n / most) * height, 1.5) : 0);
  const every = Math.max(Math.ceil(bars.length / mostLabels), 1);
  return (
    <figure>
      <svg viewBox={`-8 -14 ${width + 16} ${height + 40}`} role="img" aria-label={props.caption}>
        <line x1="0" x2={width} y1={height} y2={height} class="axis" />
        {bars.map(
          (b, i) =>
            pixels(b.n) > 0 && (
              <rect
                key={i}
                x={i * step + step * 0.08}
                width={Math.max(step * 0.84, 0.7)}
                y={height - tall(pixels(b.n))}
                height={tall(pixels(b.n))}
                class={`svg-${b.category}`}
              >
                <title>{`${b.label} ${props.of}: ${count(b.n)} ${props.unit}`}</title>
              </rect>
            ),
        )}
        {bars.map(
          (b, i) =>
            (i % every === 0 || i === bars.length - 1) && (
              <text key={i} x={(i + 0.5) * step} y={height + 15} text-anchor="middle" class="axis-label">
                {b.label}
              </text>
            ),
        )}
        <text x="0" y="-4" class="axis-label">{`${short(most)} ${props.unit}`}</text>
      </svg>
      <figcaption>{props.caption}</figcaption>
    </figure>
  );
}

// Every place between the first and the last, also those that nothing fell into.
export function between<Row>(
  rows: Row[],
  placeOf: (row: Row) => number,
  barOf: (row: Row | undefined, place: number) => HistogramBar,
  first?: number,
  last?: number,
): HistogramBar[] {
  const at = new Map(rows.map((row) => [placeOf(row), row]));
  const from = first ?? Math.min(...at.keys());
  const to = Math.max(last ?? 0, ...at.keys());
  const bars: HistogramBar[] = [];
  for (let place = from; place <= to; place++) bars.push(barOf(at.get(place), place));
  return bars;
}

const powerBin = (bin: number) => (bin === 0 ? "1" : `${short(2 ** bin)}–${short(2 ** (bin + 1) - 1)}`);

// Bins of powers of two, as latencies have them.
export function powerBars<Row extends { bin: number }>(rows: Row[], nOf: (row: Row) => Count): HistogramBar[] {
  return between(
    rows,
    (r) => r.bin,
    (row, bin) => ({ label: powerBin(bin), n: row ? nOf(row) : 0, category: "wait_sync" }),
  );
}
