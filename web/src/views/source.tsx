// SPDX-License-Identifier: Apache-2.0
// The source text, with the cycles of each line in the margin.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { maxBy, toggled } from "../base/algorithms";
import { amount, elapsed, percent, toNumber } from "../base/format";
import { categoryWords } from "../base/words";
import type { Run } from "../data/run";
import { languageOf, tokenize } from "../model/highlight";
import { href, parseLocation, type Route } from "../model/route";
import { type LineEntry, measuredLines, stateBodies } from "../model/source_lines";
import { fillClass, Swatch } from "../render/bar";
import { NotFound } from "../render/not_found";

export function Source(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const byFile = useMemo(() => measuredLines(run), [run]);
  const files = run.data.sources;
  const hottestShare = (file: string) =>
    Math.max(0, ...[...(byFile.get(file)?.values() ?? [])].flat().map((e) => e.share ?? 0));
  const sorted = useMemo(() => [...files].sort((a, b) => hottestShare(b.file) - hottestShare(a.file)), [files, byFile]);
  const name = route.parameters.file;
  const requested = sorted.find((f) => f.file === name);
  const hot = bottleneckPlace(run);
  const file = requested ?? sorted.find((f) => f.file === hot?.file) ?? sorted[0];
  if (!file)
    return (
      <div class="view">
        <p class="muted">This run names no source files.</p>
      </div>
    );
  return (
    <div class="view source-view">
      <nav class="files" aria-label="Files">
        {sorted.map((f) => (
          <a
            key={f.file}
            href={href("source", { file: f.file, run: run.number })}
            aria-current={f === file ? "true" : undefined}
            title={f.file}
          >
            <span>{run.shortFile(f.file)}</span>
            <small>{hottestShare(f.file) > 0 ? percent(hottestShare(f.file)) : ""}</small>
          </a>
        ))}
      </nav>
      <div class="source-text">
        {name && !requested && <NotFound what="file" name={name} />}
        {file.text === undefined ? (
          <MissingText run={run} file={file.file} why={file.missing ?? ""} lines={byFile.get(file.file) ?? new Map()} />
        ) : (
          <Code
            key={file.file}
            run={run}
            file={file.file}
            text={file.text}
            lines={byFile.get(file.file) ?? new Map()}
            line={Number(route.parameters.line ?? 0)}
            hot={hot?.file === file.file ? hot.line : 0}
          />
        )}
      </div>
    </div>
  );
}

// Where the bottleneck spends its time: at its hottest state, else at the block itself.
function bottleneckPlace(run: Run): { file: string; line: number } | undefined {
  const path = run.rows("bottlenecks")[0]?.path;
  const block = run.rows("blocks").find((b) => b.path === path || b.scope === path);
  if (!block || block.tap === null) return undefined;
  const working = run
    .rowsWhere("states", "tap", block.tap)
    .filter((s) => ["busy", "transfer"].includes(s.category ?? ""));
  const hottest = maxBy(working, (s) => toNumber(s.cycles));
  return parseLocation(hottest?.source ?? block.source);
}

function MissingText(props: { run: Run; file: string; why: string; lines: Map<number, LineEntry[]> }) {
  return (
    <div class="code">
      <p class="muted">
        The text of {props.file} is not in this report: {props.why}. `tapestry report --html FILE --sources DIR` looks
        for it in DIR.
      </p>
      {[...props.lines]
        .sort(([a], [b]) => a - b)
        .map(([line, entries]) => (
          <div key={line} class="missing-line">
            <b>line {line}</b>
            <Entries run={props.run} entries={entries} />
          </div>
        ))}
    </div>
  );
}

const shareOf = (entries: LineEntry[]) => entries[0]?.share ?? 0;

// 0 when no line of the file takes time.
function hottestLine(lines: Map<number, LineEntry[]>): number {
  const hottest = maxBy(lines, ([, entries]) => shareOf(entries));
  return hottest && shareOf(hottest[1]) > 0 ? hottest[0] : 0;
}

// `line` is what the address names, `hot` where the bottleneck works; 0 for none.
function Code(props: {
  run: Run;
  file: string;
  text: string;
  lines: Map<number, LineEntry[]>;
  line: number;
  hot: number;
}) {
  const rows = useMemo(() => tokenize(props.text, languageOf(props.file)), [props.text, props.file]);
  const [open, setOpen] = useState(new Set<number>());
  const here = useRef<HTMLTableRowElement>(null);
  const shown = props.line || props.hot || hottestLine(props.lines);
  const bodies = useMemo(() => stateBodies(props.lines, props.text), [props.lines, props.text]);
  useEffect(() => here.current?.scrollIntoView({ block: "center" }), [shown]);
  const toggle = (n: number) => setOpen((lines) => toggled(lines, n));
  return (
    <div class="code scroll">
      <Minimap run={props.run} lines={props.lines} count={rows.length} file={props.file} />
      <table aria-label={props.file}>
        <thead>
          <tr>
            <th class="margin">{props.run.isProgram ? "time" : "cycles"}</th>
            <th class="line-number">line</th>
            <th>{props.run.shortFile(props.file)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line, i) => {
            const n = i + 1;
            const entries = props.lines.get(n) ?? [];
            const first = entries.find((e) => e.cycles !== null && toNumber(e.cycles) > 0);
            const time = first && elapsed(first.cycles, first.unit);
            const isOpen = open.has(n) || n === props.line;
            const body = bodies.get(n);
            const category = first
              ? `measured-line category-${first.category}`
              : body
                ? `state-body category-${body}`
                : "";
            return [
              <tr key={n} ref={n === shown ? here : null} class={`${category} ${n === shown ? "here" : ""}`}>
                <td class="margin">
                  {first && (
                    <button
                      type="button"
                      onClick={() => toggle(n)}
                      aria-expanded={isOpen}
                      title={`${first.label}: ${time}, ${categoryWords[first.category!].label}`}
                    >
                      <i
                        class={fillClass(first.category!, !first.exact)}
                        style={{ width: `${(first.share ?? 0) * 100}%` }}
                      />
                      <span>
                        {amount(first.cycles, first.unit)}
                        {entries.filter((e) => e.cycles !== null).length > 1 && (
                          <sup>+{entries.filter((e) => e.cycles !== null).length - 1}</sup>
                        )}
                      </span>
                    </button>
                  )}
                  {!first && entries.length > 0 && (
                    <button
                      type="button"
                      class="tap-dot"
                      onClick={() => toggle(n)}
                      aria-expanded={isOpen}
                      title="measured here"
                    >
                      ◆
                    </button>
                  )}
                </td>
                <td class="line-number">{n}</td>
                <td class="line-text">
                  {line.map((t, k) => (
                    <span key={k} class={`token-${t.kind}`}>
                      {t.text}
                    </span>
                  ))}
                </td>
              </tr>,
              isOpen && entries.length > 0 && (
                <tr key={`${n} entries`} class="fold-row">
                  <td colSpan={3}>
                    <Entries run={props.run} entries={entries} />
                  </td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
    </div>
  );
}

// The whole file as a narrow strip, with marks where its time goes.
function Minimap(props: { run: Run; lines: Map<number, LineEntry[]>; count: number; file: string }) {
  const hot = [...props.lines].filter(([, entries]) => shareOf(entries) > 0);
  if (hot.length === 0 || props.count < 40) return null;
  return (
    <nav class="minimap" aria-label="Hot lines of the file">
      {hot.map(([line, entries]) => (
        <a
          key={line}
          href={href("source", { file: props.file, line, run: props.run.number })}
          class={fillClass(entries[0]!.category!)}
          style={{
            top: `${(100 * (line - 1)) / props.count}%`,
            width: `${Math.max((entries[0]!.share ?? 0) * 100, 12)}%`,
          }}
          title={`line ${line}: ${entries[0]!.label}, ${percent(entries[0]!.share)}`}
          aria-label={`line ${line}, ${percent(entries[0]!.share)}`}
        />
      ))}
    </nav>
  );
}

function Entries(props: { run: Run; entries: LineEntry[] }) {
  return (
    <ul class="entries">
      {props.entries.map((e) => (
        <li key={`${e.path} ${e.label}`}>
          {e.category ? <Swatch category={e.category} estimated={!e.exact} /> : <span class="chip">{e.kind}</span>}
          <b>{e.label}</b>
          {e.cycles !== null && (
            <span>
              {elapsed(e.cycles, e.unit)} · {percent(e.share)}
            </span>
          )}
          {e.category && (
            <span class="muted">
              {categoryWords[e.category].label}
              {e.reason && `: ${e.reason}`}
            </span>
          )}
          <a href={e.href} title={e.path}>
            {props.run.shortPath(e.path)}
          </a>{" "}
          {e.cycles !== null && <a href={e.timeline}>over time</a>}
        </li>
      ))}
    </ul>
  );
}
