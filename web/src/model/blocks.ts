// SPDX-License-Identifier: Apache-2.0
// Blocks and channels as bars: the cycles of each category, as the run has them.
import { pixels, type Count } from "../base/format";
import {
  binCategory,
  channelBins,
  categories,
  isCategory,
  isQuality,
  type Category,
  type Quality,
} from "../base/words";
import type { Rows } from "../contract/rows";

export interface Part {
  category: Category;
  label: string;
  cycles: Count;
  estimated?: boolean; // drawn hatched
}

// unknown_cycles are part of the busy ones and have no part of their own.
export function partsOfBlock(block: Rows["blocks"]): Part[] {
  return categories
    .filter((category) => category !== "unknown")
    .map((category) => ({
      category,
      label: category,
      cycles: block[`${category}_cycles`] ?? 0,
      estimated: block.quality !== "exact",
    }))
    .filter((part) => pixels(part.cycles) > 0);
}

// In the order of the analysis. Runs of older versions have none; there the cycles decide.
export function busiestFirst(blocks: Rows["blocks"][]): Rows["blocks"][] {
  const rank = (b: Rows["blocks"]) => b.rank ?? Number.MAX_SAFE_INTEGER;
  return [...blocks].sort((a, b) => rank(a) - rank(b) || pixels(b.busy_cycles) - pixels(a.busy_cycles));
}

export function partsOfChannel(channel: Rows["channels"]): Part[] {
  return channelBins
    .map((bin) => ({ category: binCategory[bin], label: bin, cycles: channel[`${bin}_cycles`] ?? 0 }))
    .filter((part) => pixels(part.cycles) > 0);
}

export const categoryOf = (word: string | null | undefined): Category => (isCategory(word) ? word : "unknown");
export const qualityOf = (word: string | null | undefined): Quality => (isQuality(word) ? word : "exact");

export function partsOfStates(states: Rows["states"][]): Part[] {
  return states
    .filter((s) => pixels(s.cycles) > 0)
    .map((s) => ({
      category: categoryOf(s.category),
      label: s.state,
      cycles: s.cycles,
      estimated: s.quality !== "exact" || s.category_quality === "estimated",
    }))
    .sort(
      (a, b) => categories.indexOf(a.category) - categories.indexOf(b.category) || pixels(b.cycles) - pixels(a.cycles),
    );
}

// What a channel does most, when it does not move data: its colour in the graph.
export function pressureOf(channel: Rows["channels"] | undefined): Category {
  if (!channel) return "unknown";
  const parts = partsOfChannel(channel);
  return (
    parts.reduce<Part | undefined>(
      (most, part) => (!most || pixels(part.cycles) > pixels(most.cycles) ? part : most),
      undefined,
    )?.category ?? "idle"
  );
}
