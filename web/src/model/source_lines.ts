// SPDX-License-Identifier: Apache-2.0
// What was measured at each line of a file.
import { type Count, toNumber } from "../base/format";
import type { Category } from "../base/words";
import type { Run } from "../data/run";
import { categoryOf } from "./blocks";
import { href, parseLocation } from "./route";

export interface LineEntry {
  kind: string;
  label: string; // name of the state or the tap
  path: string;
  cycles: Count | null; // null for taps that do not measure the time of this line, such as a stream
  unit: string | undefined; // of these: "ns" for software
  share: number | null;
  category: Category | null;
  reason: string | null;
  exact: boolean;
  href: string;
  timeline: string;
}

// By file and line. Of several entries for a line, the one with the most cycles comes first.
export function measuredLines(run: Run): Map<string, Map<number, LineEntry[]>> {
  const files = new Map<string, Map<number, LineEntry[]>>();
  const add = (source: string | null, entry: LineEntry) => {
    const location = parseLocation(source);
    if (!location) return;
    if (!files.has(location.file)) files.set(location.file, new Map());
    const lines = files.get(location.file)!;
    lines.set(location.line, [...(lines.get(location.line) ?? []), entry]);
  };
  for (const s of run.rows("states")) {
    add(s.source, {
      kind: "state",
      label: s.state,
      path: s.path,
      cycles: s.cycles,
      unit: run.unitOf(s.tap),
      share: s.share,
      category: categoryOf(s.category),
      reason: s.category_reason ?? null,
      exact: s.quality === "exact" && s.category_quality !== "estimated",
      href: href("profile", { block: s.path, run: run.number }),
      timeline: href("timeline", { row: s.path, run: run.number }),
    });
  }
  for (const t of run.rows("taps")) {
    if (t.kind === "fsm") continue;
    const to =
      t.kind === "queue"
        ? href("queues", { queue: t.path, run: run.number })
        : href("graph", { channel: t.path, run: run.number });
    add(t.source, {
      kind: t.kind,
      label: t.name,
      path: t.path,
      cycles: null,
      unit: undefined,
      share: null,
      category: null,
      reason: null,
      exact: t.quality === "exact",
      href: to,
      timeline: href("timeline", { row: t.path, run: run.number }),
    });
  }
  for (const lines of files.values()) {
    for (const entries of lines.values()) entries.sort((a, b) => toNumber(b.cycles) - toNumber(a.cycles));
  }
  return files;
}

// The lines below the label of a state in a case statement, up to the next label or the end of the statement.
export function stateBodies(lines: Map<number, LineEntry[]>, text: string): Map<number, Category> {
  const bodies = new Map<number, Category>();
  const rows = text.split(/\r?\n/);
  for (const [line, entries] of lines) {
    const first = entries.find((e) => e.kind === "state" && toNumber(e.cycles) > 0);
    if (!first?.category || !/[:=]|\bwhen\b/.test(rows[line - 1] ?? "")) continue;
    for (let n = line + 1; n <= rows.length && !lines.has(n) && !endOfBody.test(rows[n - 1]!); n++)
      bodies.set(n, first.category);
  }
  return bodies;
}

const endOfBody = /^\s*(endcase|end\s+case|default|when\s+others)\b/i;
