// SPDX-License-Identifier: Apache-2.0
// Records of traces. Those of a tap are unpacked when they are first used.
import { count } from "../base/format";
import type { PackedTrace } from "../contract/page_data";
import { SeriesStore } from "./series";

export interface Trace {
  edges: Float64Array; // edges of the tap's clock before each record
  codes: Float64Array; // see PackedTrace
  names: string[] | undefined;
}

export class TraceStore {
  private readonly series: SeriesStore;
  private readonly names: Map<number, string[]>;

  constructor(packed: PackedTrace) {
    this.series = new SeriesStore(packed.series);
    this.names = new Map(packed.names);
  }

  get(tap: number): Trace | undefined {
    const series = this.series.get(tap, "");
    return series && { edges: series.positions, codes: series.values, names: this.names.get(tap) };
  }
}

export function recordText(trace: Trace, i: number): string {
  const code = trace.codes[i] ?? 0;
  if (code === 0) return "unknown (X)";
  return trace.names ? (trace.names[code - 1] ?? "") : count(code - 1);
}
