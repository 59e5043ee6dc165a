// SPDX-License-Identifier: Apache-2.0
// Predictions, from the server that served the page; a report that was opened from disk has none.

export interface PredictedTime {
  path: string;
  measured_cycles: number;
  predicted_cycles: number;
  measured_wait?: number;
  predicted_wait?: number;
}

// Of a machine; a way to wait that is no state has no category.
export interface PredictedState {
  path: string;
  state: string;
  category?: string;
  measured_cycles: number;
  predicted_cycles: number;
}

// In cycles of its own clock.
export interface PredictedStream {
  path: string;
  transfer_cycles: number;
  blocked_cycles: number;
  starved_cycles: number;
  idle_cycles: number;
}

export interface Prediction {
  measured_cycles: number;
  predicted_cycles: number | null;
  low: number;
  high: number;
  amdahl_cycles: number | null;
  engine: string;
  label: string;
  deadlock: boolean;
  stuck: string[];
  bottleneck: string;
  bottleneck_share: number;
  blocks: PredictedTime[];
  states: PredictedState[];
  streams: PredictedStream[];
  remarks: string[];
}

export interface Sensitivities {
  measured_cycles: number;
  engine: string;
  list: { path: string; what: string; change: string; saved_cycles: number }[];
}

export interface SweepPoint {
  changes: string[];
  predicted_cycles: number | null;
  deadlock: boolean;
  label: string;
  storage_bits: number;
  block_rams: number;
  pareto: boolean;
}
export interface Sweep {
  measured_cycles: number;
  points: SweepPoint[];
}

export const isServed = (): boolean => (document.getElementById("data")?.textContent ?? "null").trim() === "null";

// The sentence of the server, when there is no answer.
async function asked<T>(run: number, changes: string[], ranges: string[] = []): Promise<T> {
  const query = [
    `run=${run}`,
    ...changes.map((c) => `change=${encodeURIComponent(c)}`),
    ...ranges.map((r) => `range=${encodeURIComponent(r)}`),
  ].join("&");
  const answer = await fetch(`what-if?${query}`, { cache: "no-store" });
  if (!answer.ok) throw new Error((await answer.text()).trim() || `The server answers ${answer.status}.`);
  return (await answer.json()) as T;
}

export const sensitivities = (run: number) => asked<Sensitivities>(run, []);
export const predicted = (run: number, changes: string[]) => asked<Prediction>(run, changes);
export const swept = (run: number, changes: string[], ranges: string[]) => asked<Sweep>(run, changes, ranges);
