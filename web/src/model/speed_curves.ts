// SPDX-License-Identifier: Apache-2.0
// Groups experiments that sped up the same target by different factors into one curve.
import { groupBy } from "../base/algorithms";
import type { Rows } from "../contract/rows";

export type Experiment = Rows["experiments"];

export interface Trial {
  first: Experiment; // at the lowest speed
  curve: { factor: number; saving: number }[]; // from the original speed on; empty where too few speeds were tried
}

const minSpeedsForCurve = 3;

const targetOf = (e: Experiment) => [e.kind, e.path, e.state ?? ""].join(" ");

// Experiments with a result, in their order. Those of one target become one trial with a curve, or stay separate where
// they are too few for a curve.
export function trialsOf(experiments: Experiment[]): Trial[] {
  const measured = experiments.filter((e) => e.saving !== null);
  const byTarget = groupBy(measured, targetOf);
  return measured.flatMap((e): Trial[] => {
    const speeds = [...byTarget.get(targetOf(e))!].sort((a, b) => a.factor - b.factor);
    if (speeds.length < minSpeedsForCurve) return [{ first: e, curve: [] }];
    if (speeds[0] !== e) return [];
    const points = speeds.map((s) => ({ factor: s.factor, saving: s.saving! }));
    return [{ first: e, curve: [{ factor: 1, saving: 0 }, ...points] }];
  });
}

// What it saved to make a block, or one of its states, twice as fast; null where that was not tried.
export function savingAtDoubleSpeed(experiments: Experiment[], path: string, state?: string): number | null {
  const kinds = state === undefined ? ["block", "design"] : ["state"];
  const found = experiments.find(
    (e) =>
      e.factor === 2 &&
      e.path === path &&
      kinds.includes(e.kind) &&
      (e.state ?? undefined) === state &&
      e.saving !== null,
  );
  return found ? found.saving : null;
}
