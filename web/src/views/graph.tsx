// SPDX-License-Identifier: Apache-2.0
// The block diagram of the design: blocks with their time, channels with their traffic, and the path of pressure. Large
// designs are drawn level by level.
import { useMemo } from "preact/hooks";
import { percent, toNumber } from "../base/format";
import { lastPart } from "../base/paths";
import { shortestEnds } from "../base/short_names";
import { binCategory, binWords, channelBins } from "../base/words";
import type { BlockGraph, GraphNode } from "../contract/page_data";
import type { Run } from "../data/run";
import { breadcrumbs, levelOfBlock, levelOfChannel, nodeOf } from "../model/graph_levels";
import { pressurePath } from "../model/pressure";
import { href, type Route } from "../model/route";
import { Swatch } from "../render/bar";
import { Channel } from "../render/graph_line";
import { Node, rankOf } from "../render/graph_node";
import { NotFound } from "../render/not_found";
import { PanZoom } from "../render/pan_zoom";
import { CategoryKey } from "./category_key";
import { ChannelDetail, NodeDetail, StatesOf } from "./graph_detail";

function requestedGraph(graphs: BlockGraph[], route: Route): BlockGraph | undefined {
  const { block, channel, level } = route.parameters;
  if (level === wholeLevel) return graphs[0];
  if (level) return graphs.find((g) => g.id === level);
  if (block) return levelOfBlock(graphs, block);
  return channel ? levelOfChannel(graphs, channel) : undefined;
}

const wholeLevel = "all"; // the drawing of the whole design, in an address

// A large design opens where its bottleneck is.
const levelOfBottleneck = (run: Run): BlockGraph | undefined =>
  run.data.graphs.find((g) => g.nodes.some((n) => n.kind !== "group" && n.kind !== "outside" && rankOf(run, n) === 1));

export function GraphView(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const graphs = run.data.graphs;
  const { block = "", channel = "", level = "" } = route.parameters;
  const requested = requestedGraph(graphs, route);
  const graph = requested ?? levelOfBottleneck(run) ?? graphs[0]!;
  const selected = nodeOf(graph, block);
  const hasSelection = channel !== "" || selected !== undefined;
  return (
    <div class="view graph-view">
      <Levels run={run} crumbs={breadcrumbs(graphs, graph)} selected={selected} />
      {block && !requested && <NotFound what="block" name={block} />}
      {level && !requested && <NotFound what="part" name={level} />}
      {graph.nodes.length === 0 && <p class="muted">This run has no blocks and no channels.</p>}
      <div class={hasSelection ? "graph-columns" : ""}>
        {graph.nodes.length > 0 && <Drawing run={run} graph={graph} selected={selected} channel={channel} />}
        {hasSelection && (
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

// `predicted` says that the run was not measured but predicted.
export function Drawing(props: {
  run: Run;
  graph: BlockGraph;
  selected?: GraphNode | undefined;
  channel?: string;
  predicted?: boolean;
}) {
  const { run, graph, selected, channel = "", predicted = false } = props;
  const pressure = useMemo(() => pressurePath(graph, run.rowsWhere("pressure", "rank", 1)), [run, graph]);
  const focus = useMemo(
    () => centreOf(selected ?? graph.nodes.find((n) => rankOf(run, n) === 1) ?? graph.nodes[0]),
    [run, graph, selected],
  );
  const names = useMemo(() => shortestEnds(graph.nodes.map((n) => n.id)), [graph]);
  const boxes = useMemo(() => graph.nodes.map((n) => ({ box: n.box, marked: rankOf(run, n) === 1 })), [run, graph]);
  const maxBeats = useMemo(() => Math.max(1, ...run.rows("channels").map((c) => toNumber(c.beats))), [run]);
  // The path of pressure comes last, so that it is on top.
  const edges = graph.edges
    .map((edge, i) => ({ edge, i, onPressurePath: pressure.edges.has(i) }))
    .sort((a, b) => Number(a.onPressurePath) - Number(b.onPressurePath));
  return (
    <div>
      <PanZoom
        width={graph.width}
        height={graph.height}
        label="Blocks and channels"
        class="block-graph"
        focus={focus}
        boxes={boxes}
      >
        {(detailed) => (
          <>
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
            {edges.map(({ edge, i, onPressurePath }) => (
              <Channel
                key={i}
                detailed={detailed}
                run={run}
                edge={edge}
                maxBeats={maxBeats}
                onPressurePath={onPressurePath}
                selected={channel !== "" && edge.channels.includes(channel)}
              />
            ))}
            {graph.nodes.map((node, i) => (
              <Node
                key={node.id}
                detailed={detailed}
                run={run}
                node={node}
                name={names.get(node.id) ?? lastPart(node.id)}
                selected={node === selected}
                onPressurePath={pressure.nodes.has(i)}
              />
            ))}
          </>
        )}
      </PanZoom>
      <GraphKey run={run} graph={graph} hasPressure={pressure.edges.size > 0} predicted={predicted} />
    </div>
  );
}

// Explains every colour and mark of the drawing.
function GraphKey(props: { run: Run; graph: BlockGraph; hasPressure: boolean; predicted: boolean }) {
  const has = (kind: GraphNode["kind"]) => props.graph.nodes.some((n) => n.kind === kind);
  return (
    <div class="graph-key">
      <div class="key-row">
        <b>Boxes</b> <CategoryKey run={props.run} />
      </div>
      <div class="key-row">
        <b>Lines</b>
        {props.predicted && !props.run.rows("channels").some((c) => c.transfer_cycles !== null) ? (
          <p class="key-line muted">wider for more beats; what channels would do is not predicted</p>
        ) : (
          <p class="key-line muted">
            {channelBins.map((bin) => (
              <span key={bin} title={binWords[bin].meaning}>
                <Swatch category={binCategory[bin]} /> {bin}
              </span>
            ))}
            <span>what the channel does most; wider for more beats</span>
            {props.hasPressure && (
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
        <p class="key-line muted">
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
              <i class="heat-key" aria-hidden="true" /> an instance with a column for each block in it; click to open it
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

// Breadcrumbs: system, node, device, part, block, state.
function Levels(props: { run: Run; crumbs: BlockGraph[]; selected: GraphNode | undefined }) {
  const levels = props.run.rows("levels");
  const above = ["system", "node", "device"].flatMap((level) => levels.filter((l) => l.level === level));
  const design = props.run.title;
  const isLarge = props.run.data.graphs.length > 1;
  return (
    <nav class="levels" aria-label="Levels">
      {above.length === 0 && (
        <a href={href("graph", { level: isLarge ? wholeLevel : undefined, run: props.run.number })}>
          <small>device</small>
          {design}
        </a>
      )}
      {above.map((l) => (
        <a
          key={`${l.level} ${l.path}`}
          href={href("graph", { level: isLarge ? wholeLevel : undefined, run: props.run.number })}
          title={
            `${l.blocks} blocks; busiest ${percent(l.busy_max)}, ` +
            `longest wait ${percent(l.wait_max)} at ${l.wait_max_path ?? "–"}`
          }
        >
          <small>{l.level}</small>
          {l.name === l.level ? "this one" : l.name}
        </a>
      ))}
      {props.crumbs.slice(1).map((g) => (
        <a
          key={g.id}
          href={href("graph", { level: g.id, run: props.run.number })}
          aria-current={!props.selected && g === props.crumbs.at(-1) ? "true" : undefined}
        >
          <small>part</small>
          {lastPart(g.id)}
        </a>
      ))}
      {props.selected && (
        <a href={href("graph", { block: props.selected.id, run: props.run.number })} aria-current="true">
          <small>block</small>
          {lastPart(props.selected.id)}
        </a>
      )}
      {props.selected?.kind === "machine" && (
        <a href={href("graph", { block: props.selected.id, run: props.run.number })}>
          <small>state</small>below
        </a>
      )}
    </nav>
  );
}
