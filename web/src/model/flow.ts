// SPDX-License-Identifier: Apache-2.0
// Blocks in the order in which data flows through them. So blocks that a bottleneck holds up come before it, and those
// that it starves come after it.
import { groupBy } from "../base/algorithms";
import { naturalOrder, parentOf, withoutIndices } from "../base/paths";
import type { Run } from "../data/run";
import { type MeasuredBlock, measuredBlocks } from "./blocks";

// The length of the longest path from a source to each node. Edges that close a cycle do not count.
export function flowDepths(edges: [from: string, to: string][]): Map<string, number> {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (!next.has(from)) next.set(from, new Set());
    if (!next.has(to)) next.set(to, new Set());
    if (from !== to) next.get(from)!.add(to);
  }
  const order = topologicalOrder(next);
  const index = new Map(order.map((node, i) => [node, i]));
  const depths = new Map(order.map((node) => [node, 0]));
  for (const node of order) {
    for (const to of next.get(node)!) {
      if (index.get(to)! > index.get(node)!) depths.set(to, Math.max(depths.get(to)!, depths.get(node)! + 1));
    }
  }
  return depths;
}

// Reverse postorder of a depth-first search: topological but for edges that close a cycle. Designs can be too deep for
// recursion.
function topologicalOrder(next: Map<string, Set<string>>): string[] {
  const postorder: string[] = [];
  const seen = new Set<string>();
  for (const root of next.keys()) {
    if (seen.has(root)) continue;
    seen.add(root);
    const stack = [{ node: root, rest: [...next.get(root)!] }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const child = top.rest.pop();
      if (child === undefined) postorder.push(stack.pop()!.node);
      else if (!seen.has(child)) {
        seen.add(child);
        stack.push({ node: child, rest: [...next.get(child)!] });
      }
    }
  }
  return postorder.reverse();
}

// A block that no channel reaches follows the instance that contains it, as a callee follows its caller. Without such
// an instance it comes last.
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
  blocks: MeasuredBlock[];
}

// Which block passes data to which.
export const dataEdges = (run: Run): [from: string, to: string][] =>
  run.rows("dependencies").flatMap((d): [string, string][] => {
    return d.from_block && d.to_block ? [[d.from_block, d.to_block]] : [];
  });

// Measured blocks in data order, with replicas in one group.
export function flowGroups(run: Run): FlowGroup[] {
  const depths = flowDepths(dataEdges(run).map(([from, to]) => [withoutIndices(from), withoutIndices(to)]));
  const byId = groupBy(measuredBlocks(run.rows("blocks")), (block) => withoutIndices(block.scope));
  const groups = [...byId].map(([id, blocks]) => ({ id, blocks }));
  const depth = (g: FlowGroup) => depthOf(depths, g.id);
  return groups.sort((a, b) => depth(a) - depth(b) || naturalOrder(a.id, b.id));
}

// At most `max` groups, by merging as many neighbours as that takes.
export function mergeNeighbours(groups: FlowGroup[], max: number): FlowGroup[] {
  const step = Math.ceil(groups.length / max);
  if (step < 2) return groups;
  return Array.from({ length: Math.ceil(groups.length / step) }, (_, i) => {
    const merged = groups.slice(i * step, (i + 1) * step);
    const [first, last] = [merged[0]!, merged.at(-1)!];
    return {
      id: merged.length > 1 ? `${first.id} … ${last.id}` : first.id,
      blocks: merged.flatMap((g) => g.blocks),
    };
  });
}
