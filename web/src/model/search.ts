// SPDX-License-Identifier: Apache-2.0
// Everything that has a name and a place in the page.
import type { Run } from "../data/run";
import { href, sourceHref } from "./route";

export interface Hit {
  kind: string;
  name: string;
  detail: string;
  href: string;
}

const shown = 12;

export function searchIndex(run: Run): Hit[] {
  const at = run.number || undefined;
  const hits: Hit[] = [];
  for (const b of run.rows("blocks")) {
    if (b.tap !== null)
      hits.push({
        kind: "block",
        name: b.path,
        detail: b.module ?? "",
        href: href("graph", { block: b.scope, run: at }),
      });
  }
  for (const c of run.rows("channels"))
    hits.push({
      kind: "channel",
      name: c.path,
      detail: c.protocol ?? "stream",
      href: href("graph", { channel: c.path, run: at }),
    });
  for (const q of run.rows("queues"))
    hits.push({
      kind: "queue",
      name: q.path,
      detail: `depth ${q.depth ?? "?"}`,
      href: href("queues", { queue: q.path, run: at }),
    });
  for (const s of run.rows("states"))
    hits.push({
      kind: "state",
      name: s.state,
      detail: s.path,
      href: sourceHref(s.source, at) ?? href("profile", { block: s.path, run: at }),
    });
  for (const e of run.rows("events"))
    hits.push({ kind: "event", name: e.path, detail: "", href: href("timeline", { row: e.path, run: at }) });
  for (const a of run.rows("assertions"))
    hits.push({ kind: "assertion", name: a.path, detail: "", href: href("timeline", { row: a.path, run: at }) });
  for (const t of run.rows("threads"))
    hits.push({ kind: "thread", name: t.path, detail: "", href: href("timeline", { row: t.path, run: at }) });
  for (const t of run.rows("traces"))
    hits.push({
      kind: "trace",
      name: t.path,
      detail: t.trigger ?? "",
      href: href("timeline", { row: t.path, run: at }),
    });
  for (const c of run.rows("calls"))
    hits.push({ kind: "call", name: c.path, detail: "", href: href("profile", { block: c.path, run: at }) });
  for (const b of run.rows("buses"))
    hits.push({ kind: "bus", name: b.path, detail: b.direction, href: href("queues", { bus: b.path, run: at }) });
  for (const f of run.data.sources)
    hits.push({ kind: "file", name: f.file, detail: "", href: href("source", { file: f.file, run: at }) });
  return hits;
}

// All words of the query must occur; a name that begins with it comes first.
export function search(index: Hit[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: { hit: Hit; score: number }[] = [];
  for (const hit of index) {
    const text = `${hit.name} ${hit.detail} ${hit.kind}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const last = hit.name.toLowerCase().split(".").pop() ?? "";
    found.push({ hit, score: last.startsWith(words[0]!) ? 0 : last.includes(words[0]!) ? 1 : 2 });
  }
  return found
    .sort((a, b) => a.score - b.score || a.hit.name.length - b.hit.name.length)
    .slice(0, shown)
    .map((f) => f.hit);
}
