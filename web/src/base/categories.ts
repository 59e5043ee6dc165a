// SPDX-License-Identifier: Apache-2.0
// Made from src/model/category.h; TAPESTRY_UPDATE_DOCS=1 store_test writes it.

export const categories = ["busy", "transfer", "wait_recv", "wait_send", "wait_sync", "overhead", "idle", "unknown"] as const;
export type Category = (typeof categories)[number];

export const categoryWords: Record<Category, { label: string; meaning: string }> = {
  busy: { label: "busy", meaning: "The block computes." },
  transfer: { label: "transfer", meaning: "The block moves data: a beat, a burst, a copy." },
  wait_recv: { label: "wait to receive", meaning: "Starved: the block wants data that is not there yet. Look upstream." },
  wait_send: { label: "wait to send", meaning: "Blocked: the block has data that nobody takes. Look downstream." },
  wait_sync: { label: "wait to sync", meaning: "The block waits for a lock, a barrier or another block's answer." },
  overhead: { label: "overhead", meaning: "Fill, flush, initialisation: needed, but no work is done." },
  idle: { label: "idle", meaning: "The block has nothing to do." },
  unknown: { label: "unknown", meaning: "Nobody said what these states do, and no rule could tell." },
};
