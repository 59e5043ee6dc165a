// SPDX-License-Identifier: Apache-2.0
// The search box: everything in a run that has a name, with a link to the view that shows it.
import type { Run } from "../data/run";
import { measuredBlocks } from "./blocks";
import { href, sourceHref, type ViewId } from "./route";

export interface Hit {
  kind: string;
  name: string;
  detail: string;
  href: string;
}

const maxHits = 12;

export function searchIndex(run: Run): Hit[] {
  const hits: Hit[] = [];
  const link = (view: ViewId, parameters: Record<string, string>) => href(view, { ...parameters, run: run.number });
  const add = (kind: string, name: string, detail: string, to: string) => hits.push({ kind, name, detail, href: to });
  for (const b of measuredBlocks(run.rows("blocks")))
    add("block", b.path, b.module ?? "", link("graph", { block: b.scope }));
  for (const c of run.rows("channels"))
    add("channel", c.path, c.protocol ?? "stream", link("graph", { channel: c.path }));
  for (const q of run.rows("queues"))
    add("queue", q.path, `depth ${q.depth ?? "?"}`, link("queues", { queue: q.path }));
  for (const s of run.rows("states"))
    add("state", s.state, s.path, sourceHref(s.source, run.number) ?? link("profile", { block: s.path }));
  for (const e of run.rows("events")) add("event", e.path, "", link("timeline", { row: e.path }));
  for (const a of run.rows("assertions")) add("assertion", a.path, "", link("timeline", { row: a.path }));
  for (const t of run.rows("threads")) add("thread", t.path, "", link("timeline", { row: t.path }));
  for (const t of run.rows("traces")) add("trace", t.path, t.trigger ?? "", link("timeline", { row: t.path }));
  for (const c of run.rows("calls")) add("call", c.path, "", link("profile", { block: c.path }));
  for (const b of run.rows("buses")) add("bus", b.path, b.direction, link("queues", { bus: b.path }));
  for (const f of run.data.sources) add("file", f.file, "", link("source", { file: f.file }));
  return hits;
}

// All words of the query must occur. Names whose last part begins with the first word come first.
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
    .slice(0, maxHits)
    .map((f) => f.hit);
}
