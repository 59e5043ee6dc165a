// SPDX-License-Identifier: Apache-2.0
// What was measured at each line of a file.
import { pixels, type Count } from "../base/format";
import type { Category } from "../base/words";
import type { Run } from "../data/run";
import { categoryOf } from "./blocks";
import { href } from "./route";

export interface LineEntry {
  kind: string;
  label: string; // state, or name of the tap
  path: string;
  cycles: Count | null; // NULL: measured here, but not as time in this line
  share: number | null;
  category: Category | null;
  reason: string | null;
  exact: boolean;
  href: string;
  timeline: string;
}

export function placeOf(source: string | null): { file: string; line: number } | undefined {
  const match = /^(.+):(\d+)$/.exec(source ?? "");
  return match ? { file: match[1]!, line: Number(match[2]) } : undefined;
}

// By file, by line; the entry with the most cycles first.
export function linesOf(run: Run): Map<string, Map<number, LineEntry[]>> {
  const files = new Map<string, Map<number, LineEntry[]>>();
  const add = (source: string | null, entry: LineEntry) => {
    const place = placeOf(source);
    if (!place) return;
    if (!files.has(place.file)) files.set(place.file, new Map());
    const lines = files.get(place.file)!;
    lines.set(place.line, [...(lines.get(place.line) ?? []), entry]);
  };
  const at = run.number || undefined;
  for (const s of run.rows("states")) {
    add(s.source, {
      kind: "state",
      label: s.state,
      path: s.path,
      cycles: s.cycles,
      share: s.share,
      category: categoryOf(s.category),
      reason: s.category_reason ?? null,
      exact: s.quality === "exact" && s.category_quality !== "estimated",
      href: href("profile", { block: s.path, run: at }),
      timeline: href("timeline", { row: s.path, run: at }),
    });
  }
  for (const t of run.rows("taps")) {
    if (t.kind === "fsm") continue;
    const to =
      t.kind === "queue" ? href("queues", { queue: t.path, run: at }) : href("graph", { channel: t.path, run: at });
    add(t.source, {
      kind: t.kind,
      label: t.name,
      path: t.path,
      cycles: null,
      share: null,
      category: null,
      reason: null,
      exact: t.quality === "exact",
      href: to,
      timeline: href("timeline", { row: t.path, run: at }),
    });
  }
  for (const lines of files.values()) {
    for (const entries of lines.values()) entries.sort((a, b) => pixels(b.cycles) - pixels(a.cycles));
  }
  return files;
}

// The lines below a state's label that belong to it: up to the next label, or to the end of the case.
export function bodiesOf(lines: Map<number, LineEntry[]>, text: string): Map<number, Category> {
  const bodies = new Map<number, Category>();
  const rows = text.split(/\r?\n/);
  for (const [line, entries] of lines) {
    const first = entries.find((e) => e.kind === "state" && pixels(e.cycles) > 0);
    if (!first?.category || !/[:=]|\bwhen\b/.test(rows[line - 1] ?? "")) continue;
    for (let n = line + 1; n <= rows.length && !lines.has(n) && !endOfBody.test(rows[n - 1]!); n++)
      bodies.set(n, first.category);
  }
  return bodies;
}

const endOfBody = /^\s*(endcase|end\s+case|default|when\s+others)\b/i;
