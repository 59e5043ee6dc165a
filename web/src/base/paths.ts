// SPDX-License-Identifier: Apache-2.0
// Hierarchical names: instance.instance.signal.

// The last part of a path, and everything before it. An escaped name (\a.b ) may contain dots.
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

// a[3].b as a[*].b, the name that all replicas share.
export const withoutIndices = (path: string): string => path.replace(/\[\d+\]/g, "[*]");

const collator = new Intl.Collator("en", { numeric: true });
// For sorting: numbers inside names count by their value, so that u_row_2 comes before u_row_10.
export const naturalOrder = (a: string, b: string): number => collator.compare(a, b);
