// SPDX-License-Identifier: Apache-2.0
// Experiments with one thing at several speeds, put together.
import type { Rows } from "../contract/rows";

export type Experiment = Rows["experiments"];

export interface Trial {
  first: Experiment; // at the lowest speed
  curve: { factor: number; saving: number }[]; // from standing speed on; empty where too few speeds were tried
}

const fewestSpeeds = 3;

const keyOf = (e: Experiment) => [e.kind, e.path, e.state ?? ""].join(" ");

// Those with a number, in their order. What was tried at several speeds is one of them; at two it stays two.
export function trialsOf(experiments: Experiment[]): Trial[] {
  const told = experiments.filter((e) => e.saving !== null);
  const same = new Map<string, Experiment[]>();
  for (const e of told) same.set(keyOf(e), [...(same.get(keyOf(e)) ?? []), e]);
  const trials: Trial[] = [];
  for (const e of told) {
    const all = [...same.get(keyOf(e))!].sort((a, b) => a.factor - b.factor);
    if (all.length < fewestSpeeds) trials.push({ first: e, curve: [] });
    else if (all[0] === e)
      trials.push({
        first: e,
        curve: [{ factor: 1, saving: 0 }, ...all.map((a) => ({ factor: a.factor, saving: a.saving! }))],
      });
  }
  return trials;
}

// What a block of twice the speed saved, or one of its states, or null.
export function savedBy(experiments: Experiment[], path: string, state?: string): number | null {
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
