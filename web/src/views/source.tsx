// SPDX-License-Identifier: Apache-2.0
// The user's own text, with the cycles of each line in its margin. A line that costs nothing stays plain.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count, percent, pixels } from "../base/format";
import { categoryWords } from "../base/words";
import type { SourceFile } from "../contract/page_data";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import { languageOf, tokens } from "../model/highlight";
import { bodiesOf, linesOf, placeOf, type LineEntry } from "../model/source_lines";
import { href, type Route } from "../model/route";
import { Swatch } from "../render/bar";
import { NotThere } from "../render/not_there";

export function Source(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const byFile = useMemo(() => linesOf(run), [run]);
  const files = run.data.sources;
  const hottest = (file: string) =>
    Math.max(0, ...[...(byFile.get(file)?.values() ?? [])].flat().map((e) => e.share ?? 0));
  const sorted = useMemo(() => [...files].sort((a, b) => hottest(b.file) - hottest(a.file)), [files, byFile]);
  const wanted = route.parameters.file;
  const asked = sorted.find((f) => f.file === wanted);
  const file = asked ?? bottleneckFile(run, sorted) ?? sorted[0];
  if (!file)
    return (
      <div class="view">
        <p class="quiet">This run names no source files.</p>
      </div>
    );
  return (
    <div class="view source-view">
      <nav class="files" aria-label="Files">
        {sorted.map((f) => (
          <a
            key={f.file}
            href={href("source", { file: f.file, run: run.number || undefined })}
            aria-current={f === file ? "true" : undefined}
            title={f.file}
          >
            <span>{f.file}</span>
            <small>{hottest(f.file) > 0 ? percent(hottest(f.file)) : ""}</small>
          </a>
        ))}
      </nav>
      <div class="source-text">
        {wanted && !asked && <NotThere what="file" name={wanted} />}
        {file.text === undefined ? (
          <Missing file={file.file} why={file.missing ?? ""} lines={byFile.get(file.file) ?? new Map()} />
        ) : (
          <Code
            key={file.file}
            file={file.file}
            text={file.text}
            lines={byFile.get(file.file) ?? new Map()}
            line={Number(route.parameters.line ?? 0)}
          />
        )}
      </div>
    </div>
  );
}

// The file in which the bottleneck spends its time: that of its hottest state, else of the block itself.
function bottleneckFile(run: Run, files: SourceFile[]): SourceFile | undefined {
  const path = run.rows("bottlenecks")[0]?.path;
  const block = run.rows("blocks").find((b) => b.path === path || b.scope === path);
  if (!block || block.tap === null) return undefined;
  const working = run
    .rowsWhere("states", "tap", block.tap)
    .filter((s) => ["busy", "transfer"].includes(s.category ?? ""));
  const hottest = working.reduce<Rows["states"] | undefined>(
    (most, s) => (!most || pixels(s.cycles) > pixels(most.cycles) ? s : most),
    undefined,
  );
  const place = placeOf(hottest?.source ?? block.source);
  return files.find((f) => f.file === place?.file);
}

function Missing(props: { file: string; why: string; lines: Map<number, LineEntry[]> }) {
  return (
    <div class="code">
      <p class="quiet">
        The text of {props.file} is not in this report: {props.why}. `tapestry report --html FILE --sources DIR` looks
        for it in DIR.
      </p>
      {[...props.lines]
        .sort(([a], [b]) => a - b)
        .map(([line, entries]) => (
          <div key={line} class="missing-line">
            <b>line {line}</b>
            <Entries entries={entries} />
          </div>
        ))}
    </div>
  );
}

function Code(props: { file: string; text: string; lines: Map<number, LineEntry[]>; line: number }) {
  const rows = useMemo(() => tokens(props.text, languageOf(props.file)), [props.text, props.file]);
  const [open, setOpen] = useState(new Set<number>());
  const here = useRef<HTMLTableRowElement>(null);
  const costliest = [...props.lines].reduce<[number, number]>(
    (most, [line, entries]) => ((entries[0]?.share ?? 0) > most[1] ? [line, entries[0]!.share!] : most),
    [0, 0],
  )[0];
  const shown = props.line || costliest;
  const bodies = useMemo(() => bodiesOf(props.lines, props.text), [props.lines, props.text]);
  useEffect(() => here.current?.scrollIntoView({ block: "center" }), [shown]);
  const toggle = (n: number) =>
    setOpen((o) => {
      const next = new Set(o);
      if (!next.delete(n)) next.add(n);
      return next;
    });
  return (
    <div class="code scroll">
      <Minimap lines={props.lines} count={rows.length} file={props.file} />
      <table aria-label={props.file}>
        <thead>
          <tr>
            <th class="margin">cycles</th>
            <th class="line-number">line</th>
            <th>{props.file}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line, i) => {
            const n = i + 1;
            const entries = props.lines.get(n) ?? [];
            const first = entries.find((e) => e.cycles !== null && pixels(e.cycles) > 0);
            const isOpen = open.has(n) || n === props.line;
            const tint = first ? `line-${first.category}` : bodies.has(n) ? `body-${bodies.get(n)}` : "";
            return [
              <tr key={n} ref={n === shown ? here : null} class={`${tint} ${n === props.line ? "here" : ""}`}>
                <td class="margin">
                  {first && (
                    <button
                      type="button"
                      onClick={() => toggle(n)}
                      aria-expanded={isOpen}
                      title={`${first.label}: ${count(first.cycles)} cycles, ${categoryWords[first.category!].label}`}
                    >
                      <i
                        class={`fill-${first.category} ${first.exact ? "" : "hatched"}`}
                        style={{ width: `${(first.share ?? 0) * 100}%` }}
                      />
                      <span>
                        {count(first.cycles)}
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
                    <Entries entries={entries} />
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

// All of the file beside its text: where its time goes.
function Minimap(props: { lines: Map<number, LineEntry[]>; count: number; file: string }) {
  const hot = [...props.lines].filter(([, entries]) => (entries[0]?.share ?? 0) > 0);
  if (hot.length === 0 || props.count < 40) return null;
  return (
    <nav class="minimap" aria-label="Hot lines of the file">
      {hot.map(([line, entries]) => (
        <a
          key={line}
          href={href("source", { file: props.file, line })}
          class={`fill-${entries[0]!.category}`}
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

function Entries(props: { entries: LineEntry[] }) {
  return (
    <ul class="entries">
      {props.entries.map((e) => (
        <li key={`${e.path} ${e.label}`}>
          {e.category ? <Swatch category={e.category} estimated={!e.exact} /> : <span class="chip">{e.kind}</span>}
          <b>{e.label}</b>
          {e.cycles !== null && (
            <span>
              {count(e.cycles)} cycles · {percent(e.share)}
            </span>
          )}
          {e.category && (
            <span class="quiet">
              {categoryWords[e.category].label}
              {e.reason && `: ${e.reason}`}
            </span>
          )}
          <a href={e.href}>{e.path}</a> {e.cycles !== null && <a href={e.timeline}>over time</a>}
        </li>
      ))}
    </ul>
  );
}
