// SPDX-License-Identifier: Apache-2.0
// One run, as the views of the page read it.
import { sharedPrefix } from "../base/format";
import type { FrameList, RunData, StateGraph } from "../contract/page_data";
import type { Rows, ViewName } from "../contract/rows";
import { SeriesStore } from "./series";
import { TraceStore } from "./trace";
import { unpackRows } from "./table";

export class Run {
  private readonly tables = new Map<string, unknown[]>();
  private readonly groupsBy = new Map<string, Map<unknown, unknown[]>>();
  private readonly frameList = new Map<number, FrameList>();
  private readonly stateGraphs = new Map<number, StateGraph>();
  private frameSeries: SeriesStore | undefined;
  private traceStore: TraceStore | undefined;
  private prefix: string | undefined;

  constructor(
    readonly data: RunData,
    readonly number: number,
  ) {
    const { lists, taps } = data.frames.bounds;
    for (const [tap, list] of taps) this.frameList.set(tap, lists[list]!);
    for (const graph of data.machines) for (const tap of graph.taps) this.stateGraphs.set(tap, graph);
  }

  // The same run with other rows in some views.
  with(rows: { [Name in ViewName]?: Rows[Name][] }): Run {
    const other = new Run(this.data, this.number);
    for (const [view, some] of Object.entries(rows)) other.tables.set(view, some);
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
    let groups = this.groupsBy.get(key);
    if (!groups) {
      groups = new Map();
      for (const row of this.rows(view)) {
        const list = groups.get(row[column]);
        if (list) list.push(row);
        else groups.set(row[column], [row]);
      }
      this.groupsBy.set(key, groups);
    }
    return (groups.get(value) ?? []) as Rows[Name][];
  }

  fact(key: string): string | undefined {
    return this.rowsWhere("run", "key", key)[0]?.value;
  }

  // A path without what all paths of the run begin with.
  shortPath(path: string): string {
    this.prefix ??= sharedPrefix(this.rows("taps").map((t) => t.path));
    return path.startsWith(this.prefix) ? path.slice(this.prefix.length) : path;
  }

  // A sentence in which paths stand without it.
  shortText(text: string): string {
    this.prefix ??= sharedPrefix(this.rows("taps").map((t) => t.path));
    return this.prefix ? text.split(this.prefix).join("") : text;
  }

  get title(): string {
    return this.fact("design") ?? this.fact("top") ?? this.data.name;
  }

  frames(tap: number): FrameList | undefined {
    return this.frameList.get(tap);
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
