// SPDX-License-Identifier: Apache-2.0
// Blocks from the source of the data to its end: those that wait for a limiter to take stand before it, those that
// wait for it to deliver stand behind it.
import { folded, naturally, parentOf } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";

// How far each node is from a source, by its longest way; a line that closes a circle does not count.
export function flowDepths(edges: [from: string, to: string][]): Map<string, number> {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (!next.has(from)) next.set(from, new Set());
    if (!next.has(to)) next.set(to, new Set());
    if (from !== to) next.get(from)!.add(to);
  }
  const order = finishedLast(next);
  const place = new Map(order.map((node, i) => [node, i]));
  const depths = new Map(order.map((node) => [node, 0]));
  for (const node of order) {
    for (const to of next.get(node)!) {
      if (place.get(to)! > place.get(node)!) depths.set(to, Math.max(depths.get(to)!, depths.get(node)! + 1));
    }
  }
  return depths;
}

// Nodes in the reverse order in which a walk in depth leaves them. Designs can be deep: no recursion.
function finishedLast(next: Map<string, Set<string>>): string[] {
  const left: string[] = [];
  const seen = new Set<string>();
  for (const root of next.keys()) {
    if (seen.has(root)) continue;
    seen.add(root);
    const stack = [{ node: root, rest: [...next.get(root)!] }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const child = top.rest.pop();
      if (child === undefined) left.push(stack.pop()!.node);
      else if (!seen.has(child)) {
        seen.add(child);
        stack.push({ node: child, rest: [...next.get(child)!] });
      }
    }
  }
  return left.reverse();
}

// A block that no channel reaches stands behind the one that holds it, as a callee behind its caller; else last.
export function depthOf(depths: Map<string, number>, path: string): number {
  let below = 0;
  for (let p = path; p; p = parentOf(p), below++) {
    const depth = depths.get(p);
    if (depth !== undefined) return depth + below / 64;
  }
  return Number.MAX_SAFE_INTEGER;
}

export interface FlowGroup {
  id: string; // a[*] for the replicas a[0], a[1], …
  blocks: Rows["blocks"][];
}

// Measured blocks in the order of the data, replicas together.
export function flowGroups(run: Run): FlowGroup[] {
  const edges = run
    .rows("dependencies")
    .filter((d) => d.from_block && d.to_block)
    .map((d): [string, string] => [folded(d.from_block!), folded(d.to_block!)]);
  const depths = flowDepths(edges);
  const groups = new Map<string, FlowGroup>();
  for (const block of run.rows("blocks")) {
    if (block.tap === null) continue;
    const id = folded(block.scope);
    if (!groups.has(id)) groups.set(id, { id, blocks: [] });
    groups.get(id)!.blocks.push(block);
  }
  const depth = (g: FlowGroup) => depthOf(depths, g.id);
  return [...groups.values()].sort((a, b) => depth(a) - depth(b) || naturally(a.id, b.id));
}

// At most so many columns: neighbours share one.
export function inColumns(groups: FlowGroup[], most: number): FlowGroup[] {
  const step = Math.ceil(groups.length / most);
  if (step < 2) return groups;
  return Array.from({ length: Math.ceil(groups.length / step) }, (_, i) => {
    const some = groups.slice(i * step, (i + 1) * step);
    return {
      id: some.length > 1 ? `${some[0]!.id} … ${some.at(-1)!.id}` : some[0]!.id,
      blocks: some.flatMap((g) => g.blocks),
    };
  });
}
