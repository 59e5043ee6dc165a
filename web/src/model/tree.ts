// SPDX-License-Identifier: Apache-2.0
// The instances of a design as a tree with its blocks, for the profile table.
import { lastPart, parentOf } from "../base/format";
import type { Rows } from "../contract/rows";

export interface TreeNode {
  path: string;
  name: string;
  blocks: Rows["blocks"][];
  children: TreeNode[];
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
