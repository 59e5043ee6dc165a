// SPDX-License-Identifier: Apache-2.0
// Predictions, from the server that served the page; a report that was opened from disk has none.

export interface PredictedTime {
  path: string;
  measured_cycles: number;
  predicted_cycles: number;
  measured_wait?: number;
  predicted_wait?: number;
}

// A state of a machine. A kind of waiting that is not a state has no category.
export interface PredictedState {
  path: string;
  state: string;
  category?: string;
  measured_cycles: number;
  predicted_cycles: number;
}

// In cycles of the stream's own clock.
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

// When the server cannot answer, it says why in a sentence, which becomes the message of the error.
async function fetchWhatIf<T>(run: number, changes: string[], ranges: string[] = []): Promise<T> {
  const query = [
    `run=${run}`,
    ...changes.map((c) => `change=${encodeURIComponent(c)}`),
    ...ranges.map((r) => `range=${encodeURIComponent(r)}`),
  ].join("&");
  const answer = await fetch(`what-if?${query}`, { cache: "no-store" });
  if (!answer.ok) throw new Error((await answer.text()).trim() || `The server answers ${answer.status}.`);
  return (await answer.json()) as T;
}

export const fetchSensitivities = (run: number) => fetchWhatIf<Sensitivities>(run, []);
export const fetchPrediction = (run: number, changes: string[]) => fetchWhatIf<Prediction>(run, changes);
export const fetchSweep = (run: number, changes: string[], ranges: string[]) =>
  fetchWhatIf<Sweep>(run, changes, ranges);
