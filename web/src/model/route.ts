// SPDX-License-Identifier: Apache-2.0
// Where the reader is, as the hash of the URL: #/graph?block=dut.u_a. Every view and every selection has
// one, so that a link can be passed on.

export const viewNames = [
  "overview",
  "graph",
  "profile",
  "source",
  "timeline",
  "queues",
  "compare",
  "what-if",
] as const;
export type ViewId = (typeof viewNames)[number];

export interface Route {
  view: ViewId;
  unknown?: string; // what was asked for instead of a view
  parameters: Record<string, string>;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const view = viewNames.find((name) => name === path) ?? "overview";
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return path && path !== view ? { view, parameters, unknown: path } : { view, parameters };
}

export function href(view: ViewId, parameters: Record<string, string | number | undefined | null> = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== "") query.set(key, String(value));
  }
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

// "rtl/a.sv:12" as a place in the source view.
export function sourceHref(source: string | null | undefined, run?: number): string | undefined {
  const match = /^(.+):(\d+)$/.exec(source ?? "");
  return match ? href("source", { file: match[1], line: match[2], run: run || undefined }) : undefined;
}
