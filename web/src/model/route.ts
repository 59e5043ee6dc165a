// SPDX-License-Identifier: Apache-2.0
// The hash of the URL says which view is open and what is selected in it, so that any of them can be linked to:
// #/graph?block=dut.u_a.

export const viewNames = [
  "overview",
  "graph",
  "profile",
  "source",
  "timeline",
  "queues",
  "compare",
  "what-if",
  "query",
] as const;
export type ViewId = (typeof viewNames)[number];

export interface Route {
  view: ViewId;
  unknown?: string; // the name in the hash, when there is no such view
  parameters: Record<string, string>;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const view = viewNames.find((name) => name === path) ?? "overview";
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return path && path !== view ? { view, parameters, unknown: path } : { view, parameters };
}

// Parameters at their default are left out; the default run is the first, number 0.
export function href(view: ViewId, parameters: Record<string, string | number | undefined | null> = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    const isDefault = value === undefined || value === null || value === "" || (key === "run" && Number(value) === 0);
    if (!isDefault) query.set(key, String(value));
  }
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

// "rtl/a.sv:12" as a file and a line.
export function parseLocation(source: string | null | undefined): { file: string; line: number } | undefined {
  const match = /^(.+):(\d+)$/.exec(source ?? "");
  return match ? { file: match[1]!, line: Number(match[2]) } : undefined;
}

export function sourceHref(source: string | null | undefined, run: number): string | undefined {
  const location = parseLocation(source);
  return location && href("source", { ...location, run });
}
