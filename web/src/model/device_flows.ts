// SPDX-License-Identifier: Apache-2.0
// What goes between a thread and the hardware it drives: each visit of a state that sends to a device or waits for it
// is a flow, from the side that gives to the side that gets.
import { duration } from "../base/format";
import type { Run } from "../data/run";
import type { Trace } from "../data/trace";
import type { Span } from "./axis";
import { visitAt } from "./exact_sums";

// The other end, as the views name it.
interface DeviceEnd {
  thread: string;
  state: string;
  ends: string[]; // paths whose row stands for it; the first that is shown
  block: string;
  channel: string;
  sends: boolean;
}

export interface DeviceFlow {
  end: DeviceEnd;
  from: number; // times, of the visit
  to: number;
}

// More lines than this are no picture.
export const mostDeviceFlows = 500;

export interface FlowsOfThread {
  trace: Trace;
  endsOfState: Map<string, DeviceEnd[]>;
}

// By thread, from traces: a thread without one has visits that nobody knows.
export function flowsOfThreads(run: Run): FlowsOfThread[] {
  const stateOf = new Map(run.rows("call_paths").map((p) => [`${p.tap} ${p.call_path}`, p.state]));
  const byThread = new Map<string, FlowsOfThread>();
  for (const device of run.rows("call_devices")) {
    const tap = run.rowsWhere("traces", "path", device.path)[0]?.tap;
    const trace = tap === undefined ? undefined : run.trace?.get(tap);
    const state = stateOf.get(`${device.tap} ${device.call_path}`);
    if (!trace?.names || state === undefined) continue;
    const of = byThread.get(device.path) ?? { trace, endsOfState: new Map<string, DeviceEnd[]>() };
    byThread.set(device.path, of);
    const machines = run.rowsWhere("blocks", "scope", device.block).map((b) => b.path);
    const ends = of.endsOfState.get(state) ?? [];
    if (!ends.some((end) => end.channel === device.channel))
      ends.push({
        thread: device.path,
        state,
        ends: [...machines, device.channel],
        block: device.block,
        channel: device.channel,
        sends: run.rowsWhere("channels", "path", device.channel)[0]?.producer === device.path,
      });
    of.endsOfState.set(state, ends);
  }
  return [...byThread.values()];
}

// Those that reach into the span; undefined where they are too many to be told apart.
export function deviceFlows(threads: FlowsOfThread[], span: Span): DeviceFlow[] | undefined {
  const flows: DeviceFlow[] = [];
  for (const { trace, endsOfState } of threads) {
    const { edges, codes, names } = trace;
    for (let i = Math.max(visitAt(edges, span.from), 0); i + 1 < edges.length && edges[i]! < span.to; i++) {
      const code = codes[i] ?? 0;
      const ends = code > 0 ? endsOfState.get(names?.[code - 1] ?? "") : undefined;
      for (const end of ends ?? []) flows.push({ end, from: edges[i]!, to: edges[i + 1]! });
      if (flows.length > mostDeviceFlows) return undefined;
    }
  }
  return flows;
}

export const deviceFlowText = ({ end, from, to }: DeviceFlow): string[] => [
  end.sends ? `${end.thread} sends to ${end.block}` : `${end.block} sends to ${end.thread}`,
  `${end.state}, by ${end.channel}`,
  `from ${duration(from)} to ${duration(to)}: ${duration(to - from)}`,
];
