// SPDX-License-Identifier: Apache-2.0
// Details of the block or channel that is selected in the graph.
import { count, percent } from "../base/format";
import { lastPart } from "../base/paths";
import type { GraphNode } from "../contract/page_data";
import type { Run } from "../data/run";
import { categoryOf, type MeasuredBlock, measuredBlocks, partsOfChannel, partsOfStates } from "../model/blocks";
import { href, sourceHref } from "../model/route";
import { Bar, Donut, QualityMark, Swatch } from "../render/bar";
import { NotFound } from "../render/not_found";
import { type NamedNumber, NumberList } from "../render/number_list";
import { SourceLink } from "../render/source_link";
import { StateGraphView } from "../render/state_graph";
import { WaveButton } from "../render/wave_button";

export function ChannelDetail(props: { run: Run; path: string }) {
  const c = props.run.rowsWhere("channels", "path", props.path)[0];
  if (!c && !props.run.rows("dependencies").some((d) => d.channel === props.path))
    return <NotFound what="channel" name={props.path} />;
  if (!c)
    return (
      <section class="card">
        <h2>{props.path}</h2>
        <p class="muted">It is not measured as a stream.</p>
      </section>
    );
  const tap = props.run.rowsWhere("taps", "tap", c.tap)[0];
  return (
    <section class="card">
      <h2>
        <QualityMark quality={c.quality} />
        {c.path}
      </h2>
      <p class="muted">
        {c.producer ? (
          <a href={href("graph", { block: c.producer, run: props.run.number })}>{c.producer}</a>
        ) : (
          "outside"
        )}{" "}
        →{" "}
        {c.consumer ? (
          <a href={href("graph", { block: c.consumer, run: props.run.number })}>{c.consumer}</a>
        ) : (
          "outside"
        )}
        {c.protocol && ` · ${c.protocol}`}
        <SourceLink run={props.run} source={c.source} /> ·{" "}
        <a href={href("timeline", { row: c.path, run: props.run.number })}>over time</a>{" "}
        <WaveButton run={props.run} around={c.path} what="its longest stall" word="longest stall" />
      </p>
      <Bar parts={partsOfChannel(c)} of={tap?.observed_cycles ?? null} class="tall" />
      <NumberList
        numbers={[
          ...partsOfChannel(c).map((p): NamedNumber => [
            <>
              <Swatch category={p.category} /> {p.label}
            </>,
            count(p.cycles),
            "cycles",
          ]),
          ["beats", count(c.beats)],
          ["packets", count(c.packets)],
          ["bytes", count(c.bytes)],
          ["longest block", count(c.longest_block), "cycles"],
        ]}
      />
    </section>
  );
}

// The replica that is looked at, and the machines in it.
export const machinesOf = (run: Run, node: GraphNode, block: string) => {
  const member = node.members.includes(block) ? block : (node.members[0] ?? "");
  return { member, blocks: measuredBlocks(run.rowsWhere("blocks", "scope", member)) };
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
        <p class="muted">
          One of {node.members.length} replicas
          {group && `, busy from ${percent(group.busy_min)} to ${percent(group.busy_max)}`}
          {group?.outlier && (
            <>
              ; <b>{group.outlier}</b> stands out
            </>
          )}
          :{" "}
          {node.members.slice(0, 40).map((m) => (
            <a key={m} class={m === member ? "here" : ""} href={href("graph", { block: m, run: run.number })}>
              {replicaName(m, node.id)}{" "}
            </a>
          ))}
          {node.members.length > 40 && `… ${node.members.length - 40} more`}
        </p>
      )}
      {blocks.map((b) => (
        <Machine key={b.path} run={run} block={b} />
      ))}
      {blocks.length === 0 && <p class="muted">No state machine is measured here.</p>}
    </section>
  );
}

// What distinguishes one replica from the others, mostly its indices.
const replicaName = (member: string, id: string) =>
  id.includes("[*]") ? (member.match(/\[\d+\]/g) ?? []).join("") : lastPart(member);

function Machine(props: { run: Run; block: MeasuredBlock }) {
  const { run, block } = props;
  const states = run.rowsWhere("states", "tap", block.tap);
  return (
    <div class="machine">
      <p class="muted">
        <b>{lastPart(block.path)}</b>
        <SourceLink run={run} source={block.source} /> ·{" "}
        <a href={href("profile", { block: block.path, run: run.number })}>in the profile</a> ·{" "}
        <a href={href("timeline", { row: block.path, run: run.number })}>over time</a>
      </p>
      <Bar parts={partsOfStates(states)} of={block.observed_cycles} class="tall" />
      <div class="machine-list">
        <Donut parts={partsOfStates(states)} of={block.observed_cycles} />
        <ul class="state-list">
          {states.map((s) => (
            <li key={s.state} title={s.category_reason ?? ""}>
              <Swatch category={categoryOf(s.category)} estimated={s.category_quality === "estimated"} />
              <a href={sourceHref(s.source, run.number) ?? "#"}>{s.state}</a>
              <span>
                <QualityMark quality={s.quality} />
                {percent(s.share)}
              </span>
              <WaveButton run={run} around={`${block.path}/${s.state}`} what={`the longest visit to ${s.state}`} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

// The state graphs of a block, which need the whole width below the drawing.
export function StatesOf(props: { run: Run; node: GraphNode; block: string }) {
  const { blocks } = machinesOf(props.run, props.node, props.block);
  return (
    <>
      {blocks.map((b) => (
        <section key={b.path} class="card">
          <h2>States of {b.path}</h2>
          <StateGraphView run={props.run} tap={b.tap} />
        </section>
      ))}
    </>
  );
}
