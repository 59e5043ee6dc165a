// SPDX-License-Identifier: Apache-2.0
// A predicted run in the shape of a measured one, so that it can be drawn the same way. Blocks have the predicted
// cycles of their states, out of the cycles of the longer of both runs. What is not predicted is empty.
import { percent, toNumber } from "../base/format";
import { categories, type Category, isCategory } from "../base/words";
import type { Rows } from "../contract/rows";
import type { Prediction } from "../data/predict";
import type { Run } from "../data/run";

type CycleChanges = Map<Category, number>;

// By block and category: predicted cycles minus measured ones.
function changesByBlock(prediction: Prediction): Map<string, CycleChanges> {
  const blocks = new Map<string, CycleChanges>();
  for (const state of prediction.states) {
    if (!isCategory(state.category)) continue;
    if (!blocks.has(state.path)) blocks.set(state.path, new Map());
    const changes = blocks.get(state.path)!;
    changes.set(state.category, (changes.get(state.category) ?? 0) + state.predicted_cycles - state.measured_cycles);
  }
  return blocks;
}

// The run counts the beats that move in a waiting state as transfer, but a prediction only has cycles of whole states.
// So the predicted change is added to what was measured.
export function predictedBlock(
  block: Rows["blocks"],
  changes: CycleChanges | undefined,
  prediction: Prediction,
): Rows["blocks"] {
  const row = { ...block, quality: prediction.label === "exact" ? "exact" : "estimated" };
  // A block on a slower clock has fewer cycles than the run, and changes are given in cycles of the run.
  const clockRatio = toNumber(block.observed_cycles) / Math.max(1, prediction.measured_cycles);
  row.observed_cycles = clockRatio * Math.max(prediction.measured_cycles, prediction.predicted_cycles ?? 0);
  for (const category of categories) {
    const measured = toNumber(block[`${category}_cycles`]);
    row[`${category}_cycles`] = changes ? Math.max(0, measured + clockRatio * (changes.get(category) ?? 0)) : 0;
  }
  return row;
}

const notPredicted = { transfer_cycles: null, blocked_cycles: null, starved_cycles: null, idle_cycles: null };

export function predictedRun(run: Run, prediction: Prediction): Run {
  const changes = changesByBlock(prediction);
  const streams = new Map(prediction.streams.map((s) => [s.path, { ...s, quality: "estimated" }]));
  const bottleneck = {
    rank: 1,
    path: prediction.bottleneck,
    kind: "",
    share: prediction.bottleneck_share,
    effect: `at work ${percent(prediction.bottleneck_share)} of the run`,
    saving: null,
    evidence: "",
    quality: "estimated",
  };
  return run.withRows({
    blocks: run.rows("blocks").map((b) => (b.tap === null ? b : predictedBlock(b, changes.get(b.scope), prediction))),
    bottlenecks: prediction.bottleneck ? [bottleneck] : [],
    pressure: [],
    channels: run.rows("channels").map((c) => ({ ...c, ...(streams.get(c.path) ?? notPredicted) })),
  });
}
