// SPDX-License-Identifier: Apache-2.0
// What the threads of software called: a flame graph, a tree table with the hardware below the state that drives it,
// and how much was sent from whom to whom.
import { useMemo, useState } from "preact/hooks";
import { toggled } from "../base/algorithms";
import { compact, count, decimal, duration, percent, toNumber } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { categoryOf } from "../model/blocks";
import { type CallNode, callTree, flames, foldThreads } from "../model/call_tree";
import { href, sourceHref } from "../model/route";
import { fillClass } from "../render/bar";

const maxLines = 500;
const maxRanks = 64;

export function Calls(props: { run: Run }) {
  const { run } = props;
  const folded = useMemo(() => foldThreads(run.rows("call_paths")), [run]);
  const [chosen, choose] = useState(0);
  if (folded.length === 0) return null;
  const group = folded[chosen] ?? folded[0]!;
  return (
    <section class="calls">
      <h2>Calls</h2>
      <p>
        <label>
          Thread{" "}
          <select value={String(chosen)} onChange={(e) => choose(Number(e.currentTarget.value))}>
            {folded.map((g, i) => (
              <option key={g.name} value={String(i)}>
                {g.name}
              </option>
            ))}
          </select>
        </label>{" "}
        {group.threads.length > 1 && <span class="muted">{group.threads.join(", ")}</span>}
      </p>
      <Thread key={group.threads[0]} run={run} thread={group.threads[0]!} />
      <Communication run={run} />
    </section>
  );
}

function Thread(props: { run: Run; thread: string }) {
  const { run, thread } = props;
  const roots = useMemo(() => callTree(run.rowsWhere("call_paths", "path", thread)), [run, thread]);
  const [closed, setClosed] = useState<Set<number>>(new Set());
  const lines = openLines(roots, closed);
  return (
    <>
      <FlameGraph roots={roots} thread={thread} />
      <div class="scroll">
        <table class="tree" aria-label={`Calls of ${thread}`}>
          <thead>
            <tr>
              <th>state</th>
              <th>line</th>
              <th class="number">total</th>
              <th class="number">itself</th>
              <th class="number">calls</th>
              <th class="number">shortest</th>
              <th class="number">longest</th>
              <th class="number">bytes</th>
              <th class="number">bytes/s</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, maxLines).map((node) => (
              <Line
                key={node.path.call_path}
                run={run}
                node={node}
                isClosed={closed.has(node.path.call_path)}
                toggle={() => setClosed((c) => toggled(c, node.path.call_path))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > maxLines && <p class="muted">{lines.length - maxLines} more lines are in the view call_paths.</p>}
    </>
  );
}

function openLines(roots: CallNode[], closed: Set<number>): CallNode[] {
  const lines: CallNode[] = [];
  const walk = (node: CallNode) => {
    lines.push(node);
    if (!closed.has(node.path.call_path)) node.children.forEach(walk);
  };
  roots.forEach(walk);
  return lines;
}

const indented = (depth: number) => ({ paddingLeft: `${depth * 1.2 + 0.4}rem` });

function Line(props: { run: Run; node: CallNode; isClosed: boolean; toggle: () => void }) {
  const { run, node } = props;
  const { path } = node;
  const to = sourceHref(path.source, run.number);
  const bytes = toNumber(path.bytes);
  const devices = run.rowsWhere("call_devices", "tap", path.tap).filter((d) => d.call_path === path.call_path);
  return (
    <>
      <tr>
        <th scope="row" style={indented(node.depth)}>
          {node.children.length > 0 && (
            <button type="button" class="plain" aria-expanded={!props.isClosed} onClick={props.toggle}>
              {props.isClosed ? "▸" : "▾"}
            </button>
          )}{" "}
          {path.state}
        </th>
        <td>{to ? <a href={to}>{path.source}</a> : (path.source ?? "")}</td>
        <td class="number">{duration(toNumber(path.inclusive_ns))}</td>
        <td class="number">{duration(toNumber(path.own_ns))}</td>
        <td class="number">{count(path.entries)}</td>
        <td class="number">{duration(toNumber(path.min_ns))}</td>
        <td class="number">{duration(toNumber(path.max_ns))}</td>
        <td class="number">{bytes > 0 ? count(path.bytes) : ""}</td>
        <td class="number">{bytes > 0 ? bandwidth(bytes, toNumber(path.inclusive_ns)) : ""}</td>
      </tr>
      {devices.map((d) => (
        <Device key={d.channel} run={run} device={d} depth={node.depth + 1} />
      ))}
    </>
  );
}

const bandwidth = (bytes: number, ns: number): string => (ns > 0 ? compact((bytes * 1e9) / ns) : "–");

// The block of hardware at the other end, and its states.
function Device(props: { run: Run; device: Rows["call_devices"]; depth: number }) {
  const { run, device, depth } = props;
  const block = run.rowsWhere("blocks", "scope", device.block)[0];
  const states = block?.tap == null ? [] : run.rowsWhere("states", "tap", block.tap);
  return (
    <>
      <tr class="device">
        <th scope="row" style={indented(depth)}>
          <a href={href("graph", { block: device.block, run: run.number })}>{device.block}</a>{" "}
          <span class="muted">by {device.channel}</span>
        </th>
        <td>{block?.source ?? ""}</td>
        <td class="number">{block?.time_ns == null ? "" : duration(block.time_ns)}</td>
        <td colSpan={6} />
      </tr>
      {states
        .filter((s) => toNumber(s.cycles) > 0)
        .map((s) => (
          <tr key={s.state} class="device">
            <th scope="row" style={indented(depth + 1)}>
              {s.state}
            </th>
            <td>{s.source ?? ""}</td>
            <td class="number">{s.time_ns === null ? `${count(s.cycles)} cycles` : duration(s.time_ns)}</td>
            <td class="number">{percent(s.share)}</td>
            <td class="number">{count(s.entries)}</td>
            <td colSpan={4} />
          </tr>
        ))}
    </>
  );
}

const rowHeight = 20;

function flameTitle(f: { node: CallNode; width: number }): string {
  const { state, inclusive_ns } = f.node.path;
  return `${state}: ${duration(toNumber(inclusive_ns))}, ${percent(f.width)} of what is shown`;
}

function FlameGraph(props: { roots: CallNode[]; thread: string }) {
  const [top, setTop] = useState<CallNode | null>(null);
  const shown = top ? [top] : props.roots;
  const first = top?.depth ?? 0;
  const all = flames(shown, 0.001);
  const deepest = all.reduce((most, f) => Math.max(most, f.node.depth - first), 0);
  return (
    <figure class="flames">
      <div style={{ position: "relative", height: `${(deepest + 1) * rowHeight}px` }}>
        {all.map((f) => (
          <button
            type="button"
            key={f.node.path.call_path}
            class={`flame ${fillClass(categoryOf(f.node.path.category))}`}
            style={{
              position: "absolute",
              overflow: "hidden",
              whiteSpace: "nowrap",
              textAlign: "left",
              padding: "0 3px",
              border: "1px solid var(--ground, #fff)",
              left: `${f.x * 100}%`,
              width: `${f.width * 100}%`,
              top: `${(f.node.depth - first) * rowHeight}px`,
              height: `${rowHeight}px`,
            }}
            title={flameTitle(f)}
            onClick={() => setTop(f.node === top ? null : f.node)}
          >
            {f.width > 0.03 ? f.node.path.state : ""}
          </button>
        ))}
      </div>
      <figcaption>
        {top ? (
          <button type="button" onClick={() => setTop(null)}>
            All of {props.thread}
          </button>
        ) : (
          "Each state lies under the one around it, as wide as its time; a click widens it."
        )}
      </figcaption>
    </figure>
  );
}

function Communication(props: { run: Run }) {
  const rows = props.run.rows("communication");
  const [unit, setUnit] = useState<"bytes" | "messages">("bytes");
  const ranks = useMemo(() => props.run.rows("places").filter((p) => p.kind === "thread"), [props.run]);
  if (rows.length === 0) return null;
  const used = ranks.map((p) => p.path).filter((p) => rows.some((r) => r.sender === p || r.receiver === p));
  const most = Math.max(...rows.map((r) => toNumber(r[unit])), 1);
  const cell = (sender: string, receiver: string) =>
    props.run.rowsWhere("communication", "sender", sender).find((r) => r.receiver === receiver);
  return (
    <>
      <h2>Who sends to whom</h2>
      <p>
        <label>
          Show{" "}
          <select value={unit} onChange={(e) => setUnit(e.currentTarget.value === "messages" ? "messages" : "bytes")}>
            <option value="bytes">bytes</option>
            <option value="messages">messages</option>
          </select>
        </label>
      </p>
      <div class="scroll">
        <table class="matrix" aria-label="Communication matrix">
          <thead>
            <tr>
              <th>from, to</th>
              {used.slice(0, maxRanks).map((to) => (
                <th key={to}>{to}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {used.slice(0, maxRanks).map((from) => (
              <tr key={from}>
                <th scope="row">{from}</th>
                {used.slice(0, maxRanks).map((to) => (
                  <MatrixCell key={to} row={cell(from, to)} unit={unit} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {used.length > maxRanks && <p class="muted">{used.length - maxRanks} more are in the view communication.</p>}
    </>
  );
}

function MatrixCell(props: { row: Rows["communication"] | undefined; unit: "bytes" | "messages"; most: number }) {
  const { row, unit } = props;
  if (!row) return <td />;
  const share = Math.round((toNumber(row[unit]) / props.most) * 60);
  const mean = decimal(toNumber(row.bytes) / toNumber(row.messages));
  const sum = `${count(row.messages)} messages, ${count(row.bytes)} bytes`;
  const title = `${sum}, the largest ${count(row.max_bytes)}; mean ${mean}`;
  return (
    <td
      class="number"
      title={title}
      style={{ background: `color-mix(in srgb, var(--transfer) ${share}%, transparent)` }}
    >
      {compact(toNumber(row[unit]))}
    </td>
  );
}
