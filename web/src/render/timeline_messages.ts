// SPDX-License-Identifier: Apache-2.0
// Messages between threads, and what goes between threads and devices, as lines across the rows of the timeline: from
// where it is sent to where it has been received. Lines that would fall on the same pixels are drawn once.
import { count, duration, toNumber } from "../base/format";
import type { Rows } from "../contract/rows";
import type { Run } from "../data/run";
import type { Span } from "../model/axis";
import { type DeviceFlow, deviceFlowText } from "../model/device_flows";

type Message = Rows["messages"];

// Where a line begins and ends in the picture, and what it says.
export interface FlowLine {
  text: () => string[];
  fromRow: number;
  toRow: number;
  sent: number; // times
  received: number;
}

// A row as far as messages need it: a thread, or a folded heading with its threads.
interface Ends {
  path: string;
  folded?: { path: string }[];
}

export const hasMessages = (run: Run): boolean => run.rows("messages").some((m) => m.sender && m.receiver);

function rowNumbers(rows: Ends[]): Map<string, number> {
  const rowOf = new Map<string, number>();
  rows.forEach((row, i) => {
    for (const member of [...(row.folded ?? []), row]) rowOf.set(member.path, i);
  });
  return rowOf;
}

// A device is where its block is shown, else where its channel is.
export function deviceLines(flows: DeviceFlow[], rows: Ends[]): FlowLine[] {
  const rowOf = rowNumbers(rows);
  return flows.flatMap((flow) => {
    const thread = rowOf.get(flow.end.thread);
    const device = flow.end.ends.map((path) => rowOf.get(path)).find((row) => row !== undefined);
    if (thread === undefined || device === undefined || thread === device) return [];
    const [fromRow, toRow] = flow.end.sends ? [thread, device] : [device, thread];
    return [{ text: () => deviceFlowText(flow), fromRow, toRow, sent: flow.from, received: flow.to }];
  });
}

// Lines between rows that are shown and reach into the span, at most one for each pixel at both ends. A message whose
// other side was not recorded has no line.
export function messageLines(
  messages: Message[],
  rows: Ends[],
  span: Span,
  pixelOf: (time: number) => number,
): FlowLine[] {
  const rowOf = rowNumbers(rows);
  const lines: FlowLine[] = [];
  const drawn = new Set<string>();
  for (const message of messages) {
    if (message.send_start_ns === null || message.receive_end_ns === null) continue;
    const [sent, received] = [toNumber(message.send_start_ns), toNumber(message.receive_end_ns)];
    if (received < span.from || sent > span.to) continue;
    const [fromRow, toRow] = [rowOf.get(message.sender ?? ""), rowOf.get(message.receiver ?? "")];
    if (fromRow === undefined || toRow === undefined || fromRow === toRow) continue;
    const key = `${fromRow} ${toRow} ${Math.floor(pixelOf(sent))} ${Math.floor(pixelOf(received))}`;
    if (drawn.has(key)) continue;
    drawn.add(key);
    lines.push({ text: () => messageText(message, sent, received), fromRow, toRow, sent, received });
  }
  return lines;
}

// Distance of a point from the line between two others.
export function distanceTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const at = length > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1) : 0;
  return Math.hypot(x - ax - at * dx, y - ay - at * dy);
}

function messageText(message: Message, sent: number, received: number): string[] {
  return [
    `${message.sender ?? "?"} to ${message.receiver ?? "?"}: ${count(message.bytes)} bytes, tag ${message.tag}`,
    `${message.send_call ?? "?"} at ${duration(sent)}`,
    `${message.receive_call ?? "?"} until ${duration(received)}, ${duration(received - sent)} later`,
  ];
}
