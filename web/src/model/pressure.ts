// SPDX-License-Identifier: Apache-2.0
// The path of pressure as nodes and edges of the drawing. The analysis names the blocks of each step. Where the drawing
// has a queue between two of them, the path goes through the queue.
import type { BlockGraph } from "../contract/page_data";
import type { Rows } from "../contract/rows";

export function pressurePath(graph: BlockGraph, steps: Rows["pressure"][]): { nodes: Set<number>; edges: Set<number> } {
  const nodes = new Set<number>();
  const edges = new Set<number>();
  const nodeOf = (path: string) => graph.nodes.findIndex((n) => n.members.includes(path) || n.id === path);
  const between = (a: number, b: number) =>
    graph.edges.findIndex((e) => (e.from === a && e.to === b) || (e.from === b && e.to === a));
  for (const step of steps) {
    graph.edges.forEach((e, i) => {
      if (step.channel && e.channels.includes(step.channel)) edges.add(i);
    });
    const [a, b] = [nodeOf(step.from_path), nodeOf(step.to_path)];
    for (const end of [a, b]) if (end >= 0) nodes.add(end);
    if (a < 0 || b < 0) continue;
    const direct = between(a, b);
    if (direct >= 0) {
      if (!step.channel || graph.edges[direct]!.channels.includes("")) edges.add(direct);
      continue;
    }
    graph.nodes.forEach((node, q) => {
      const [first, second] = [between(a, q), between(q, b)];
      if (node.kind === "machine" || first < 0 || second < 0) return;
      nodes.add(q);
      edges.add(first).add(second);
    });
  }
  return { nodes, edges };
}
