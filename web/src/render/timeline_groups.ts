// SPDX-License-Identifier: Apache-2.0
// Groups the rows of the timeline under headings: pinned rows first, then one group for each kind. A kind with many
// rows is divided by instance. A heading can be folded.
import { groupBy } from "../base/algorithms";
import { lastPart, parentOf } from "../base/paths";
import type { TimelineRow } from "./timeline_canvas";

type Kind = Exclude<TimelineRow["kind"], "group">;
export const kindWords: Record<Kind, string> = {
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
  folded: Set<string>; // ids of groups, or "all"
  highlighted: string; // path of a row, whose group is never folded
}

// A machine has the path of its state register, which is one level deeper than its block.
const enclosingInstance = (row: TimelineRow) =>
  row.kind === "machine" ? parentOf(parentOf(row.path)) : parentOf(row.path);

interface Group {
  id: string;
  label: string;
  rows: TimelineRow[];
}

const maxRowsTogether = 24; // a kind with more rows is divided by instance

function groupsOf(rows: TimelineRow[]): Group[] {
  const byKind = groupBy(rows, (row) => row.kind as Kind);
  const hasDevice = rows.some((row) => row.axis);
  // Grouping kind by kind keeps the kinds together, each in the order of its first row.
  return [...byKind].flatMap(([kind, ofKind]) => {
    const isMany = ofKind.length > maxRowsTogether;
    if (isMany && ofKind.some((row) => row.alike !== undefined)) return groupsOfLike(ofKind);
    const isDivided = isMany && new Set(ofKind.map(enclosingInstance)).size > 1;
    // Rows on the clock of a device are not added to those on the clock of software.
    const idOf = (row: TimelineRow) =>
      `${row.axis ? `${row.axis.offset}/` : ""}${isDivided ? `${kind}:${enclosingInstance(row)}` : kind}`;
    return [...groupBy(ofKind, idOf)].map(([id, members]) => {
      const instance = isDivided ? enclosingInstance(members[0]!) : undefined;
      return { id, label: groupLabel(kind, instance, members[0]!.axis !== undefined, hasDevice), rows: members };
    });
  });
}

// Ranks that do the same are one group.
const groupsOfLike = (rows: TimelineRow[]): Group[] =>
  [...groupBy(rows, (row) => row.alike ?? row.path)].map(([label, members]) => ({
    id: `like:${label.replace(/ /g, "_")}`,
    label,
    rows: members,
  }));

function groupLabel(kind: Kind, instance: string | undefined, isOnDevice: boolean, hasDevice: boolean): string {
  if (instance !== undefined) return `${kindWords[kind]} in ${lastPart(instance) || "the design"}`;
  if (isOnDevice) return `${kindWords[kind]} of the device`;
  // Beside a device, the other machines are threads of software.
  return kind === "machine" && hasDevice ? "threads" : kindWords[kind];
}

// A folded heading has a row of its own, with the sums of its rows.
const heading = (group: Group, isFolded: boolean): TimelineRow => ({
  kind: "group",
  tap: -1,
  path: group.id,
  max: 1,
  ...(group.rows[0]?.axis && { axis: group.rows[0].axis }),
  ...(isFolded
    ? { label: `▸ ${group.label} · ${group.rows.length}`, folded: group.rows }
    : { label: `▾ ${group.label}` }),
});

export function shownRows(all: TimelineRow[], choice: RowChoice): TimelineRow[] {
  const isPinned = (row: TimelineRow) => choice.pinned.includes(row.path);
  const rest = all.filter((row) => !isPinned(row) && !choice.hidden.has(row.kind) && !choice.hidden.has(row.path));
  const pinned = { id: "pinned", label: "pinned", rows: all.filter(isPinned) };
  const groups = [...(pinned.rows.length > 0 ? [pinned] : []), ...groupsOf(rest)];
  if (groups.length < 2) return rest;
  return groups.flatMap((group) => {
    const isFolded =
      (choice.folded.has("all") || choice.folded.has(group.id)) &&
      !group.rows.some((row) => row.path === choice.highlighted);
    return [heading(group, isFolded), ...(isFolded ? [] : group.rows)];
  });
}

export const groupIds = (all: TimelineRow[]): string[] => groupsOf(all).map((group) => group.id);

// Groups of several threads that do the same.
export const likeGroups = (all: TimelineRow[]): string[] =>
  groupsOf(all)
    .filter((group) => group.id.startsWith("like:") && group.rows.length > 1)
    .map((group) => group.id);
