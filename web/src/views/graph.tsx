// SPDX-License-Identifier: Apache-2.0
// The design's own architecture: blocks with their time, channels with their traffic, one level inside
// another, and the path of pressure through it.
import { useMemo } from "preact/hooks";
import { count, folded, lastPart, percent, pixels } from "../base/format";
import { binWords, categoryWords } from "../base/words";
import type { GraphEdge, GraphNode } from "../contract/page_data";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { categoryOf, partsOfBlock, partsOfChannel, partsOfStates, pressureOf, type Part } from "../model/blocks";
import { pressurePath } from "../model/pressure";
import { href, sourceHref, type Route } from "../model/route";
import { Bar, Donut, QualityMark, Swatch } from "../render/bar";
import { curvePath, PanZoom } from "../render/pan_zoom";
import { NotThere } from "../render/not_there";
import { Arrow, shortened, StateGraphView } from "../render/state_graph";

export function GraphView(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const graph = run.data.graph;
  const block = route.parameters.block ?? "";
  const channel = route.parameters.channel ?? "";
  const selected = graph.nodes.find((n) => n.id === folded(block) || n.members.includes(block));
  const pressed = useMemo(() => pressurePath(graph, run.rows("pressure").filter((p) => p.rank === 1)), [run]);
  const focus = useMemo(() => centreOf(selected ?? graph.nodes.find((n) => rankOf(run, n) === 1)), [run, selected]);
  const most = useMemo(() => Math.max(1, ...run.rows("channels").map((c) => pixels(c.beats))), [run]);
  return (
    <div class="view graph-view">
      <Levels run={run} selected={selected} />
      {block && !selected && <NotThere what="block" name={block} />}
      {graph.nodes.length === 0 && <p class="quiet">This run has no blocks and no channels.</p>}
      {graph.nodes.length > 0 && (
        <PanZoom width={graph.width} height={graph.height} label="Blocks and channels" class="block-graph" focus={focus}>
          {(fine) => <>
          <Arrow />
          {graph.clusters.filter((c) => c.box[2] > 0).map((c) => (
            <g key={c.id} class="cluster">
              <rect x={c.box[0]} y={c.box[1]} width={c.box[2]} height={c.box[3]} rx="12" />
              <text x={c.box[0] + 10} y={c.box[1] + 14}>{lastPart(c.id)}</text>
            </g>
          ))}
          {graph.edges.map((edge, i) => (
            <Channel key={i} fine={fine} run={run} edge={edge} most={most} pressed={pressed.edges.has(i)} selected={edge.channels.includes(channel)} />
          ))}
          {graph.nodes.map((node, i) => (
            <Node key={node.id} fine={fine} run={run} node={node} selected={node === selected} pressed={pressed.nodes.has(i)} />
          ))}
          </>}
        </PanZoom>
      )}
      {graph.left_out > 0 && <p class="quiet">{graph.left_out} blocks are not drawn; the profile has them all.</p>}
      <p class="quiet key-line">
        <b>Lines</b> are wide for many beats; colour is what the channel does most:
        {(["transfer", "blocked", "starved", "idle"] as const).map((bin) => (
          <span key={bin} title={binWords[bin].meaning}><Swatch category={{ transfer: "transfer", blocked: "wait_send", starved: "wait_recv", idle: "idle" }[bin] as never} /> {bin}</span>
        ))}
        {pressed.edges.size > 0 && <span><i class="pressure-key" aria-hidden="true" /> path of pressure</span>}
      </p>
      {channel && <ChannelDetail run={run} path={channel} />}
      {selected && !channel && <NodeDetail run={run} node={selected} block={block} />}
    </div>
  );
}

// System, node, device, block, state: where we are, and what stands out at each level.
function Levels(props: { run: Run; selected: GraphNode | undefined }) {
  const levels = props.run.rows("levels");
  const above = ["system", "node", "device"].map((level) => levels.filter((l) => l.level === level));
  const design = props.run.title;
  return (
    <nav class="levels" aria-label="Levels">
      {above.every((l) => l.length === 0) && <a href={href("graph", { run: props.run.number || undefined })}><small>device</small>{design}</a>}
      {above.flatMap((rows) => rows).map((l) => (
        <a key={`${l.level} ${l.path}`} href={href("graph", { run: props.run.number || undefined })}
          title={`${l.blocks} blocks; busiest ${percent(l.busy_max)}, longest wait ${percent(l.wait_max)} at ${l.wait_max_path ?? "–"}`}>
          <small>{l.level}</small>{l.name === l.level ? "this one" : l.name}
        </a>
      ))}
      {props.selected && <a href={href("graph", { block: props.selected.id, run: props.run.number || undefined })} aria-current="true"><small>block</small>{lastPart(props.selected.id)}</a>}
      {props.selected?.kind === "machine" && <a href={href("graph", { block: props.selected.id, run: props.run.number || undefined })}><small>state</small>below</a>}
    </nav>
  );
}

function Channel(props: { fine: boolean; run: Run; edge: GraphEdge; most: number; pressed: boolean; selected: boolean }) {
  const rows = props.edge.channels.flatMap((c) => props.run.rowsWhere("channels", "path", c));
  const busiest = rows.reduce<Rows["channels"] | undefined>((a, b) => (a && pixels(a.beats) >= pixels(b.beats) ? a : b), undefined);
  const name = props.edge.channels[0] ?? "";
  // The width grows with the logarithm: traffic differs by orders of magnitude.
  const width = 1.5 + 7 * (Math.log1p(pixels(busiest?.beats)) / Math.log1p(props.most));
  const path = curvePath(props.edge.line);
  if (!props.fine) return <path d={path} class={`edge-line stroke-${props.pressed ? "wait_send" : pressureOf(busiest)}`} stroke-width={width * 2} />;
  if (!name) {
    return (
      <g class="unmeasured">
        {props.pressed && <path d={path} class="pressure" stroke-width={width + 9} />}
        <path d={path} class="edge-line dashed" stroke-width="1.5" marker-end="url(#arrow)" />
        <title>Wires, or a wait for one another; no channel between them is measured</title>
      </g>
    );
  }
  const queue = props.run.rowsWhere("queues", "path", name)[0];
  const to = queue ? href("queues", { queue: name, run: props.run.number || undefined }) : href("graph", { channel: name, run: props.run.number || undefined });
  return (
    <a href={to} class={`channel ${props.selected ? "selected" : ""}`} aria-label={`channel ${name}`}>
      {props.pressed && <path d={path} class="pressure" stroke-width={width + 9} />}
      <path d={path} class="edge-hit" />
      <path d={path} class={`edge-line stroke-${pressureOf(busiest)}`} stroke-width={width} marker-end="url(#arrow)" />
      <title>
        {busiest
          ? `${props.edge.channels.join(", ")}: ${count(busiest.beats)} beats; ${partsOfChannel(busiest).map((p) => `${p.label} ${count(p.cycles)}`).join(", ")} cycles`
          : props.edge.channels.join(", ")}
      </title>
    </a>
  );
}

const centreOf = (node: GraphNode | undefined) => node && { x: node.box[0] + node.box[2] / 2, y: node.box[1] + node.box[3] / 2 };

// Which of the bottlenecks it is, if any.
function rankOf(run: Run, node: GraphNode): number | undefined {
  const paths = new Set([node.id, ...node.members, ...node.members.flatMap((m) => run.rowsWhere("blocks", "scope", m)).map((b) => b.path)]);
  return run.rows("bottlenecks").find((b) => paths.has(b.path))?.rank;
}

const mostBars = 4; // as src/page/graph_layout.cpp leaves room for

// The machines of a node; of many replicas the first ones, and the one that stands out.
function shownBlocks(run: Run, node: GraphNode): Rows["blocks"][] {
  const blocks = node.members.flatMap((m) => run.rowsWhere("blocks", "scope", m)).filter((b) => b.tap !== null);
  const outliers = new Set(run.rows("groups").map((g) => g.outlier));
  const outlier = blocks.findIndex((b) => outliers.has(b.path) || outliers.has(b.scope));
  return outlier < mostBars ? blocks.slice(0, mostBars) : [...blocks.slice(0, mostBars - 1), blocks[outlier]!];
}

function Node(props: { fine: boolean; run: Run; node: GraphNode; selected: boolean; pressed: boolean }) {
  const { run, node } = props;
  const [x, y, width, height] = node.box;
  const at = run.number || undefined;
  const queue = run.rowsWhere("queues", "path", node.members[0] ?? "")[0];
  const blocks = shownBlocks(run, node);
  if (node.kind === "outside") {
    return (
      <g class="graph-node outside">
        <rect x={x} y={y} width={width} height={height} rx={height / 2} class="node-box" />
        <text x={x + width / 2} y={y + height / 2 + 4} text-anchor="middle" class="node-detail">outside</text>
        <title>{`outside the design: ${node.id}`}</title>
      </g>
    );
  }
  const to = queue && node.kind === "queue" ? href("queues", { queue: queue.path, run: at }) : href("graph", { block: node.id, run: at });
  const name = lastPart(node.id);
  if (!props.fine) {
    return (
      <a href={to} class={`graph-node ${node.kind} ${props.selected ? "selected" : ""} ${props.pressed ? "pressed" : ""}`} aria-label={`${node.kind} ${node.id}`}>
        <rect x={x} y={y} width={width} height={height} rx="10" class="node-box" />
        {blocks[0] && <SvgBar parts={partsOfBlock(blocks[0])} of={pixels(blocks[0].observed_cycles)} x={x + 8} y={y + 10} width={width - 16} height={height - 20} />}
        <title>{node.id}</title>
      </a>
    );
  }
  const replicas = node.members.length;
  const rank = rankOf(run, node);
  return (
    <a href={to} class={`graph-node ${node.kind} ${props.selected ? "selected" : ""} ${props.pressed ? "pressed" : ""}`} aria-label={`${node.kind} ${node.id}`}>
      {replicas > 1 && <rect x={x + 6} y={y + 6} width={width} height={height} rx="10" class="node-box behind" />}
      <rect x={x} y={y} width={width} height={height} rx={node.kind === "queue" ? height / 2 : 10} class="node-box" />
      <text x={x + (node.kind === "queue" ? width / 2 : 12)} y={y + 18} text-anchor={node.kind === "queue" ? "middle" : "start"} class="node-name">
        {shortened(name, Math.floor((width - 24) / 7.2))}
      </text>
      {node.kind === "queue" && queue && <QueueGauge queue={queue} x={x + 22} y={y + 27} width={width - 44} />}
      {node.kind === "machine" && <text x={x + 12} y={y + 32} class="node-detail">{shortened(blocks[0]?.module ?? "", Math.floor((width - 24) / 6.2))}</text>}
      {blocks.map((b, i) => <SvgBar key={b.path} parts={partsOfBlock(b)} of={pixels(b.observed_cycles)} x={x + 12} y={y + 41 + 22 * i} width={width - 24} />)}
      {replicas > 1 && <text x={x + width - 10} y={y + 18} text-anchor="end" class="node-badge">{`×${replicas}`}</text>}
      {rank !== undefined && <g class="rank"><circle cx={x + width} cy={y} r="11" /><text x={x + width} y={y + 4} text-anchor="middle">{rank}</text></g>}
      <title>{blocks.map((b) => `${b.path}: ${partsOfBlock(b).map((p) => `${categoryWords[p.category].label} ${count(p.cycles)}`).join(", ")}`).join("\n") || node.id}</title>
    </a>
  );
}

function QueueGauge(props: { queue: Rows["queues"]; x: number; y: number; width: number }) {
  const depth = Math.max(pixels(props.queue.depth ?? props.queue.max_occupancy), 1);
  const at = (n: number) => props.width * Math.min(n / depth, 1);
  return (
    <g>
      <rect x={props.x} y={props.y} width={props.width} height="8" rx="4" class="node-track" />
      <rect x={props.x} y={props.y} width={at(props.queue.mean_occupancy ?? 0)} height="8" rx="4" class="svg-transfer" />
      <rect x={props.x + Math.max(at(pixels(props.queue.max_occupancy)) - 1.5, 0)} y={props.y - 2} width="3" height="12" class="svg-ink" />
      <title>{`mean ${props.queue.mean_occupancy?.toFixed(2)} , most ${count(props.queue.max_occupancy)} of ${count(props.queue.depth)}`}</title>
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
        const width = props.of > 0 ? (props.width * pixels(p.cycles)) / props.of : 0;
        const x = left;
        left += width;
        return [
          <rect key={p.label} x={x} y={props.y} width={width} height={height} class={`svg-${p.category}`} />,
          p.estimated && <rect key={`${p.label} hatch`} x={x} y={props.y} width={width} height={height} fill="url(#hatch)" />,
        ];
      })}
    </g>
  );
}

function ChannelDetail(props: { run: Run; path: string }) {
  const c = props.run.rowsWhere("channels", "path", props.path)[0];
  if (!c) return <section class="card"><h2>{props.path}</h2><p class="quiet">It is not measured as a stream.</p></section>;
  const tap = props.run.rowsWhere("taps", "tap", c.tap)[0];
  const source = sourceHref(c.source, props.run.number);
  const at = props.run.number || undefined;
  return (
    <section class="card">
      <h2><QualityMark quality={c.quality} />{c.path}</h2>
      <p class="quiet">
        {c.producer ? <a href={href("graph", { block: c.producer, run: at })}>{c.producer}</a> : "outside"} → {c.consumer ? <a href={href("graph", { block: c.consumer, run: at })}>{c.consumer}</a> : "outside"}
        {c.protocol && ` · ${c.protocol}`} {source && <> · <a href={source}>{c.source}</a></>} · <a href={href("timeline", { row: c.path, run: at })}>over time</a>
      </p>
      <Bar parts={partsOfChannel(c)} of={tap?.observed_cycles ?? null} class="tall" />
      <dl class="numbers">
        {partsOfChannel(c).map((p) => <div key={p.label}><dt><Swatch category={p.category} /> {p.label}</dt><dd>{count(p.cycles)} <small>cycles</small></dd></div>)}
        <div><dt>beats</dt><dd>{count(c.beats)}</dd></div>
        <div><dt>packets</dt><dd>{count(c.packets)}</dd></div>
        <div><dt>bytes</dt><dd>{count(c.bytes)}</dd></div>
        <div><dt>longest block</dt><dd>{count(c.longest_block)} <small>cycles</small></dd></div>
      </dl>
    </section>
  );
}

function NodeDetail(props: { run: Run; node: GraphNode; block: string }) {
  const { run, node } = props;
  const member = node.members.includes(props.block) ? props.block : (node.members[0] ?? "");
  const blocks = run.rowsWhere("blocks", "scope", member).filter((b) => b.tap !== null);
  const group = run.rowsWhere("groups", "path", node.id)[0] ?? run.rows("groups").find((g) => g.path.startsWith(`${node.id}.`));
  return (
    <section class="card">
      <h2>{member}</h2>
      {node.members.length > 1 && (
        <p class="quiet">
          One of {node.members.length} replicas{group && `, busy from ${percent(group.busy_min)} to ${percent(group.busy_max)}`}
          {group?.outlier && <>; <b>{group.outlier}</b> stands out</>}:{" "}
          {node.members.slice(0, 40).map((m) => <a key={m} class={m === member ? "here" : ""} href={href("graph", { block: m, run: run.number || undefined })}>{replica(m, node.id)} </a>)}
          {node.members.length > 40 && `… ${node.members.length - 40} more`}
        </p>
      )}
      {blocks.map((b) => <Machine key={b.path} run={run} block={b} />)}
      {blocks.length === 0 && <p class="quiet">No state machine is measured here.</p>}
    </section>
  );
}

// What tells one replica from the others: its indices.
const replica = (member: string, id: string) => (id.includes("[*]") ? (member.match(/\[\d+\]/g) ?? []).join("") : lastPart(member));

function Machine(props: { run: Run; block: Rows["blocks"] }) {
  const { run, block } = props;
  const states = run.rowsWhere("states", "tap", block.tap!);
  const at = run.number || undefined;
  const source = sourceHref(block.source, at);
  return (
    <div class="machine">
      <p class="quiet">
        <b>{lastPart(block.path)}</b> {source && <>· <a href={source}>{block.source}</a></>} · <a href={href("profile", { block: block.path, run: at })}>in the profile</a> · <a href={href("timeline", { row: block.path, run: at })}>over time</a>
      </p>
      <Bar parts={partsOfStates(states)} of={block.observed_cycles} class="tall" />
      <div class="machine-columns">
        <div class="machine-list">
          <Donut parts={partsOfStates(states)} of={block.observed_cycles} />
          <ul class="state-list">
            {states.map((s) => (
              <li key={s.state} title={s.category_reason ?? ""}>
                <Swatch category={categoryOf(s.category)} estimated={s.category_quality === "estimated"} />
                <a href={sourceHref(s.source, at) ?? "#"}>{s.state}</a>
                <span><QualityMark quality={s.quality} />{percent(s.share)}</span>
              </li>
            ))}
          </ul>
        </div>
        <StateGraphView run={run} tap={block.tap!} />
      </div>
    </div>
  );
}
