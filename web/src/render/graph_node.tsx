// SPDX-License-Identifier: Apache-2.0
// The nodes of the block graph: blocks with their time, queues with their fill, groups with the time of their blocks.
import { count, percent, toNumber } from "../base/format";
import { categoryWords } from "../base/words";
import type { GraphNode } from "../contract/page_data";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { type Block, type MeasuredBlock, measuredBlocks, type Part, partsOfBlock, shareOf } from "../model/blocks";
import { href } from "../model/route";
import { truncate, truncateStart } from "./state_graph";

export interface NodeProps {
  detailed: boolean;
  run: Run;
  node: GraphNode;
  name: string; // the shortest that no other node of the drawing has
  selected: boolean;
  onPressurePath: boolean;
}

// Its rank among the bottlenecks, if it is one.
export function rankOf(run: Run, node: GraphNode): number | undefined {
  const paths = new Set([
    node.id,
    ...node.members,
    ...node.members.flatMap((m) => run.rowsWhere("blocks", "scope", m)).map((b) => b.path),
  ]);
  return run.rows("bottlenecks").find((b) => paths.has(b.path))?.rank;
}

const blocksOf = (run: Run, node: GraphNode): MeasuredBlock[] =>
  measuredBlocks(node.members.flatMap((m) => run.rowsWhere("blocks", "scope", m)));

const maxBars = 4; // src/show/page/graph_layout.cpp makes boxes large enough for these

// The first blocks of a node. Where there are too many replicas, the last one shown is the outlier.
function shownBlocks(run: Run, node: GraphNode): MeasuredBlock[] {
  const blocks = blocksOf(run, node);
  const outliers = new Set(run.rows("groups").map((g) => g.outlier));
  const outlier = blocks.findIndex((b) => outliers.has(b.path) || outliers.has(b.scope));
  return outlier < maxBars ? blocks.slice(0, maxBars) : [...blocks.slice(0, maxBars - 1), blocks[outlier]!];
}

const nodeClass = ({ node, selected, onPressurePath }: NodeProps) =>
  `graph-node ${node.kind} ${selected ? "selected" : ""} ${onPressurePath ? "on-pressure-path" : ""}`;

export function Node(props: NodeProps) {
  const { run, node } = props;
  const [x, y, width, height] = node.box;
  if (node.kind === "outside") return <Outside run={run} node={node} name={props.name} />;
  if (node.kind === "group") return <Group {...props} />;
  const queue = run.rowsWhere("queues", "path", node.members[0] ?? "")[0];
  const blocks = shownBlocks(run, node);
  const to =
    queue && node.kind === "queue"
      ? href("queues", { queue: queue.path, run: run.number })
      : href("graph", { block: node.id, run: run.number });
  const { name } = props;
  if (!props.detailed) {
    return (
      <a href={to} class={nodeClass(props)} aria-label={`${node.kind} ${node.id}`}>
        <rect x={x} y={y} width={width} height={height} rx="10" class="node-box" />
        {blocks[0] && (
          <SvgBar
            parts={partsOfBlock(blocks[0])}
            of={toNumber(blocks[0].observed_cycles)}
            x={x + 8}
            y={y + 10}
            width={width - 16}
            height={height - 20}
          />
        )}
        <title>{node.id}</title>
      </a>
    );
  }
  const replicas = node.members.length;
  const rank = rankOf(run, node);
  const isNarrow = blocks.length === 0; // its name needs the whole width, and the line below is free
  const badgeWidth = replicas > 1 && !isNarrow ? 28 : 0;
  const shown = truncateStart(name, Math.floor((width - 24 - badgeWidth) / 7.2));
  const module = node.kind === "machine" ? truncate(blocks[0]?.module ?? "", Math.floor((width - 24) / 6.2)) : "";
  return (
    <a href={to} class={nodeClass(props)}>
      {replicas > 1 && <rect x={x + 6} y={y + 6} width={width} height={height} rx="10" class="node-box behind" />}
      <rect x={x} y={y} width={width} height={height} rx={node.kind === "queue" ? height / 2 : 10} class="node-box" />
      <text
        x={x + (node.kind === "queue" ? width / 2 : 12)}
        y={y + 18}
        text-anchor={node.kind === "queue" ? "middle" : "start"}
        class="node-name"
      >
        {shown}
      </text>
      {node.kind === "queue" && queue && <QueueGauge queue={queue} x={x + 22} y={y + 27} width={width - 44} />}
      {module && (
        <text x={x + 12} y={y + 32} class="node-detail">
          {module}
        </text>
      )}
      {blocks.map((b, i) => (
        <SvgBar
          key={b.path}
          parts={partsOfBlock(b)}
          of={toNumber(b.observed_cycles)}
          x={x + 12}
          y={y + 41 + 22 * i}
          width={width - 24}
        />
      ))}
      {replicas > 1 && (
        <text x={x + width - 10} y={y + (isNarrow ? 34 : 18)} text-anchor="end" class="node-badge">
          {`×${replicas}`}
        </text>
      )}
      <Rank rank={rank} x={x + width} y={y} />
      <title>
        {blocks
          .map(
            (b) =>
              `${b.path}: ${partsOfBlock(b)
                .map((p) => `${categoryWords[p.category].label} ${count(p.cycles)}`)
                .join(", ")}`,
          )
          .join("\n") || node.id}
      </title>
    </a>
  );
}

function Rank(props: { rank: number | undefined; x: number; y: number }) {
  if (props.rank === undefined) return null;
  return (
    <g class="rank">
      <circle cx={props.x} cy={props.y} r="11" />
      <text x={props.x} y={props.y + 4} text-anchor="middle">
        {props.rank}
      </text>
    </g>
  );
}

// The far end of an edge that leaves this drawing: the outside of the design, or a block in another drawing.
function Outside(props: { run: Run; node: GraphNode; name: string }) {
  const [x, y, width, height] = props.node.box;
  const isInDesign = !/^(from|to) /.test(props.node.id);
  const box = (
    <>
      <rect x={x} y={y} width={width} height={height} rx={height / 2} class="node-box" />
      <text x={x + width / 2} y={y + height / 2 + 4} text-anchor="middle" class="node-detail">
        {isInDesign ? truncateStart(props.name, Math.floor((width - 16) / 6.4)) : "outside"}
      </text>
      <title>{isInDesign ? props.node.id : `outside the design: ${props.node.id}`}</title>
    </>
  );
  if (!isInDesign) return <g class="graph-node outside">{box}</g>;
  return (
    <a class="graph-node outside" href={href("graph", { block: props.node.id, run: props.run.number })}>
      {box}
    </a>
  );
}

const maxColumns = 80;

// One thin column for each block of a group, with its time stacked as in a bar, so that an unusual block stands out.
function Group(props: NodeProps) {
  const { run, node } = props;
  const [x, y, width, height] = node.box;
  const blocks = blocksOf(run, node);
  const blockCount = blocks.length > 0 ? `${blocks.length} blocks` : `${node.members.length} parts`; // as in the totals
  const step = Math.max(1, Math.ceil(blocks.length / maxColumns));
  const columns = blocks.filter((_, i) => i % step === 0);
  const columnWidth = (width - 20) / Math.max(columns.length, 1);
  const name = truncateStart(props.name, Math.floor((width - 90) / 7.2));
  const rank = rankOf(run, node);
  const busyShare = (b: Block) => toNumber(b.busy_cycles) / Math.max(1, toNumber(b.observed_cycles));
  const busiest = Math.max(0, ...blocks.map(busyShare));
  return (
    <a href={href("graph", { level: node.id, run: run.number })} class={nodeClass(props)}>
      <rect x={x + 5} y={y + 5} width={width} height={height} rx="10" class="node-box behind" />
      <rect x={x} y={y} width={width} height={height} rx="10" class="node-box" />
      <text x={x + 10} y={y + 18} class="node-name">
        {name}
      </text>
      <text x={x + width - 10} y={y + 18} text-anchor="end" class="node-detail">
        {blockCount}
      </text>
      {columns.map((b, i) => (
        <GroupColumn
          key={b.path}
          block={b}
          x={x + 10 + i * columnWidth}
          y={y + 28}
          width={columnWidth}
          height={height - 40}
        />
      ))}
      <Rank rank={rank} x={x + width} y={y} />
      <title>{`${node.id}: ${blockCount}, busiest ${percent(busiest)}; opens its inside`}</title>
    </a>
  );
}

function GroupColumn(props: { block: Block; x: number; y: number; width: number; height: number }) {
  const whole = Math.max(1, toNumber(props.block.observed_cycles));
  let top = props.y;
  return (
    <>
      {partsOfBlock(props.block).map((part) => {
        const height = (props.height * toNumber(part.cycles)) / whole;
        const y = top;
        top += height;
        return (
          height > 0.2 && (
            <rect
              key={part.label}
              x={props.x}
              y={y}
              width={props.width + 0.1}
              height={height}
              class={`svg-fill category-${part.category}`}
            />
          )
        );
      })}
    </>
  );
}

function QueueGauge(props: { queue: Rows["queues"]; x: number; y: number; width: number }) {
  const depth = Math.max(toNumber(props.queue.depth ?? props.queue.max_occupancy), 1);
  const length = (n: number) => props.width * Math.min(n / depth, 1);
  const { mean_occupancy: mean, max_occupancy: most } = props.queue;
  return (
    <g>
      <rect x={props.x} y={props.y} width={props.width} height="8" rx="4" class="node-track" />
      <rect x={props.x} y={props.y} width={length(mean ?? 0)} height="8" rx="4" class="svg-fill category-transfer" />
      <rect
        x={props.x + Math.max(length(toNumber(most)) - 1.5, 0)}
        y={props.y - 2}
        width="3"
        height="12"
        class="gauge-max"
      />
      <title>{`mean ${mean?.toFixed(2) ?? "–"}, most ${count(most)} of ${count(props.queue.depth)}`}</title>
    </g>
  );
}

function SvgBar(props: { parts: Part[]; of: number; x: number; y: number; width: number; height?: number }) {
  const height = props.height ?? 13;
  let left = props.x;
  return (
    <g>
      <rect x={props.x} y={props.y} width={props.width} height={height} rx="3" class="node-track" />
      {props.parts.map((p) => {
        const width = props.width * shareOf(p.cycles, props.of);
        const x = left;
        left += width;
        return [
          <rect
            key={p.label}
            x={x}
            y={props.y}
            width={width}
            height={height}
            class={`svg-fill category-${p.category}`}
          />,
          p.estimated && (
            <rect key={`${p.label} hatch`} x={x} y={props.y} width={width} height={height} fill="url(#hatch)" />
          ),
        ];
      })}
    </g>
  );
}
