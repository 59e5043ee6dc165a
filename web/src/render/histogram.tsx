// SPDX-License-Identifier: Apache-2.0
// A histogram, with the bins that the run has.
import { compact, type Count, count, toNumber } from "../base/format";
import type { Category } from "../base/words";

export interface HistogramBar {
  label: string;
  n: Count;
  category: Category;
}

const width = 360;
const height = 130;
const maxLabels = 9;

export function Histogram(props: { bars: HistogramBar[]; unit: string; caption: string; of: string }) {
  const { bars } = props;
  const max = Math.max(1, ...bars.map((b) => toNumber(b.n)));
  const step = width / Math.max(bars.length, 1);
  const barHeight = (n: number) => (n > 0 ? Math.max((n / max) * height, 1.5) : 0);
  const labelEvery = Math.max(Math.ceil(bars.length / maxLabels), 1);
  return (
    <figure>
      <svg viewBox={`-8 -14 ${width + 16} ${height + 40}`} role="img" aria-label={props.caption}>
        <line x1="0" x2={width} y1={height} y2={height} class="axis" />
        {bars.map(
          (b, i) =>
            toNumber(b.n) > 0 && (
              <rect
                key={i}
                x={i * step + step * 0.08}
                width={Math.max(step * 0.84, 0.7)}
                y={height - barHeight(toNumber(b.n))}
                height={barHeight(toNumber(b.n))}
                class={`svg-fill category-${b.category}`}
              >
                <title>{`${b.label} ${props.of}: ${count(b.n)} ${props.unit}`}</title>
              </rect>
            ),
        )}
        {bars.map(
          (b, i) =>
            (i % labelEvery === 0 || i === bars.length - 1) && (
              <text key={i} x={(i + 0.5) * step} y={height + 15} text-anchor="middle" class="axis-label">
                {b.label}
              </text>
            ),
        )}
        <text x="0" y="-4" class="axis-label">{`${compact(max)} ${props.unit}`}</text>
      </svg>
      <figcaption>{props.caption}</figcaption>
    </figure>
  );
}

// One bar for every bin from the first to the last, including bins that the run has no row for.
export function contiguousBars<Row>(
  rows: Row[],
  binOf: (row: Row) => number,
  barOf: (row: Row | undefined, bin: number) => HistogramBar,
  first?: number,
  last?: number,
): HistogramBar[] {
  const byBin = new Map(rows.map((row) => [binOf(row), row]));
  const from = first ?? Math.min(...byBin.keys());
  const to = Math.max(last ?? 0, ...byBin.keys());
  const bars: HistogramBar[] = [];
  for (let bin = from; bin <= to; bin++) bars.push(barOf(byBin.get(bin), bin));
  return bars;
}

const binLabel = (bin: number) => (bin === 0 ? "1" : `${compact(2 ** bin)}–${compact(2 ** (bin + 1) - 1)}`);

// Bin n holds latencies from 2^n to 2^(n+1) - 1.
export function powerOfTwoBars<Row extends { bin: number }>(rows: Row[], nOf: (row: Row) => Count): HistogramBar[] {
  return contiguousBars(
    rows,
    (r) => r.bin,
    (row, bin) => ({ label: binLabel(bin), n: row ? nOf(row) : 0, category: "wait_sync" }),
  );
}
