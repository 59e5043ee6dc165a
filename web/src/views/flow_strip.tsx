// SPDX-License-Identifier: Apache-2.0
// The blocks of a run side by side, in data order. Blocked ones are before the bottleneck, starved ones after it.
import { count, percent } from "../base/format";
import { shortestEnds } from "../base/short_names";
import { categoryWords } from "../base/words";
import type { Run } from "../data/run";
import { type Part, shareOf } from "../model/blocks";
import { type FlowGroup, flowGroups, mergeNeighbours } from "../model/flow";
import { href } from "../model/route";
import { sumsOf } from "../model/tree";
import { fillClass } from "../render/bar";

const maxCells = 120;
const maxNamedCells = 14;

const isBottleneck = (run: Run, group: FlowGroup) => {
  const path = run.rows("bottlenecks")[0]?.path;
  return path !== undefined && group.blocks.some((b) => b.path === path || b.scope === path);
};

export function FlowStrip(props: { run: Run }) {
  const groups = flowGroups(props.run);
  if (groups.length < 2) return null;
  const shown = mergeNeighbours(groups, maxCells);
  const names = shortestEnds(shown.map((group) => group.id));
  return (
    <div class={`flow ${shown.length > maxNamedCells ? "dense" : ""}`}>
      <ol aria-label="Blocks in the order of the data">
        {shown.map((group) => (
          <Cell key={group.id} run={props.run} group={group} name={names.get(group.id)!} />
        ))}
      </ol>
      <p class="muted flow-ends" aria-hidden="true">
        <span>data comes in</span>
        <span>data goes out →</span>
      </p>
      {shown.length < groups.length && (
        <p class="muted flow-more">
          {groups.length} blocks, up to {Math.ceil(groups.length / maxCells)} neighbours in a column; the{" "}
          <a href={href("profile", { run: props.run.number })}>profile</a> has each.
        </p>
      )}
    </div>
  );
}

function Cell(props: { run: Run; group: FlowGroup; name: string }) {
  const { run, group, name } = props;
  const sums = sumsOf(group.blocks);
  const limitsDesign = isBottleneck(run, group);
  const share = (p: Part) => shareOf(p.cycles, sums.cycles);
  const text = sums.parts.map((p) => `${categoryWords[p.category].label} ${percent(share(p))}`).join(", ");
  return (
    <li class={limitsDesign ? "limiter" : ""}>
      <a
        href={href("graph", { block: group.blocks[0]!.scope, run: run.number })}
        title={`${group.id}: ${text} of ${count(sums.cycles)} cycles${limitsDesign ? "; it limits the design" : ""}`}
        aria-label={`${group.id}: ${text}`}
      >
        <span class="flow-bar" aria-hidden="true">
          {sums.parts.map((p) => (
            <i key={p.label} class={fillClass(p.category, p.estimated)} style={{ height: `${share(p) * 100}%` }} />
          ))}
        </span>
        <span class="flow-name">
          {name}
          {group.blocks.length > 1 && <small> ×{group.blocks.length}</small>}
        </span>
      </a>
    </li>
  );
}
