// SPDX-License-Identifier: Apache-2.0
// The states of one machine, with the time in each, and its transitions.
import { compact, count, percent, toNumber } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { categoryOf } from "../model/blocks";
import { sourceHref } from "../model/route";
import { Swatch } from "./bar";
import { curvePath, middleOf, PanZoom } from "./pan_zoom";

export function StateGraphView(props: { run: Run; tap: number }) {
  const { run, tap } = props;
  const graph = run.stateGraph(tap);
  if (!graph || graph.states.length === 0) return <p class="muted">No state of this machine was seen.</p>;
  const states = new Map(run.rowsWhere("states", "tap", tap).map((s) => [s.state, s]));
  const transitions = new Map(
    run.rowsWhere("transitions", "tap", tap).map((t) => [`${t.from_state} ${t.to_state}`, t]),
  );
  const markov = new Map(run.rowsWhere("markov", "tap", tap).map((m) => [`${m.state} ${m.next_state}`, m]));
  if (!graph.drawn)
    return (
      <StateMatrix
        run={run}
        states={[...states.values()].filter((s) => toNumber(s.cycles) > 0)}
        transitions={transitions}
      />
    );
  const maxCount = Math.max(1, ...[...transitions.values()].map((t) => toNumber(t.count)));
  return (
    <div class="state-graph">
      <PanZoom width={graph.width} height={graph.height} label="States and transitions">
        {() => (
          <>
            {graph.edges.map((edge) => {
              const from = graph.states[edge.from]!.state;
              const to = graph.states[edge.to]!.state;
              const transition = transitions.get(`${from} ${to}`);
              const probability = markov.get(`${from} ${to}`)?.probability;
              const at = middleOf(edge.line);
              const text = probability === undefined ? count(transition?.count) : percent(probability);
              return (
                <g key={`${from} ${to}`} class="transition">
                  <path
                    d={curvePath(edge.line)}
                    class="edge-line"
                    marker-end="url(#arrow)"
                    stroke-width={1 + 3 * (toNumber(transition?.count) / maxCount)}
                  />
                  <text x={at.x} y={at.y} class="edge-label" text-anchor="middle" dy="4">
                    {text}
                  </text>
                  <title>{`${from} → ${to}: ${count(transition?.count)} times`}</title>
                </g>
              );
            })}
            {graph.states.map(({ state, box }) => (
              <StateBox key={state} run={run} row={states.get(state)} state={state} box={box} />
            ))}
          </>
        )}
      </PanZoom>
    </div>
  );
}

// Transitions as a matrix, for machines with too many states to draw. Darker cells are more frequent.
function StateMatrix(props: { run: Run; states: Rows["states"][]; transitions: Map<string, Rows["transitions"]> }) {
  const maxCount = Math.max(1, ...[...props.transitions.values()].map((t) => toNumber(t.count)));
  const heat = (n: number) => `${Math.round(12 + 68 * (Math.log1p(n) / Math.log1p(maxCount)))}%`;
  return (
    <div class="state-matrix" tabIndex={0} role="group" aria-label="Which state follows which">
      <table>
        <thead>
          <tr>
            <th scope="col">from ↓ to →</th>
            {props.states.map((s) => (
              <th key={s.state} scope="col">
                <span>{s.state}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.states.map((from) => (
            <tr key={from.state}>
              <th scope="row">
                <Swatch category={categoryOf(from.category)} />{" "}
                <a href={sourceHref(from.source, props.run.number) ?? "#"}>{from.state}</a>{" "}
                <small>{percent(from.share)}</small>
              </th>
              {props.states.map((to) => {
                const n = toNumber(props.transitions.get(`${from.state} ${to.state}`)?.count);
                return (
                  <td
                    key={to.state}
                    title={n > 0 ? `${from.state} → ${to.state}: ${count(n)} times` : undefined}
                    style={
                      n > 0 ? { background: `color-mix(in srgb, var(--transfer) ${heat(n)}, transparent)` } : undefined
                    }
                  >
                    {n > 0 ? compact(n) : ""}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StateBox(props: { run: Run; row: Rows["states"] | undefined; state: string; box: number[] }) {
  const [x = 0, y = 0, width = 0, height = 0] = props.box;
  const row = props.row;
  const category = categoryOf(row?.category);
  const isEstimated = row?.category_quality === "estimated" || row?.quality !== "exact";
  const maxLetters = Math.floor((width - 16) / 7);
  return (
    <a href={sourceHref(row?.source, props.run.number) ?? "#"} class="graph-node">
      <rect x={x} y={y} width={width} height={height} rx="9" class="node-box" />
      <rect x={x} y={y + height - 7} width={width} height="7" class="node-track" />
      <rect
        x={x}
        y={y + height - 7}
        width={width * (row?.share ?? 0)}
        height="7"
        class={`svg-fill category-${category}`}
      />
      {isEstimated && <rect x={x} y={y + height - 7} width={width * (row?.share ?? 0)} height="7" fill="url(#hatch)" />}
      <text x={x + width / 2} y={y + 20} text-anchor="middle" class="node-name">
        {truncate(props.state, maxLetters)}
      </text>
      <text
        x={x + width / 2}
        y={y + 36}
        text-anchor="middle"
        class="node-detail"
      >{`${percent(row?.share)} · ${count(row?.cycles)}`}</text>
      <title>
        {`${props.state}: ${count(row?.cycles)} cycles, ${count(row?.entries)} visits, ${category}`}
        {row?.category_reason && `: ${row.category_reason}`}
      </title>
    </a>
  );
}

export function truncate(name: string, maxLetters: number): string {
  return name.length <= maxLetters ? name : `${name.slice(0, Math.max(maxLetters - 1, 1))}…`;
}

// Of a long path the end says more than the beginning.
export const truncateStart = (name: string, maxLetters: number): string =>
  name.length <= maxLetters ? name : `…${name.slice(-Math.max(maxLetters - 1, 1)).replace(/^\.+/, "")}`;

// The arrow head, the hatching and the stripes that drawings refer to by id; once in the page.
export function SvgDefinitions() {
  return (
    <defs>
      <marker
        id="arrow"
        viewBox="0 0 10 10"
        refX="9"
        refY="5"
        markerWidth="13"
        markerHeight="13"
        markerUnits="userSpaceOnUse"
        orient="auto-start-reverse"
      >
        <path d="M0,1 L10,5 L0,9 z" class="arrow-head" />
      </marker>
      <pattern id="blocked" width="4" height="4" patternUnits="userSpaceOnUse">
        <rect width="4" height="4" class="blocked-ground" />
        <rect width="1" height="4" class="blocked-stripe" />
      </pattern>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.4" height="6" class="hatch-line" />
      </pattern>
    </defs>
  );
}
