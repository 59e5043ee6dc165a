// SPDX-License-Identifier: Apache-2.0
// One run, as the views of the page read it.
import { groupBy } from "../base/algorithms";
import { isNameInSentences, ShortNames } from "../base/short_names";
import type { FrameList, RunData, StateGraph } from "../contract/page_data";
import type { Rows, ViewName } from "../contract/rows";
import { SeriesStore } from "./series";
import { TraceStore } from "./trace";
import { unpackRows } from "./table";

export class Run {
  private readonly tables = new Map<string, unknown[]>();
  private readonly rowsByColumn = new Map<string, Map<unknown, unknown[]>>();
  private readonly framesOfTap = new Map<number, FrameList>();
  private readonly stateGraphs = new Map<number, StateGraph>();
  private frameSeries: SeriesStore | undefined;
  private traceStore: TraceStore | undefined;
  private shortNames: ShortNames | undefined;

  constructor(
    readonly data: RunData,
    readonly number: number,
  ) {
    const { lists, taps } = data.frames.bounds;
    for (const [tap, list] of taps) this.framesOfTap.set(tap, lists[list]!);
    for (const graph of data.machines) for (const tap of graph.taps) this.stateGraphs.set(tap, graph);
  }

  // The same run with the rows of some views replaced.
  withRows(rows: { [Name in ViewName]?: Rows[Name][] }): Run {
    const other = new Run(this.data, this.number);
    for (const [view, list] of Object.entries(rows)) other.tables.set(view, list);
    return other;
  }

  rows<Name extends ViewName>(view: Name): Rows[Name][] {
    if (!this.tables.has(view)) this.tables.set(view, unpackRows<Rows[Name]>(this.data.tables[view]));
    return this.tables.get(view) as Rows[Name][];
  }

  // The rows of a view in which `column` has that value.
  rowsWhere<Name extends ViewName, Column extends keyof Rows[Name]>(
    view: Name,
    column: Column,
    value: Rows[Name][Column],
  ): Rows[Name][] {
    const key = `${view} ${String(column)}`;
    if (!this.rowsByColumn.has(key))
      this.rowsByColumn.set(
        key,
        groupBy(this.rows(view), (row) => row[column]),
      );
    return (this.rowsByColumn.get(key)!.get(value) ?? []) as Rows[Name][];
  }

  fact(key: string): string | undefined {
    return this.rowsWhere("run", "key", key)[0]?.value;
  }

  // The shortest end of the path that names no other instance.
  shortPath(path: string): string {
    return this.names.ofPath(path);
  }

  // The same for every path in a sentence, with files relative to the folder of all.
  shortText(text: string): string {
    return this.names.inSentence(text);
  }

  shortFile(file: string): string {
    return this.names.ofFile(file);
  }

  private get names(): ShortNames {
    return (this.shortNames ??= new ShortNames(
      [
        ...this.rows("blocks").map((b) => b.scope),
        ...[...this.rows("queues"), ...this.rows("channels")].map((row) => row.path).filter(isNameInSentences),
      ],
      [...this.rows("taps"), ...this.rows("states"), ...this.rows("host_sites")].map((row) => row.source ?? ""),
    ));
  }

  // What the clock of a tap counts: "ns" for software, else cycles.
  unitOf(tap: number | null | undefined): string | undefined {
    const clock = this.rowsWhere("taps", "tap", tap ?? -1)[0]?.clock;
    return this.rows("clocks").find((c) => c.clock === clock)?.unit;
  }

  // Whether nothing in it but software was measured.
  get isProgram(): boolean {
    const clocks = this.rows("clocks");
    return clocks.length > 0 && clocks.every((c) => c.unit === "ns");
  }

  get title(): string {
    return this.fact("design") ?? this.fact("top") ?? this.data.name;
  }

  frames(tap: number): FrameList | undefined {
    return this.framesOfTap.get(tap);
  }

  get series(): SeriesStore {
    return (this.frameSeries ??= new SeriesStore(this.data.frames.series));
  }

  get trace(): TraceStore | undefined {
    if (!this.data.trace) return undefined;
    return (this.traceStore ??= new TraceStore(this.data.trace));
  }

  stateGraph(tap: number): StateGraph | undefined {
    return this.stateGraphs.get(tap);
  }
}
