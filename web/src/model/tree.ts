// SPDX-License-Identifier: Apache-2.0
// The instances of a design as a tree with its blocks, for the profile table.
import { lastPart, naturally, parentOf, pixels } from "../base/format";
import type { Rows } from "../contract/rows";
import { partsOfBlock, type Part } from "./blocks";

export interface TreeNode {
  path: string;
  name: string;
  blocks: Rows["blocks"][];
  children: TreeNode[];
}

// What the blocks at and below an instance did, added up: cycles of its blocks, not of the run.
export interface BlockSums {
  blocks: number;
  cycles: number;
  busy: number;
  parts: Part[];
}

export const blocksBelow = (node: TreeNode): Rows["blocks"][] => [
  ...node.blocks,
  ...node.children.flatMap(blocksBelow),
];

export function sumsOf(blocks: Rows["blocks"][]): BlockSums {
  const parts = new Map<string, Part>();
  for (const part of blocks.flatMap(partsOfBlock)) {
    const sum = parts.get(part.label);
    if (!sum) parts.set(part.label, { ...part, cycles: pixels(part.cycles) });
    else
      parts.set(part.label, {
        ...sum,
        cycles: pixels(sum.cycles) + pixels(part.cycles),
        estimated: sum.estimated || part.estimated || false,
      });
  }
  const total = (column: "observed_cycles" | "busy_cycles") => blocks.reduce((sum, b) => sum + pixels(b[column]), 0);
  return {
    blocks: blocks.length,
    cycles: total("observed_cycles"),
    busy: total("busy_cycles"),
    parts: [...parts.values()],
  };
}

export type Order = "name" | "total" | "self";

// The instances of each level in the order wished for; names as a person counts, u_row_2 before u_row_10.
export function ordered(tree: TreeNode[], order: Order): TreeNode[] {
  const weight = (node: TreeNode) => {
    const sums = sumsOf(blocksBelow(node));
    return order === "self" ? sums.busy : sums.cycles;
  };
  const weights = new Map(tree.map((node) => [node, order === "name" ? 0 : weight(node)]));
  return [...tree]
    .sort((a, b) => weights.get(b)! - weights.get(a)! || naturally(a.name, b.name))
    .map((node) => ({
      ...node,
      blocks: [...node.blocks].sort((a, b) => naturally(a.path, b.path)),
      children: ordered(node.children, order),
    }));
}

// Instances that hold no block and one child only are passed over: they would be rows without a number.
export function instanceTree(blocks: Rows["blocks"][]): TreeNode[] {
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
  for (const block of blocks) if (block.tap !== null) nodeOf(block.scope).blocks.push(block);
  return roots;
}
