// SPDX-License-Identifier: Apache-2.0
// The run as one strip in the order of the data: what is blocked stands before the limiter, what starves behind it.
import { count, lastPart, percent, pixels } from "../base/format";
import { categoryWords } from "../base/words";
import type { Run } from "../data/run";
import { flowGroups, inColumns, type FlowGroup } from "../model/flow";
import { href } from "../model/route";
import { sumsOf } from "../model/tree";

const mostCells = 120;
const mostNamed = 14;

const isLimiter = (run: Run, group: FlowGroup) => {
  const path = run.rows("bottlenecks")[0]?.path;
  return path !== undefined && group.blocks.some((b) => b.path === path || b.scope === path);
};

export function FlowStrip(props: { run: Run }) {
  const groups = flowGroups(props.run);
  if (groups.length < 2) return null;
  const shown = inColumns(groups, mostCells);
  return (
    <div class={`flow ${shown.length > mostNamed ? "dense" : ""}`}>
      <ol aria-label="Blocks in the order of the data">
        {shown.map((group) => (
          <Cell key={group.id} run={props.run} group={group} />
        ))}
      </ol>
      <p class="quiet flow-ends" aria-hidden="true">
        <span>data comes in</span>
        <span>data goes out →</span>
      </p>
      {shown.length < groups.length && (
        <p class="quiet flow-more">
          {groups.length} blocks, up to {Math.ceil(groups.length / mostCells)} neighbours in a column; the{" "}
          <a href={href("profile", { run: props.run.number || undefined })}>profile</a> has each.
        </p>
      )}
    </div>
  );
}

function Cell(props: { run: Run; group: FlowGroup }) {
  const { run, group } = props;
  const sums = sumsOf(group.blocks);
  const limits = isLimiter(run, group);
  const share = (cycles: number) => (sums.cycles > 0 ? cycles / sums.cycles : 0);
  const text = sums.parts
    .map((p) => `${categoryWords[p.category].label} ${percent(share(pixels(p.cycles)))}`)
    .join(", ");
  const name = lastPart(group.id);
  return (
    <li class={limits ? "limiter" : ""}>
      <a
        href={href("graph", { block: group.blocks[0]!.scope, run: run.number || undefined })}
        title={`${group.id}: ${text} of ${count(sums.cycles)} cycles${limits ? "; it limits the design" : ""}`}
        aria-label={`${group.id}: ${text}`}
      >
        <span class="flow-bar" aria-hidden="true">
          {sums.parts.map((p) => (
            <i
              key={p.label}
              class={`fill-${p.category} ${p.estimated ? "hatched" : ""}`}
              style={{ height: `${share(pixels(p.cycles)) * 100}%` }}
            />
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
