// SPDX-License-Identifier: Apache-2.0
// Blocks and channels as bars: the cycles of each category, as the run has them.
import { maxBy } from "../base/algorithms";
import { type Count, count, toNumber } from "../base/format";
import {
  binCategory,
  categories,
  type Category,
  channelBins,
  isCategory,
  isQuality,
  type Quality,
} from "../base/words";
import type { Rows } from "../contract/rows";

export type Block = Rows["blocks"];

// Other blocks are parts of the design in which no state machine is measured.
export type MeasuredBlock = Block & { tap: number };
export const measuredBlocks = (blocks: Block[]): MeasuredBlock[] =>
  blocks.filter((b): b is MeasuredBlock => b.tap !== null);

// One segment of a bar.
export interface Part {
  category: Category;
  label: string;
  cycles: Count;
  estimated?: boolean; // drawn hatched
}

// unknown_cycles are counted among busy_cycles, and so have no segment of their own.
export function partsOfBlock(block: Block): Part[] {
  return categories
    .filter((category) => category !== "unknown")
    .map((category) => ({
      category,
      label: category,
      cycles: block[`${category}_cycles`] ?? 0,
      estimated: block.quality !== "exact",
    }))
    .filter((part) => toNumber(part.cycles) > 0);
}

// By the rank that the analysis gave. Runs of older versions have no ranks; there the busy cycles decide.
export function busiestFirst<B extends Block>(blocks: B[]): B[] {
  const rank = (b: Block) => b.rank ?? Number.MAX_SAFE_INTEGER;
  return [...blocks].sort((a, b) => rank(a) - rank(b) || toNumber(b.busy_cycles) - toNumber(a.busy_cycles));
}

export function partsOfChannel(channel: Rows["channels"]): Part[] {
  return channelBins
    .map((bin) => ({ category: binCategory[bin], label: bin, cycles: channel[`${bin}_cycles`] ?? 0 }))
    .filter((part) => toNumber(part.cycles) > 0);
}

export const shareOf = (cycles: Count, whole: number): number => (whole > 0 ? toNumber(cycles) / whole : 0);
export const partsText = (parts: Part[]): string => parts.map((p) => `${p.label} ${count(p.cycles)}`).join(", ");

export const categoryOf = (word: string | null | undefined): Category => (isCategory(word) ? word : "unknown");
export const qualityOf = (word: string | null | undefined): Quality => (isQuality(word) ? word : "exact");

export function partsOfStates(states: Rows["states"][]): Part[] {
  return states
    .filter((s) => toNumber(s.cycles) > 0)
    .map((s) => ({
      category: categoryOf(s.category),
      label: s.state,
      cycles: s.cycles,
      estimated: s.quality !== "exact" || s.category_quality === "estimated",
    }))
    .sort(
      (a, b) =>
        categories.indexOf(a.category) - categories.indexOf(b.category) || toNumber(b.cycles) - toNumber(a.cycles),
    );
}

// What the channel does in most of its cycles, which is its colour in the graph.
export function dominantCategory(channel: Rows["channels"] | undefined): Category {
  if (!channel) return "unknown";
  return maxBy(partsOfChannel(channel), (part) => toNumber(part.cycles))?.category ?? "idle";
}
