// SPDX-License-Identifier: Apache-2.0
// Which drawing of a large design is looked at: the whole, or the inside of one of its groups.
import { folded } from "../base/format";
import type { BlockGraph, GraphNode } from "../contract/page_data";

const holds = (node: GraphNode, path: string) =>
  node.id === folded(path) || node.id === path || node.members.includes(path);

// The drawing in which a block is a box of its own; else the one in which a group is that block.
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

// The drawings around one, the whole first.
export function wayTo(graphs: BlockGraph[], graph: BlockGraph): BlockGraph[] {
  const way = [graph];
  for (let here: BlockGraph | undefined = graph; here?.id;) {
    const around: BlockGraph | undefined = graphs.find((g) =>
      g.nodes.some((n) => n.kind === "group" && n.id === here!.id),
    );
    if (around) way.unshift(around);
    here = around;
  }
  return way;
}
