// SPDX-License-Identifier: Apache-2.0
// The instance tree of the measured blocks, for the profile.
import { toNumber } from "../base/format";
import { lastPart, naturalOrder, parentOf } from "../base/paths";
import { type MeasuredBlock, type Part, partsOfBlock } from "./blocks";

export interface TreeNode {
  path: string;
  name: string;
  blocks: MeasuredBlock[];
  children: TreeNode[];
}

// Sums over several blocks. As blocks run in parallel, `cycles` may be many times those of the run.
export interface BlockSums {
  blocks: number;
  cycles: number;
  busy: number;
  parts: Part[];
}

export const blocksBelow = (node: TreeNode): MeasuredBlock[] => [...node.blocks, ...node.children.flatMap(blocksBelow)];

export function sumsOf(blocks: MeasuredBlock[]): BlockSums {
  const parts = new Map<string, Part>();
  for (const part of blocks.flatMap(partsOfBlock)) {
    const sum = parts.get(part.label);
    if (!sum) parts.set(part.label, { ...part, cycles: toNumber(part.cycles) });
    else
      parts.set(part.label, {
        ...sum,
        cycles: toNumber(sum.cycles) + toNumber(part.cycles),
        estimated: sum.estimated || part.estimated || false,
      });
  }
  const total = (column: "observed_cycles" | "busy_cycles") => blocks.reduce((sum, b) => sum + toNumber(b[column]), 0);
  return {
    blocks: blocks.length,
    cycles: total("observed_cycles"),
    busy: total("busy_cycles"),
    parts: [...parts.values()],
  };
}

export type Order = "name" | "total" | "self";

// Sorts the instances of every level: by name, or by the cycles of their blocks with the largest first.
export function sortTree(tree: TreeNode[], order: Order): TreeNode[] {
  const weight = (node: TreeNode) => {
    const sums = sumsOf(blocksBelow(node));
    return order === "self" ? sums.busy : sums.cycles;
  };
  const weights = new Map(tree.map((node) => [node, order === "name" ? 0 : weight(node)]));
  return [...tree]
    .sort((a, b) => weights.get(b)! - weights.get(a)! || naturalOrder(a.name, b.name))
    .map((node) => ({
      ...node,
      blocks: [...node.blocks].sort((a, b) => naturalOrder(a.path, b.path)),
      children: sortTree(node.children, order),
    }));
}

export function instanceTree(blocks: MeasuredBlock[]): TreeNode[] {
  const nodes = new Map<string, TreeNode>();
  const roots: TreeNode[] = [];
  const nodeOf = (path: string): TreeNode => {
    const known = nodes.get(path);
    if (known) return known;
    const node: TreeNode = { path, name: lastPart(path), blocks: [], children: [] };
    nodes.set(path, node);
    const parent = parentOf(path);
    (parent ? nodeOf(parent).children : roots).push(node);
    return node;
  };
  for (const block of blocks) nodeOf(block.scope).blocks.push(block);
  return roots;
}
