// SPDX-License-Identifier: Apache-2.0
// Round numbers for axes.

export function ticks(from: number, to: number, most: number, least = Number.MIN_VALUE): number[] {
  const span = to - from;
  if (!(span > 0) || most < 1) return [];
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? rough, least);
  const list: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to && list.length <= most + 1; t += step) list.push(t);
  return list;
}

// There is nothing between two cycles.
export const cycleTicks = (from: number, to: number, most: number): number[] => ticks(from, to, most, 1);
