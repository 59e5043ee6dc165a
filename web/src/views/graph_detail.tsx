// SPDX-License-Identifier: Apache-2.0
// What is known of the block or channel that is chosen in the graph.
import { count, lastPart, percent } from "../base/format";
import type { GraphNode } from "../contract/page_data";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { categoryOf, partsOfChannel, partsOfStates } from "../model/blocks";
import { href, sourceHref } from "../model/route";
import { Bar, Donut, QualityMark, Swatch } from "../render/bar";
import { NotThere } from "../render/not_there";
import { StateGraphView } from "../render/state_graph";

export function ChannelDetail(props: { run: Run; path: string }) {
  const c = props.run.rowsWhere("channels", "path", props.path)[0];
  if (!c && !props.run.rows("dependencies").some((d) => d.channel === props.path))
    return <NotThere what="channel" name={props.path} />;
  if (!c)
    return (
      <section class="card">
        <h2>{props.path}</h2>
        <p class="quiet">It is not measured as a stream.</p>
      </section>
    );
  const tap = props.run.rowsWhere("taps", "tap", c.tap)[0];
  const source = sourceHref(c.source, props.run.number);
  const at = props.run.number || undefined;
  return (
    <section class="card">
      <h2>
        <QualityMark quality={c.quality} />
        {c.path}
      </h2>
      <p class="quiet">
        {c.producer ? <a href={href("graph", { block: c.producer, run: at })}>{c.producer}</a> : "outside"} →{" "}
        {c.consumer ? <a href={href("graph", { block: c.consumer, run: at })}>{c.consumer}</a> : "outside"}
        {c.protocol && ` · ${c.protocol}`}{" "}
        {source && (
          <>
            {" "}
            · <a href={source}>{c.source}</a>
          </>
        )}{" "}
        · <a href={href("timeline", { row: c.path, run: at })}>over time</a>
      </p>
      <Bar parts={partsOfChannel(c)} of={tap?.observed_cycles ?? null} class="tall" />
      <dl class="numbers">
        {partsOfChannel(c).map((p) => (
          <div key={p.label}>
            <dt>
              <Swatch category={p.category} /> {p.label}
            </dt>
            <dd>
              {count(p.cycles)} <small>cycles</small>
            </dd>
          </div>
        ))}
        <div>
          <dt>beats</dt>
          <dd>{count(c.beats)}</dd>
        </div>
        <div>
          <dt>packets</dt>
          <dd>{count(c.packets)}</dd>
        </div>
        <div>
          <dt>bytes</dt>
          <dd>{count(c.bytes)}</dd>
        </div>
        <div>
          <dt>longest block</dt>
          <dd>
            {count(c.longest_block)} <small>cycles</small>
          </dd>
        </div>
      </dl>
    </section>
  );
}

export const machinesOf = (run: Run, node: GraphNode, block: string) => {
  const member = node.members.includes(block) ? block : (node.members[0] ?? "");
  return { member, blocks: run.rowsWhere("blocks", "scope", member).filter((b) => b.tap !== null) };
};

export function NodeDetail(props: { run: Run; node: GraphNode; block: string }) {
  const { run, node } = props;
  const { member, blocks } = machinesOf(run, node, props.block);
  const group =
    run.rowsWhere("groups", "path", node.id)[0] ?? run.rows("groups").find((g) => g.path.startsWith(`${node.id}.`));
  return (
    <section class="card">
      <h2>{member}</h2>
      {node.members.length > 1 && (
        <p class="quiet">
          One of {node.members.length} replicas
          {group && `, busy from ${percent(group.busy_min)} to ${percent(group.busy_max)}`}
          {group?.outlier && (
            <>
              ; <b>{group.outlier}</b> stands out
            </>
          )}
          :{" "}
          {node.members.slice(0, 40).map((m) => (
            <a
              key={m}
              class={m === member ? "here" : ""}
              href={href("graph", { block: m, run: run.number || undefined })}
            >
              {replica(m, node.id)}{" "}
            </a>
          ))}
          {node.members.length > 40 && `… ${node.members.length - 40} more`}
        </p>
      )}
      {blocks.map((b) => (
        <Machine key={b.path} run={run} block={b} />
      ))}
      {blocks.length === 0 && <p class="quiet">No state machine is measured here.</p>}
    </section>
  );
}

// What tells one replica from the others: its indices.
const replica = (member: string, id: string) =>
  id.includes("[*]") ? (member.match(/\[\d+\]/g) ?? []).join("") : lastPart(member);

function Machine(props: { run: Run; block: Rows["blocks"] }) {
  const { run, block } = props;
  const states = run.rowsWhere("states", "tap", block.tap!);
  const at = run.number || undefined;
  const source = sourceHref(block.source, at);
  return (
    <div class="machine">
      <p class="quiet">
        <b>{lastPart(block.path)}</b>{" "}
        {source && (
          <>
            · <a href={source}>{block.source}</a>
          </>
        )}{" "}
        · <a href={href("profile", { block: block.path, run: at })}>in the profile</a> ·{" "}
        <a href={href("timeline", { row: block.path, run: at })}>over time</a>
      </p>
      <Bar parts={partsOfStates(states)} of={block.observed_cycles} class="tall" />
      <div class="machine-list">
        <Donut parts={partsOfStates(states)} of={block.observed_cycles} />
        <ul class="state-list">
          {states.map((s) => (
            <li key={s.state} title={s.category_reason ?? ""}>
              <Swatch category={categoryOf(s.category)} estimated={s.category_quality === "estimated"} />
              <a href={sourceHref(s.source, at) ?? "#"}>{s.state}</a>
              <span>
                <QualityMark quality={s.quality} />
                {percent(s.share)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

// How the machines of a block go from state to state; below the drawing, where there is room.
export function StatesOf(props: { run: Run; node: GraphNode; block: string }) {
  const { blocks } = machinesOf(props.run, props.node, props.block);
  return (
    <>
      {blocks.map((b) => (
        <section key={b.path} class="card">
          <h2>States of {b.path}</h2>
          <StateGraphView run={props.run} tap={b.tap!} />
        </section>
      ))}
    </>
  );
}
