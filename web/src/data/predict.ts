// SPDX-License-Identifier: Apache-2.0
// Predictions: from the server that served the page, or from the answers that a report has in its file.
import type { StoredAnswer, StoredPredictions } from "../contract/page_data";
import { isServed } from "./load";
import type { Run } from "./run";

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
  storage_bits?: number;
  block_rams?: number;
  pareto?: boolean;
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

// Who answers questions about a run.
export interface Predictor {
  // The values of a change that are answered, "0.5x" of "time:u_a"; undefined: any.
  valuesOf(target: string): string[] | undefined;
  sensitivities(): Promise<Sensitivities>;
  predict(changes: string[]): Promise<Prediction>;
  sweep(changes: string[], ranges: string[]): Promise<Sweep>;
}

const askServer = (run: number): Predictor => ({
  valuesOf: () => undefined,
  sensitivities: () => fetchWhatIf<Sensitivities>(run, []),
  predict: (changes) => fetchWhatIf<Prediction>(run, changes),
  sweep: (changes, ranges) => fetchWhatIf<Sweep>(run, changes, ranges),
});

function unpackAnswer(stored: StoredPredictions, answer: StoredAnswer): Prediction {
  if (answer.why_not !== undefined) throw new Error(answer.why_not);
  return {
    ...answer,
    blocks: answer.blocks.map(([name, predicted_cycles, predicted_wait]) => {
      const [path, measured_cycles, measured_wait] = stored.blocks[name]!;
      return { path, measured_cycles, predicted_cycles, measured_wait, predicted_wait };
    }),
    states: answer.states.map(([name, predicted_cycles]) => {
      const [path, state, category, measured_cycles] = stored.states[name]!;
      return { path, state, ...(category && { category }), measured_cycles, predicted_cycles };
    }),
    streams: answer.streams.map(([name, transfer_cycles, blocked_cycles, starved_cycles, idle_cycles]) => ({
      path: stored.streams[name]!,
      transfer_cycles,
      blocked_cycles,
      starved_cycles,
      idle_cycles,
    })),
  };
}

const targetOf = (change: string) => change.slice(0, change.lastIndexOf("="));
const valueOf = (change: string) => change.slice(change.lastIndexOf("=") + 1);

function askFile(stored: StoredPredictions): Predictor {
  const byChange = new Map(stored.answers.map((answer) => [answer.change, answer]));
  const points = (target: string) => stored.answers.filter((a) => targetOf(a.change) === target);
  return {
    valuesOf: (target) => points(target).map((a) => valueOf(a.change)),
    sensitivities: () => Promise.resolve(stored.sensitivities),
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws becomes a rejection, as with a server
    predict: async (changes) => {
      const answer = changes.length === 1 ? byChange.get(changes[0]!) : undefined;
      if (!answer) throw new Error("This file has answers for one change at a time.");
      return unpackAnswer(stored, answer);
    },
    sweep: (_, ranges) =>
      Promise.resolve({
        measured_cycles: stored.sensitivities.measured_cycles,
        points: points(targetOf(ranges[0]!)).flatMap((a) =>
          a.why_not === undefined
            ? [{ changes: [a.change], predicted_cycles: a.predicted_cycles, deadlock: a.deadlock, label: a.label }]
            : [],
        ),
      }),
  };
}

// Undefined where nobody answers: a file of a run that is too large for a table.
export function predictorOf(run: Run): Predictor | undefined {
  if (isServed()) return askServer(run.number);
  return run.data.predictions ? askFile(run.data.predictions) : undefined;
}
