// SPDX-License-Identifier: Apache-2.0
// The calls of a thread as a tree, and threads whose trees are alike.
import { groupBy } from "../base/algorithms";
import { toNumber } from "../base/format";
import type { Rows } from "../contract/rows";

export type CallPath = Rows["call_paths"];

export interface CallNode {
  path: CallPath;
  depth: number;
  children: CallNode[];
}

// Rows are depth first, so that what encloses a call comes before it.
export function callTree(paths: CallPath[]): CallNode[] {
  const roots: CallNode[] = [];
  const nodes = new Map<number, CallNode>();
  for (const path of paths) {
    const parent = path.parent === null ? undefined : nodes.get(toNumber(path.parent));
    const node: CallNode = { path, depth: parent ? parent.depth + 1 : 0, children: [] };
    nodes.set(path.call_path, node);
    (parent ? parent.children : roots).push(node);
  }
  return roots;
}

// A rectangle of a flame graph; x and width are shares of the thread's time in states.
export interface Flame {
  node: CallNode;
  x: number;
  width: number;
}

export function flames(roots: CallNode[], least: number): Flame[] {
  const all: Flame[] = [];
  const whole = roots.reduce((sum, node) => sum + toNumber(node.path.inclusive_ns), 0);
  const place = (nodes: CallNode[], from: number) => {
    let x = from;
    for (const node of nodes) {
      const width = whole > 0 ? toNumber(node.path.inclusive_ns) / whole : 0;
      if (width >= least) {
        all.push({ node, x, width });
        place(node.children, x);
      }
      x += width;
    }
  };
  place(roots, 0);
  return all;
}

// `rank[3].main` as `rank[*].main`.
const kindOf = (thread: string): string => thread.replace(/\[\d+\]/g, "[*]");

// Threads of one kind that are in the same calls for about the same time: no call differs by more than a tenth of the
// longest of their times in states.
export interface LikeThreads {
  name: string;
  threads: string[];
}

export function foldThreads(paths: CallPath[]): LikeThreads[] {
  const groups: { kind: string; times: Map<string, number>; threads: string[] }[] = [];
  for (const [thread, rows] of groupBy(paths, (p) => p.path)) {
    const times = timesByState(rows);
    const kind = kindOf(thread);
    const group = groups.find((g) => g.kind === kind && areAlike(g.times, times));
    if (group) group.threads.push(thread);
    else groups.push({ kind, times, threads: [thread] });
  }
  return groups.map((g) => ({
    name: g.threads.length === 1 ? g.threads[0]! : `${g.threads[0]!} and ${g.threads.length - 1} alike`,
    threads: g.threads,
  }));
}

function timesByState(rows: CallPath[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const row of rows) {
    const state = kindOf(row.state);
    times.set(state, (times.get(state) ?? 0) + toNumber(row.own_ns));
  }
  return times;
}

function areAlike(a: Map<string, number>, b: Map<string, number>): boolean {
  const whole = (times: Map<string, number>) => [...times.values()].reduce((sum, ns) => sum + ns, 0);
  const most = Math.max(whole(a), whole(b)) / 10;
  return [...new Set([...a.keys(), ...b.keys()])].every(
    (state) => Math.abs((a.get(state) ?? 0) - (b.get(state) ?? 0)) <= most,
  );
}
