// SPDX-License-Identifier: Apache-2.0
// The data of the page: in the page itself, or fetched from the server that served it.
import type { Comparison, PageData } from "../contract/page_data";
import { Run } from "./run";

export interface Loaded {
  runs: Run[];
  live: boolean;
  comparison: Comparison | null;
}

function loaded(data: PageData): Loaded {
  if (data.schema !== "tapestry.page/1") throw new Error("The data is of another version of Tapestry.");
  return { runs: data.runs.map((run, i) => new Run(run, i)), live: data.live, comparison: data.comparison };
}

export function embedded(): Loaded | undefined {
  const text = document.getElementById("data")?.textContent ?? "null";
  const data = JSON.parse(text) as PageData | null;
  return data ? loaded(data) : undefined;
}

// Asks the server for data that is newer than `tag`; undefined when there is none.
export async function fetched(tag: string): Promise<{ data: Loaded; tag: string } | undefined> {
  const answer = await fetch("data", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
  if (answer.status === 304) return undefined;
  if (!answer.ok) throw new Error((await answer.text()) || `The server answers ${answer.status}.`);
  const data = loaded((await answer.json()) as PageData);
  return { data, tag: answer.headers.get("ETag") ?? "" };
}
