// SPDX-License-Identifier: Apache-2.0
// Small algorithms on numbers and collections that the standard library lacks.

export const clamp = (n: number, low: number, high: number): number => Math.min(Math.max(n, low), high);

// The element with the greatest weight, the first of several; undefined for an empty list.
export function maxBy<T>(list: Iterable<T>, weight: (element: T) => number): T | undefined {
  let best: { element: T; weight: number } | undefined;
  for (const element of list) {
    const w = weight(element);
    if (!best || w > best.weight) best = { element, weight: w };
  }
  return best?.element;
}

export function groupBy<T, Key>(list: Iterable<T>, keyOf: (element: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const element of list) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  return groups;
}

// A copy of the set with the element added, or removed if it was there.
export function toggled<T>(set: Set<T>, element: T): Set<T> {
  const copy = new Set(set);
  if (!copy.delete(element)) copy.add(element);
  return copy;
}

// Index of the first element that is at least `value`, in ascending order.
export function lowerBound(sorted: Float64Array, value: number): number {
  let first = upperBound(sorted, value);
  while (first > 0 && sorted[first - 1] === value) first--;
  return first;
}

// Index of the first element above `value`, at `from` or later.
export function upperBound(sorted: Float64Array, value: number, from = 0): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
