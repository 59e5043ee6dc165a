// SPDX-License-Identifier: Apache-2.0
// The drawings of a large design: the whole, in which groups of blocks are one box, and the inside of each group.
import { withoutIndices } from "../base/paths";
import type { BlockGraph, GraphNode } from "../contract/page_data";

const holds = (node: GraphNode, path: string) =>
  node.id === withoutIndices(path) || node.id === path || node.members.includes(path);

// The drawing in which the block is a box of its own. Else the inside of the group with that path, or the drawing that
// shows the group.
export function levelOfBlock(graphs: BlockGraph[], path: string): BlockGraph | undefined {
  const drawn = graphs.find((g) => g.nodes.some((n) => n.kind !== "group" && n.kind !== "outside" && holds(n, path)));
  return (
    drawn ??
    graphs.find((g) => g.id === path) ??
    graphs.find((g) => g.nodes.some((n) => n.kind === "group" && n.id === path))
  );
}

export function levelOfChannel(graphs: BlockGraph[], channel: string): BlockGraph | undefined {
  return graphs.find((g) => g.edges.some((e) => e.channels.includes(channel)));
}

export function nodeOf(graph: BlockGraph, path: string): GraphNode | undefined {
  return path ? graph.nodes.find((n) => n.kind !== "group" && n.kind !== "outside" && holds(n, path)) : undefined;
}

// The drawings that lead to one, from the whole design down.
export function breadcrumbs(graphs: BlockGraph[], graph: BlockGraph): BlockGraph[] {
  const crumbs = [graph];
  for (let here: BlockGraph | undefined = graph; here?.id;) {
    const around: BlockGraph | undefined = graphs.find((g) =>
      g.nodes.some((n) => n.kind === "group" && n.id === here!.id),
    );
    if (around) crumbs.unshift(around);
    here = around;
  }
  return crumbs;
}
