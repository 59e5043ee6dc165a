// SPDX-License-Identifier: Apache-2.0
// Where the cycles of each block went: a tree table of instances, blocks and states, and a flame graph with a bar for
// each block, because the times of blocks that run in parallel do not add up.
import { useMemo, useState } from "preact/hooks";
import { toggled } from "../base/algorithms";
import { amount, count, decimal, duration, elapsed, numberOf, percent, toNumber } from "../base/format";
import { lastPart, naturalOrder } from "../base/paths";
import { categoryWords } from "../base/words";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import {
  type Block,
  categoryOf,
  type MeasuredBlock,
  measuredBlocks,
  partsOfBlock,
  partsOfStates,
} from "../model/blocks";
import { href, type Route, sourceHref } from "../model/route";
import { savingAtDoubleSpeed } from "../model/speed_curves";
import { blocksBelow, type BlockSums, instanceTree, type Order, sortTree, sumsOf, type TreeNode } from "../model/tree";
import { Bar, Donut, fillClass, QualityMark, Swatch } from "../render/bar";
import { NotFound } from "../render/not_found";
import { SourceLink } from "../render/source_link";
import { Calls } from "./calls";
import { CategoryKey } from "./category_key";
import { OtherMeasures } from "./measures";

// An instance, a block or a state. An instance with a single block is one line with it.
interface TableLine {
  key: string;
  depth: number;
  node?: TreeNode;
  block?: MeasuredBlock;
  state?: Rows["states"];
  sums?: BlockSums; // over an instance, if all its blocks have one clock
  of?: Block["observed_cycles"]; // of the block that the state belongs to
  expanded: boolean;
  expandable: boolean;
}

const maxExpandedAtFirst = 12;

// Undefined with several clocks, as their cycles are never added.
function sumsOfNode(run: Run, node: TreeNode): BlockSums | undefined {
  const blocks = blocksBelow(node);
  const clocks = new Set(blocks.map((b) => run.rowsWhere("taps", "tap", b.tap)[0]?.clock));
  return clocks.size === 1 ? sumsOf(blocks) : undefined;
}

function statesOf(run: Run, tap: number, order: Order): Rows["states"][] {
  const states = [...run.rowsWhere("states", "tap", tap)];
  return order === "name"
    ? states.sort((a, b) => naturalOrder(a.state, b.state))
    : states.sort((a, b) => toNumber(b.cycles) - toNumber(a.cycles));
}

function linesOf(run: Run, tree: TreeNode[], open: Set<string>, order: Order): TableLine[] {
  const lines: TableLine[] = [];
  const walk = (node: TreeNode, depth: number) => {
    const single = node.blocks.length === 1 ? node.blocks[0] : undefined;
    const isOpen = open.has(node.path);
    const sums = single ? undefined : sumsOfNode(run, node);
    lines.push({
      key: node.path,
      depth,
      node,
      ...(single && { block: single }),
      ...(sums && { sums }),
      expanded: isOpen,
      expandable: true,
    });
    if (!isOpen) return;
    for (const block of node.blocks) {
      if (!single)
        lines.push({ key: block.path, depth: depth + 1, block, expanded: open.has(block.path), expandable: true });
      if (!single && !open.has(block.path)) continue;
      for (const state of statesOf(run, block.tap, order)) {
        lines.push({
          key: `${block.path} ${state.state}`,
          depth: depth + (single ? 1 : 2),
          state,
          of: block.observed_cycles,
          expanded: false,
          expandable: false,
        });
      }
    }
    for (const child of node.children) walk(child, depth + 1);
  };
  tree.forEach((node) => walk(node, 0));
  return lines;
}

function ancestors(path: string): string[] {
  const parts = path.split(".");
  return parts.map((_, i) => parts.slice(0, i + 1).join("."));
}

const hasInstance = (node: TreeNode, path: string): boolean =>
  node.path === path || node.children.some((child) => hasInstance(child, path));

export function Profile(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const shown = shownStates.find((s) => s === route.parameters.states) ?? "all";
  const measured = useMemo(() => measuredBlocks(run.rows("blocks")), [run]);
  const blocks = useMemo(
    () => measured.filter((b) => shown === "all" || namedBy(run, b) === shown),
    [run, measured, shown],
  );
  const order = orders.find((o) => o === route.parameters.order) ?? "name";
  const tree = useMemo(() => sortTree(instanceTree(blocks), order), [blocks, order]);
  const chosen = route.parameters.block;
  const [open, setOpen] = useState<Set<string>>(() => {
    const start = new Set(tree.map((n) => n.path));
    if (blocks.length <= maxExpandedAtFirst) blocks.forEach((b) => ancestors(b.scope).forEach((p) => start.add(p)));
    if (chosen) ancestors(chosen).forEach((p) => start.add(p));
    return start;
  });
  const lines = linesOf(run, tree, open, order);
  const block = blocks.find((b) => b.path === chosen) ?? blocks.find((b) => b.scope === chosen);
  const toggle = (key: string) => setOpen((keys) => toggled(keys, key));
  const onKey = (e: KeyboardEvent, line: TableLine) => {
    const row = e.currentTarget as HTMLElement;
    if (e.key === "ArrowRight" && line.expandable && !line.expanded) toggle(line.key);
    else if (e.key === "ArrowLeft" && line.expanded) toggle(line.key);
    else if (e.key === "ArrowDown") (row.nextElementSibling as HTMLElement | null)?.focus();
    else if (e.key === "ArrowUp") (row.previousElementSibling as HTMLElement | null)?.focus();
    else if ((e.key === "Enter" || e.key === " ") && line.expandable && e.target === row) toggle(line.key);
    else return;
    e.preventDefault();
  };
  return (
    <div class="view profile-view">
      {block && <Machine run={run} block={block} />}
      {chosen && !block && !tree.some((n) => hasInstance(n, chosen)) && <NotFound what="block" name={chosen} />}
      <section>
        <h2>Blocks and their states</h2>
        <CategoryKey run={run} />
        <StatesChoice run={run} blocks={measured} route={route} shown={shown} />
        <div class="scroll">
          <table class="tree" role="treegrid" aria-label="Profile">
            <thead>
              <tr>
                <SortHeader route={route} order={order} by="name">
                  block, state
                </SortHeader>
                <th class="wide">time</th>
                <SortHeader
                  route={route}
                  order={order}
                  by="total"
                  title="Cycles observed, or cycles in the state; of an instance, the sum over its blocks"
                >
                  total
                </SortHeader>
                <SortHeader route={route} order={order} by="self" title="Cycles in which the block computed">
                  busy
                </SortHeader>
                <th class="n">share</th>
                <th class="n">visits</th>
                <th class="n" title="Shortest visit, in cycles">
                  shortest
                </th>
                <th class="n" title="Longest visit, in cycles">
                  longest
                </th>
                <th class="n" title="Mean visit, in cycles">
                  mean visit
                </th>
                {hasExperiments(run) && (
                  <th class="n" title="What it would save of the run if it were twice as fast, as an experiment showed">
                    tried
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <TableRow key={line.key} run={run} line={line} toggle={toggle} onKey={onKey} />
              ))}
            </tbody>
          </table>
        </div>
        <p class="muted upright">Turn the phone for busy time, visits and how long they lasted.</p>
      </section>
      <section>
        <h2>Flame graph</h2>
        <p class="muted">
          Blocks run at the same time. So each has the whole width for its own cycles, and one stands below the other:
          widths compare inside a block, never add up across blocks.
        </p>
        <Flames run={run} tree={tree} />
      </section>
      <Calls run={run} />
      <OtherMeasures run={run} />
    </div>
  );
}

type ShownStates = "all" | "design" | "pragma";
const shownStates: ShownStates[] = ["all", "design", "pragma"];
const statesWords: Record<ShownStates, string> = {
  all: "all states",
  design: "the design's own",
  pragma: "named by pragmas",
};

// Whether the states of a block are those of the design, or named by pragmas.
const namedBy = (run: Run, block: MeasuredBlock) => run.rowsWhere("states", "tap", block.tap)[0]?.named_by ?? "design";

// Selects which states are shown, where the run has both kinds.
function StatesChoice(props: { run: Run; blocks: MeasuredBlock[]; route: Route; shown: ShownStates }) {
  const kinds = new Set(props.blocks.map((b) => namedBy(props.run, b)));
  if (kinds.size < 2) return null;
  const choose = (states: string) => {
    location.hash = href("profile", { ...props.route.parameters, states: states === "all" ? undefined : states });
  };
  return (
    <p>
      <label>
        states{" "}
        <select value={props.shown} onChange={(e) => choose(e.currentTarget.value)}>
          {shownStates.map((s) => (
            <option key={s} value={s}>
              {statesWords[s]}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}

const orders: Order[] = ["name", "total", "self"];

// The header of a column that the table can be sorted by. The order is part of the URL.
function SortHeader(props: { route: Route; order: Order; by: Order; title?: string; children: string }) {
  const { route, by } = props;
  const isCurrent = props.order === by;
  return (
    <th
      class={by === "name" ? "" : "n"}
      title={props.title}
      aria-sort={isCurrent ? (by === "name" ? "ascending" : "descending") : "none"}
    >
      <a class="sort" href={href("profile", { ...route.parameters, order: by === "name" ? undefined : by })}>
        {props.children}
        {isCurrent && <span aria-hidden="true"> {by === "name" ? "▴" : "▾"}</span>}
      </a>
    </th>
  );
}

const tapOfLine = (run: Run, line: TableLine) =>
  line.state?.tap ?? line.block?.tap ?? run.rows("blocks").find((b) => b.path.startsWith(`${line.node!.path}.`))?.tap;

const hasExperiments = (run: Run) => run.rows("experiments").some((e) => e.saving !== null);
const scopeOfState = (run: Run, line: TableLine) =>
  (line.state && run.rows("blocks").find((b) => b.tap === line.state!.tap)?.scope) ?? "";

function TableRow(props: {
  run: Run;
  line: TableLine;
  toggle: (key: string) => void;
  onKey: (e: KeyboardEvent, line: TableLine) => void;
}) {
  const { run, line } = props;
  const name = line.state?.state ?? (line.node ? line.node.name : lastPart(line.block!.path));
  const unit = run.unitOf(tapOfLine(run, line));
  const saved = savingAtDoubleSpeed(
    run.rows("experiments"),
    line.node?.path ?? scopeOfState(run, line),
    line.state?.state,
  );
  const markov =
    line.state && run.rowsWhere("markov", "tap", line.state.tap).find((m) => m.state === line.state!.state);
  return (
    <tr
      tabIndex={0}
      aria-level={line.depth + 1}
      aria-expanded={line.expandable ? line.expanded : undefined}
      onKeyDown={(e) => props.onKey(e, line)}
      class={line.state ? "state-row" : ""}
    >
      <td style={{ paddingLeft: `${line.depth * 18 + 6}px` }}>
        {line.expandable ? (
          <button
            type="button"
            class="fold"
            tabIndex={-1}
            onClick={() => props.toggle(line.key)}
            aria-label={line.expanded ? "fold" : "unfold"}
          >
            {line.expanded ? "▾" : "▸"}
          </button>
        ) : (
          <Swatch
            category={categoryOf(line.state!.category)}
            estimated={line.state!.category_quality === "estimated"}
          />
        )}
        <QualityMark quality={(line.state ?? line.block)?.quality} />
        {line.state ? (
          <a href={sourceHref(line.state.source, run.number) ?? "#"} title={line.state.category_reason ?? ""}>
            {name}
          </a>
        ) : (
          <a
            href={href(line.block ? "profile" : "graph", {
              block: line.block?.path ?? line.node!.path,
              run: run.number,
            })}
          >
            {name}
          </a>
        )}
        {line.block && <small> {line.block.module}</small>}
        {line.sums && <small> {numberOf(line.sums.blocks, "block")}</small>}
      </td>
      <td class="wide">
        {line.block && <Bar parts={partsOfBlock(line.block)} of={line.block.observed_cycles} label={name} />}
        {line.sums && <Bar parts={line.sums.parts} of={line.sums.cycles} label={`all of ${name}`} />}
        {line.state && <Bar parts={partsOfStates([line.state])} of={line.of ?? null} class="thin" label={name} />}
      </td>
      <td class="n">{sumText(line, unit, (b) => b.observed_cycles, line.sums?.cycles)}</td>
      <td class="n">
        {line.state && line.state.category !== "busy" ? "" : sumText(line, unit, (b) => b.busy_cycles, line.sums?.busy)}
      </td>
      <td class="n">{line.state ? percent(line.state.share) : ""}</td>
      <td class="n">{line.state ? count(line.state.entries) : ""}</td>
      <td class="n">{line.state ? amount(line.state.min_dwell, unit) : ""}</td>
      <td class="n">{line.state ? amount(line.state.max_dwell, unit) : ""}</td>
      <td class="n">
        {line.state
          ? unit === "ns" && markov?.expected_dwell
            ? duration(markov.expected_dwell)
            : decimal(markov?.expected_dwell ?? null)
          : ""}
      </td>
      {hasExperiments(run) && <td class="n">{saved === null ? "" : percent(Math.max(0, saved))}</td>}
    </tr>
  );
}

function sumText(
  line: TableLine,
  unit: string | undefined,
  ofBlock: (block: Block) => Block["observed_cycles"],
  sum: number | undefined,
) {
  if (line.state) return amount(line.state.cycles, unit);
  if (line.block) return amount(ofBlock(line.block), unit);
  return sum === undefined ? (
    <small title="Its blocks have different clocks, whose cycles cannot be added">several clocks</small>
  ) : (
    amount(sum, unit)
  );
}

function Machine(props: { run: Run; block: MeasuredBlock }) {
  const { run, block } = props;
  const states = run.rowsWhere("states", "tap", block.tap);
  const loops = run.rowsWhere("loops", "tap", block.tap);
  return (
    <section class="card machine-card">
      <h2>
        <QualityMark quality={block.quality} />
        {block.path}
      </h2>
      <p class="muted">
        <a href={href("graph", { block: block.scope, run: run.number })}>in the graph</a> ·{" "}
        <a href={href("timeline", { row: block.path, run: run.number })}>over time</a>
        <SourceLink run={run} source={block.source} />
      </p>
      <div class="machine-list">
        <Donut parts={partsOfStates(states)} of={block.observed_cycles} size={170} />
        <ul class="state-list">
          {states.map((s) => (
            <li key={s.state}>
              <Swatch category={categoryOf(s.category)} estimated={s.category_quality === "estimated"} />
              <a href={sourceHref(s.source, run.number) ?? "#"}>{s.state}</a>
              <span>{percent(s.share)}</span>
              <small>
                {categoryWords[categoryOf(s.category)].label}
                {s.category_reason && `: ${s.category_reason}`}
              </small>
            </li>
          ))}
        </ul>
      </div>
      {loops.length > 0 && (
        <table class="plain">
          <thead>
            <tr>
              <th>loop</th>
              <th class="n">iterations</th>
              <th class="n">cycles</th>
              <th class="n">cycles each</th>
              <th class="n">share</th>
            </tr>
          </thead>
          <tbody>
            {loops.map((l) => (
              <tr key={l.loop}>
                <td>{l.states}</td>
                <td class="n">{count(l.iterations)}</td>
                <td class="n">{count(l.cycles)}</td>
                <td class="n">{decimal(l.cycles_per_iteration)}</td>
                <td class="n">{percent(l.share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const maxFlames = 200;

function Flames(props: { run: Run; tree: TreeNode[] }) {
  const { run } = props;
  const rows: { block: MeasuredBlock; depth: number }[] = [];
  const walk = (node: TreeNode, depth: number) => {
    node.blocks.forEach((block) => rows.push({ block, depth }));
    node.children.forEach((child) => walk(child, depth + (node.blocks.length > 0 ? 1 : 0)));
  };
  props.tree.forEach((node) => walk(node, 0));
  return (
    <div class="flames">
      {rows.slice(0, maxFlames).map(({ block, depth }) => {
        const whole = Math.max(toNumber(block.observed_cycles), 1);
        const parts = partsOfStates(run.rowsWhere("states", "tap", block.tap));
        return (
          <div key={block.path} class="flame" style={{ marginLeft: `${depth * 18}px` }}>
            <a class="flame-root" href={href("profile", { block: block.path, run: run.number })}>
              {block.scope} <small>{elapsed(block.observed_cycles, run.unitOf(block.tap))}</small>
            </a>
            <Bar parts={partsOfBlock(block)} of={block.observed_cycles} class="flame-row" />
            <div class="flame-row flame-states">
              {parts.map((p) => (
                <span
                  key={p.label}
                  class={fillClass(p.category, p.estimated)}
                  style={{ width: `${(toNumber(p.cycles) / whole) * 100}%` }}
                  title={`${p.label}: ${count(p.cycles)} cycles, ${categoryWords[p.category].label}`}
                >
                  <b>{p.label}</b>
                </span>
              ))}
            </div>
          </div>
        );
      })}
      {rows.length > maxFlames && <p class="muted">{rows.length - maxFlames} more blocks stand in the table.</p>}
    </div>
  );
}
