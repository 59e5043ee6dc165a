// SPDX-License-Identifier: Apache-2.0
// The design's own architecture: blocks with their time, channels with their traffic, one level inside
// another, and the path of pressure through it.
import { useMemo } from "preact/hooks";
import { lastPart, percent, pixels } from "../base/format";
import { binWords } from "../base/words";
import type { BlockGraph, GraphNode } from "../contract/page_data";
import type { Run } from "../data/run";
import { levelOfBlock, levelOfChannel, nodeOf, wayTo } from "../model/graph_levels";
import { pressurePath } from "../model/pressure";
import { href, type Route } from "../model/route";
import { Swatch } from "../render/bar";
import { Channel } from "../render/graph_line";
import { Node, rankOf } from "../render/graph_node";
import { NotThere } from "../render/not_there";
import { PanZoom } from "../render/pan_zoom";
import { Arrow } from "../render/state_graph";
import { CategoryKey } from "./category_key";
import { ChannelDetail, NodeDetail, StatesOf } from "./graph_detail";

export function GraphView(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const graphs = run.data.graphs;
  const { block = "", channel = "", level = "" } = route.parameters;
  const asked = level
    ? graphs.find((g) => g.id === level)
    : block
      ? levelOfBlock(graphs, block)
      : channel
        ? levelOfChannel(graphs, channel)
        : undefined;
  const graph = asked ?? graphs[0]!;
  const selected = nodeOf(graph, block);
  const chosen = channel !== "" || selected !== undefined;
  return (
    <div class="view graph-view">
      <Levels run={run} way={wayTo(graphs, graph)} selected={selected} />
      {block && !asked && <NotThere what="block" name={block} />}
      {level && !asked && <NotThere what="part" name={level} />}
      {graph.nodes.length === 0 && <p class="quiet">This run has no blocks and no channels.</p>}
      <div class={chosen ? "graph-columns" : ""}>
        {graph.nodes.length > 0 && <Drawing run={run} graph={graph} selected={selected} channel={channel} />}
        {chosen && (
          <aside class="graph-panel" aria-label="Details">
            {channel && <ChannelDetail run={run} path={channel} />}
            {selected && !channel && <NodeDetail run={run} node={selected} block={block} />}
          </aside>
        )}
      </div>
      {selected && !channel && <StatesOf run={run} node={selected} block={block} />}
    </div>
  );
}

// `predicted`: of a run that would be.
export function Drawing(props: {
  run: Run;
  graph: BlockGraph;
  selected?: GraphNode | undefined;
  channel?: string;
  predicted?: boolean;
}) {
  const { run, graph, selected, channel = "", predicted = false } = props;
  const pressed = useMemo(
    () =>
      pressurePath(
        graph,
        run.rows("pressure").filter((p) => p.rank === 1),
      ),
    [run, graph],
  );
  const focus = useMemo(
    () => centreOf(selected ?? graph.nodes.find((n) => rankOf(run, n) === 1) ?? graph.nodes[0]),
    [run, graph, selected],
  );
  const most = useMemo(() => Math.max(1, ...run.rows("channels").map((c) => pixels(c.beats))), [run]);
  // What is pressed comes last, and so on top.
  const lines = graph.edges
    .map((edge, i) => ({ edge, i }))
    .sort((a, b) => Number(pressed.edges.has(a.i)) - Number(pressed.edges.has(b.i)));
  return (
    <div>
      <PanZoom width={graph.width} height={graph.height} label="Blocks and channels" class="block-graph" focus={focus}>
        {(fine) => (
          <>
            <Arrow />
            {graph.clusters
              .filter((c) => c.box[2] > 0)
              .map((c) => (
                <g key={c.id} class="cluster">
                  <rect x={c.box[0]} y={c.box[1]} width={c.box[2]} height={c.box[3]} rx="12" />
                  <text x={c.box[0] + 10} y={c.box[1] + 14}>
                    {lastPart(c.id)}
                  </text>
                </g>
              ))}
            {lines.map(({ edge, i }) => (
              <Channel
                key={i}
                fine={fine}
                run={run}
                edge={edge}
                most={most}
                pressed={pressed.edges.has(i)}
                selected={channel !== "" && edge.channels.includes(channel)}
              />
            ))}
            {graph.nodes.map((node, i) => (
              <Node
                key={node.id}
                fine={fine}
                run={run}
                node={node}
                selected={node === selected}
                pressed={pressed.nodes.has(i)}
              />
            ))}
          </>
        )}
      </PanZoom>
      <GraphKey run={run} graph={graph} pressed={pressed.edges.size > 0} predicted={predicted} />
    </div>
  );
}

// Every colour and mark of the drawing.
function GraphKey(props: { run: Run; graph: BlockGraph; pressed: boolean; predicted: boolean }) {
  const has = (kind: GraphNode["kind"]) => props.graph.nodes.some((n) => n.kind === kind);
  return (
    <div class="graph-key">
      <div class="key-row">
        <b>Boxes</b> <CategoryKey run={props.run} />
      </div>
      <div class="key-row">
        <b>Lines</b>
        {props.predicted && !props.run.rows("channels").some((c) => c.transfer_cycles !== null) ? (
          <p class="key-line quiet">wider for more beats; what channels would do is not predicted</p>
        ) : (
          <p class="key-line quiet">
            {(["transfer", "blocked", "starved", "idle"] as const).map((bin) => (
              <span key={bin} title={binWords[bin].meaning}>
                <Swatch
                  category={
                    { transfer: "transfer", blocked: "wait_send", starved: "wait_recv", idle: "idle" }[bin] as never
                  }
                />{" "}
                {bin}
              </span>
            ))}
            <span>what the channel does most; wider for more beats</span>
            {props.pressed && (
              <span>
                <i class="pressure-key" aria-hidden="true" /> path of pressure
              </span>
            )}
            {props.graph.edges.some((e) => e.channels.includes("")) && (
              <span>
                <i class="wait-key" aria-hidden="true" /> waits for, without a channel
              </span>
            )}
          </p>
        )}
      </div>
      <div class="key-row">
        <b>Marks</b>
        <p class="key-line quiet">
          {props.run.rows("bottlenecks").length > 0 && (
            <span>
              <i class="rank-key" aria-hidden="true">
                1
              </i>{" "}
              what limits most
            </span>
          )}
          {has("queue") && (
            <span>
              <i class="gauge-key" aria-hidden="true" /> mean fill of a queue, and the most it held
              {props.predicted && ", as measured"}
            </span>
          )}
          {has("group") && (
            <span>
              <i class="heat-key" aria-hidden="true" /> blocks below an instance, a column for each; opens
            </span>
          )}
          {props.graph.nodes.some((n) => n.kind === "machine" && n.members.length > 1) && (
            <span>
              <b>×4</b> replicas
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

const centreOf = (node: GraphNode | undefined) =>
  node && { x: node.box[0] + node.box[2] / 2, y: node.box[1] + node.box[3] / 2 };

// System, node, device, block, state: where we are, and what stands out at each level.
function Levels(props: { run: Run; way: BlockGraph[]; selected: GraphNode | undefined }) {
  const levels = props.run.rows("levels");
  const above = ["system", "node", "device"].map((level) => levels.filter((l) => l.level === level));
  const design = props.run.title;
  return (
    <nav class="levels" aria-label="Levels">
      {above.every((l) => l.length === 0) && (
        <a href={href("graph", { run: props.run.number || undefined })}>
          <small>device</small>
          {design}
        </a>
      )}
      {above
        .flatMap((rows) => rows)
        .map((l) => (
          <a
            key={`${l.level} ${l.path}`}
            href={href("graph", { run: props.run.number || undefined })}
            title={
              `${l.blocks} blocks; busiest ${percent(l.busy_max)}, ` +
              `longest wait ${percent(l.wait_max)} at ${l.wait_max_path ?? "–"}`
            }
          >
            <small>{l.level}</small>
            {l.name === l.level ? "this one" : l.name}
          </a>
        ))}
      {props.way.slice(1).map((g) => (
        <a
          key={g.id}
          href={href("graph", { level: g.id, run: props.run.number || undefined })}
          aria-current={!props.selected && g === props.way.at(-1) ? "true" : undefined}
        >
          <small>part</small>
          {lastPart(g.id)}
        </a>
      ))}
      {props.selected && (
        <a href={href("graph", { block: props.selected.id, run: props.run.number || undefined })} aria-current="true">
          <small>block</small>
          {lastPart(props.selected.id)}
        </a>
      )}
      {props.selected?.kind === "machine" && (
        <a href={href("graph", { block: props.selected.id, run: props.run.number || undefined })}>
          <small>state</small>below
        </a>
      )}
    </nav>
  );
}
