// SPDX-License-Identifier: Apache-2.0
// Round numbers for the ticks of an axis.

export function ticks(from: number, to: number, maxTicks: number, minStep = Number.MIN_VALUE): number[] {
  const span = to - from;
  if (!(span > 0) || maxTicks < 1) return [];
  const rough = span / maxTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? rough, minStep);
  const list: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to && list.length <= maxTicks + 1; t += step) list.push(t);
  return list;
}

// No finer than whole cycles.
export const cycleTicks = (from: number, to: number, maxTicks: number): number[] => ticks(from, to, maxTicks, 1);
