// SPDX-License-Identifier: Apache-2.0
// What src/show/page/page_data.cpp writes. Names of tables and columns are those of docs/views.md.
import type { Count } from "../base/format";

export type Value = Count | null;
export type PackedColumn = Value[] | { words: string[]; at: (number | null)[] };

export interface PackedTable {
  rows: number;
  columns: Record<string, PackedColumn>;
}

export interface PackedSeries {
  tap: PackedColumn;
  name: PackedColumn;
  count: number[];
  offset: number[];
  bytes: string;
}

// Records of traces, one series for each tap. A value of 0 stands for X bits; else it is 1 + the index into the tap's
// `names` when it has some, and 1 + the recorded value when it has none.
export interface PackedTrace {
  series: PackedSeries;
  names: [tap: number, names: string[]][];
}

export interface FrameList {
  frame: number[];
  start_edge: number[];
  end_edge: number[];
}

export type Box = [x: number, y: number, width: number, height: number];

export interface GraphNode {
  id: string;
  kind: "machine" | "queue" | "part" | "outside" | "group";
  members: string[];
  box: Box;
}

export interface GraphEdge {
  from: number;
  to: number;
  channels: string[];
  line: number[];
}

export interface BlockGraph {
  id: string; // the instance that is drawn; empty for the whole design
  width: number;
  height: number;
  nodes: GraphNode[];
  clusters: { id: string; box: Box }[];
  edges: GraphEdge[];
}

export interface StateGraph {
  taps: number[];
  width: number;
  height: number;
  drawn: boolean; // false when there are too many states to lay out; then boxes and lines are missing
  states: { state: string; box: Box }[];
  edges: { from: number; to: number; line: number[] }[];
}

export interface SourceFile {
  file: string;
  text?: string;
  missing?: string;
}

export interface RunData {
  name: string;
  tables: Record<string, PackedTable>;
  frames: { bounds: { lists: FrameList[]; taps: [tap: number, list: number][] }; series: PackedSeries };
  trace: PackedTrace | null;
  graphs: BlockGraph[]; // the whole design first, then the inside of each group
  machines: StateGraph[];
  sources: SourceFile[];
  predictions: StoredPredictions | null;
}

// What src/show/report/what_if_report.cpp writes: answers of one change each. Rows of an answer begin with the number
// of a name below.
export interface StoredPredictions {
  sensitivities: {
    measured_cycles: number;
    engine: string;
    list: { path: string; what: string; change: string; saved_cycles: number }[];
  };
  answers: StoredAnswer[];
  blocks: [path: string, measured: number, wait: number][];
  states: [path: string, state: string, category: string, measured: number][];
  streams: string[];
}

export type StoredAnswer =
  | { change: string; why_not: string }
  | {
      change: string;
      why_not?: undefined;
      measured_cycles: number;
      predicted_cycles: number | null;
      low: number;
      high: number;
      engine: string;
      label: string;
      deadlock: boolean;
      stuck: string[];
      amdahl_cycles: number;
      bottleneck: string;
      bottleneck_share: number;
      remarks: string[];
      blocks: [name: number, cycles: number, wait: number][];
      states: [name: number, cycles: number][];
      streams: [name: number, transfer: number, blocked: number, starved: number, idle: number][];
    };

// What `tapestry compare --json` writes: each run against the first.
export interface Spread {
  runs: number;
  least: number;
  mean: number;
  most: number;
  quality: string;
}

export interface Difference {
  kind: string;
  path: string;
  new_path: string;
  item: string;
  number: string;
  in_cycles: boolean;
  before: Spread;
  after: Spread;
  change: number;
  relative: number | null;
  share_of_run: number | null;
  verdict: "faster" | "slower" | "changed" | "same" | "unclear";
}

export interface SideComparison {
  name: string;
  answer: string;
  differences: Difference[];
  equal: number;
  renamed: { path: string; new_path: string }[];
  gone: string[];
  appeared: string[];
  remarks: string[];
}

export interface Comparison {
  baseline: string;
  sides: SideComparison[];
}

export interface PageData {
  schema: "tapestry.page/1";
  live: boolean;
  runs: RunData[];
  comparison: Comparison | null;
}
