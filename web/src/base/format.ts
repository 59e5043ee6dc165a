// SPDX-License-Identifier: Apache-2.0
// Numbers as text. A count is a number, or text when it is too large for one (see page/json_text.h).

export type Count = number | string;

export function count(n: Count | null | undefined): string {
  if (n === null || n === undefined) return "–";
  const exact = typeof n === "string" || Number.isSafeInteger(n);
  return `${exact ? "" : "≈"}${group(BigInt(typeof n === "string" ? n : Math.round(n)).toString())}`;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

// 0.684 as "68.4%"; what is there but too small for the digits does not look like nothing.
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
export function short(n: number): string {
  for (const [limit, letter] of [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const) {
    if (Math.abs(n) >= limit) return `${trimmed(n / limit)}${letter}`;
  }
  return trimmed(n);
}

function trimmed(n: number): string {
  return Number.isInteger(n) ? String(n) : n.toFixed(Math.abs(n) < 10 ? 2 : 1).replace(/\.?0+$/, "");
}

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

// What a clock counts: cycles, or of software the nanoseconds of the host.
export const length = (n: Count | null | undefined, unit: string | undefined): string =>
  unit === "ns" ? duration(pixels(n)) : `${count(n)} cycles`;
export const amount = (n: Count | null | undefined, unit: string | undefined): string =>
  unit === "ns" && n !== null && n !== undefined ? duration(pixels(n)) : count(n);
export const moment = (n: Count | null | undefined, unit: string | undefined): string =>
  unit === "ns" ? duration(pixels(n)) : `cycle ${count(n)}`;

export const pixels = (n: Count | null | undefined): number => Number(n ?? 0);

// The last part of a path, and what stands before it. An escaped name may hold dots.
export function lastPart(path: string): string {
  return path.slice(lastDot(path) + 1);
}

export function parentOf(path: string): string {
  const dot = lastDot(path);
  return dot < 0 ? "" : path.slice(0, dot);
}

function lastDot(path: string): number {
  const escape = path.lastIndexOf("\\");
  return path.lastIndexOf(".", escape < 0 ? path.length : Math.max(escape - 1, 0));
}

export const folded = (path: string): string => path.replace(/\[\d+\]/g, "[*]");

// Numbers inside names in the order of their values: u_row_2 before u_row_10.
const collator = new Intl.Collator("en", { numeric: true });
export const naturally = (a: string, b: string): number => collator.compare(a, b);

// What all paths begin with, whole parts only: "dut.core." for dut.core.a and dut.core.b.c.
export function sharedPrefix(paths: string[]): string {
  const parents = paths.map(parentOf);
  let prefix = parents[0] ?? "";
  while (prefix && !parents.every((p) => p === prefix || p.startsWith(`${prefix}.`))) prefix = parentOf(prefix);
  return prefix && `${prefix}.`;
}
