// SPDX-License-Identifier: Apache-2.0
// A run as it would be with changes, for the drawings that show a run: blocks have the predicted times of their states,
// on the scale of the longer of both runs, and what would limit it is marked. What is not predicted is empty.
import { pixels } from "../base/format";
import { categories, isCategory, type Category } from "../base/words";
import type { Rows } from "../contract/rows";
import type { Prediction } from "../data/predict";
import type { Run } from "../data/run";

type Shifts = Map<Category, number>;

// By block: how many cycles more, or less, its states of each category take.
function shiftsOf(prediction: Prediction): Map<string, Shifts> {
  const blocks = new Map<string, Shifts>();
  for (const state of prediction.states) {
    if (!isCategory(state.category)) continue;
    if (!blocks.has(state.path)) blocks.set(state.path, new Map());
    const shifts = blocks.get(state.path)!;
    shifts.set(state.category, (shifts.get(state.category) ?? 0) + state.predicted_cycles - state.measured_cycles);
  }
  return blocks;
}

// A state that waits also moves beats, which the run counts apart: so what changes is added to what was measured.
export function predictedBlock(
  block: Rows["blocks"],
  shifts: Shifts | undefined,
  prediction: Prediction,
): Rows["blocks"] {
  const then = { ...block, quality: prediction.label === "exact" ? "exact" : "estimated" };
  // A block on a slower clock has fewer cycles than the run; shifts come in those of the run.
  const own = pixels(block.observed_cycles) / Math.max(1, prediction.measured_cycles);
  then.observed_cycles = own * Math.max(prediction.measured_cycles, prediction.predicted_cycles ?? 0);
  for (const category of categories) {
    const measured = pixels(block[`${category}_cycles`]);
    then[`${category}_cycles`] = shifts ? Math.max(0, measured + own * (shifts.get(category) ?? 0)) : 0;
  }
  return then;
}

const unknown = { transfer_cycles: null, blocked_cycles: null, starved_cycles: null, idle_cycles: null };

export function predictedRun(run: Run, prediction: Prediction): Run {
  const shifts = shiftsOf(prediction);
  const streams = new Map(prediction.streams.map((s) => [s.path, { ...s, quality: "estimated" }]));
  const limits = {
    rank: 1,
    path: prediction.bottleneck,
    kind: "",
    share: prediction.bottleneck_share,
    evidence: "",
    quality: "estimated",
  };
  return run.with({
    blocks: run.rows("blocks").map((b) => (b.tap === null ? b : predictedBlock(b, shifts.get(b.scope), prediction))),
    bottlenecks: prediction.bottleneck ? [limits] : [],
    pressure: [],
    channels: run.rows("channels").map((c) => ({ ...c, ...(streams.get(c.path) ?? unknown) })),
  });
}
