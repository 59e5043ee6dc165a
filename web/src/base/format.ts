// SPDX-License-Identifier: Apache-2.0
// Numbers as text for the reader.

// JSON numbers are exact only up to 2^53, so src/show/page writes larger counts as text.
export type Count = number | string;

// For sums and for lengths on the screen, where digits beyond 2^53 do not matter.
export const toNumber = (n: Count | null | undefined): number => Number(n ?? 0);

export function count(n: Count | null | undefined): string {
  if (n === null || n === undefined) return "–";
  const exact = typeof n === "string" || Number.isSafeInteger(n);
  return `${exact ? "" : "≈"}${groupThousands(BigInt(typeof n === "string" ? n : Math.round(n)).toString())}`;
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

// 0.684 as "68.4%". A tiny share is "<0.1%", so that it does not look like none; likewise near 100%.
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined) return "–";
  if (share > 0 && share < 0.001) return "<0.1%";
  if (share < 1 && share > 0.999) return ">99.9%";
  return `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)}%`;
}

export function decimal(n: number | null | undefined): string {
  if (n === null || n === undefined) return "–";
  if (Number.isInteger(n)) return count(n);
  return n >= 100 ? count(Math.round(n)) : n.toFixed(n >= 10 ? 1 : 2);
}

// 1,204,000 as "1.2M", for axes and other narrow places.
export function compact(n: number): string {
  for (const [limit, letter] of [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (Math.abs(n) >= limit) return `${withoutTrailingZeros(n / limit)}${letter}`;
  }
  return withoutTrailingZeros(n);
}

function withoutTrailingZeros(n: number): string {
  return Number.isInteger(n) ? String(n) : n.toFixed(Math.abs(n) < 10 ? 2 : 1).replace(/\.?0+$/, "");
}

// 1, "block" as "1 block", 2 as "2 blocks".
export const numberOf = (n: number, word: string): string => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

// 1,204,000 nanoseconds as "1.20 ms".
export function duration(ns: number): string {
  for (const [unit, size] of [
    ["s", 1e9],
    ["ms", 1e6],
    ["µs", 1e3],
  ] as const)
    if (Math.abs(ns) >= size) return `${decimal(ns / size)} ${unit}`;
  return `${decimal(ns)} ns`;
}

// A clock of hardware counts cycles, the one of software counts nanoseconds ("ns"). Below: how long something took,
// the same as a bare number, and when something happened.
export const elapsed = (n: Count | null | undefined, unit: string | undefined): string =>
  unit === "ns" ? duration(toNumber(n)) : `${count(n)} cycles`;
export const amount = (n: Count | null | undefined, unit: string | undefined): string =>
  unit === "ns" && n !== null && n !== undefined ? duration(toNumber(n)) : count(n);
export const timestamp = (n: Count | null | undefined, unit: string | undefined): string =>
  unit === "ns" ? duration(toNumber(n)) : `cycle ${count(n)}`;
