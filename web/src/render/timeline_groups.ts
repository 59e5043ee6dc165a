// SPDX-License-Identifier: Apache-2.0
// Rows of the timeline under headings: what is pinned, then kind by kind, and within a kind by the instance that holds
// them where there are several. A heading folds what stands below it.
import { lastPart, parentOf } from "../base/format";
import type { TimelineRow } from "./timeline_canvas";

type Kind = TimelineRow["kind"];
export const kindWords: Record<Exclude<Kind, "group">, string> = {
  assertion: "assertions",
  event: "events",
  trace: "traces",
  machine: "blocks",
  thread: "threads",
  queue: "queue fill",
  channel: "channels",
};

export interface RowChoice {
  pinned: string[]; // paths
  hidden: Set<string>; // kinds and paths
  folded: Set<string>; // groups; `all` for every one
  marked: string; // its group is open
}

// The instance that a block stands in; of all else the one that holds it.
const holderOf = (row: TimelineRow) => (row.kind === "machine" ? parentOf(parentOf(row.path)) : parentOf(row.path));

interface Group {
  id: string;
  label: string;
  rows: TimelineRow[];
}

function groupsOf(rows: TimelineRow[]): Group[] {
  const holders = new Map<Kind, Set<string>>();
  const counts = new Map<Kind, number>();
  for (const row of rows) {
    holders.set(row.kind, (holders.get(row.kind) ?? new Set()).add(holderOf(row)));
    counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1);
  }
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const word = kindWords[row.kind as Exclude<Kind, "group">];
    const several = holders.get(row.kind)!.size > 1 && counts.get(row.kind)! > mostInOne;
    // Software and the devices beside it are told apart: their sums are of different clocks.
    const side = row.axis ? `${row.axis.at}/` : "";
    const id = `${side}${several ? `${row.kind}:${holderOf(row)}` : row.kind}`;
    const label = several
      ? `${word} in ${lastPart(holderOf(row)) || "the design"}`
      : row.axis
        ? `${word} of the device`
        : row.kind === "machine" && rows.some((r) => r.axis)
          ? "threads"
          : word;
    if (!groups.has(id)) groups.set(id, { id, label, rows: [] });
    groups.get(id)!.rows.push(row);
  }
  // Kinds stay together, each in the order of its first row.
  const kinds = [...holders.keys()];
  return [...groups.values()].sort((a, b) => kinds.indexOf(a.rows[0]!.kind) - kinds.indexOf(b.rows[0]!.kind));
}

// A folded one shows what its rows do together. Headings have numbers below those of taps.
const heading = (group: Group, isFolded: boolean, number: number): TimelineRow => ({
  kind: "group",
  tap: -1 - number,
  path: group.id,
  most: 1,
  ...(group.rows[0]?.axis && { axis: group.rows[0].axis }),
  ...(isFolded
    ? { label: `▸ ${group.label} · ${group.rows.length}`, folded: group.rows }
    : { label: `▾ ${group.label}` }),
});

const mostInOne = 24; // more rows of a kind are divided by instance

export function shownRows(all: TimelineRow[], choice: RowChoice): TimelineRow[] {
  const isPinned = (row: TimelineRow) => choice.pinned.includes(row.path);
  const rest = all.filter((row) => !isPinned(row) && !choice.hidden.has(row.kind) && !choice.hidden.has(row.path));
  const pinned = { id: "pinned", label: "pinned", rows: all.filter(isPinned) };
  const groups = [...(pinned.rows.length > 0 ? [pinned] : []), ...groupsOf(rest)];
  if (groups.length < 2) return rest;
  return groups.flatMap((group, number) => {
    const isFolded =
      (choice.folded.has("all") || choice.folded.has(group.id)) &&
      !group.rows.some((row) => row.path === choice.marked);
    return [heading(group, isFolded, number), ...(isFolded ? [] : group.rows)];
  });
}

export const groupIds = (all: TimelineRow[]): string[] => groupsOf(all).map((group) => group.id);
