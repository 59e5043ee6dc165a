// SPDX-License-Identifier: Apache-2.0
// The words of Tapestry, each with the sentence that the legend shows.

import { categories, type Category, categoryWords } from "./categories";
import { measureWords } from "./measures";

export { categories, categoryWords, type Category };

export const channelBins = ["transfer", "blocked", "starved", "idle"] as const;
export type ChannelBin = (typeof channelBins)[number];

export const qualities = ["exact", "tried", "lower_bound", "estimated", "invalid"] as const;
export type Quality = (typeof qualities)[number];

export interface Word {
  label: string;
  meaning: string;
}

const sentence = (word: Word): Word => ({
  label: word.label,
  meaning: `${word.meaning[0]!.toUpperCase()}${word.meaning.slice(1)}.`,
});

export const binWords: Record<ChannelBin, Word> = {
  transfer: sentence(measureWords.stream.transfer_cycles),
  blocked: sentence(measureWords.stream.blocked_cycles),
  starved: sentence(measureWords.stream.starved_cycles),
  idle: sentence(measureWords.stream.idle_cycles),
};

export const binCategory: Record<ChannelBin, Category> = {
  transfer: "transfer",
  blocked: "wait_send",
  starved: "wait_recv",
  idle: "idle",
};

export const qualityWords: Record<Quality, Word & { mark: string }> = {
  exact: { label: "exact", mark: "", meaning: "Every cycle was counted." },
  tried: {
    label: "tried",
    mark: "",
    meaning: "It was simulated with the faster block, and the results were the same.",
  },
  lower_bound: {
    label: "lower bound",
    mark: "≥",
    meaning: "A counter stopped at its largest value: at least this much.",
  },
  estimated: { label: "estimated", mark: "≈", meaning: "A rule or a model says so; it was not counted." },
  invalid: { label: "invalid", mark: "✗", meaning: "The number was lost. Do not use it." },
};

export const glossary: Word[] = [
  { label: "tap", meaning: "One measuring circuit that watches signals of one module and drives none." },
  {
    label: "block",
    meaning: "The smallest part that works in parallel with all others: a state machine, a process, a thread.",
  },
  { label: "channel", meaning: "A stream, queue or bus that joins two blocks." },
  { label: "beat", meaning: "One transfer of a stream: one cycle with valid and ready." },
  { label: "frame", meaning: "One reporting period. What happened in it is known as a sum, not cycle by cycle." },
  { label: "cycle", meaning: "One active edge of the clock of the tap. Cycles of different clocks are never added." },
  { label: "dwell", meaning: "How long one visit to a state lasts, in cycles." },
  {
    label: "path of pressure",
    meaning: "From the block that waits to the block that makes it wait, channel by channel.",
  },
  {
    label: "trace",
    meaning: "Records of what happened at which cycle. Records that found no room are counted as lost.",
  },
  {
    label: "trigger",
    meaning: "What makes a trace record: a change, an edge, a level, or something that lasted for some cycles.",
  },
  {
    label: "thread",
    meaning: "A hardware thread: idle, running, critical (it holds a lock) or spinning (it waits for one).",
  },
  { label: "outstanding", meaning: "Bus transactions that were requested and not yet answered." },
  { label: "×4", meaning: "Replicas: four blocks of one kind, drawn as one." },
];

// Such numbers are shown without a mark of doubt.
export const isCertain = (quality: string | null | undefined): boolean => quality === "exact" || quality === "tried";
export const isCategory = (word: unknown): word is Category => categories.includes(word as Category);
export const isQuality = (word: unknown): word is Quality => qualities.includes(word as Quality);
