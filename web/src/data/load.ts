// SPDX-License-Identifier: Apache-2.0
// The data of the page: a report has it embedded, and the page of `report live` fetches it from the server.
import type { Comparison, PageData } from "../contract/page_data";
import { Run } from "./run";

export interface Loaded {
  runs: Run[];
  live: boolean;
  comparison: Comparison | null;
}

function unpack(data: PageData): Loaded {
  if (data.schema !== "tapestry.page/1") throw new Error("The data is of another version of Tapestry.");
  return { runs: data.runs.map((run, i) => new Run(run, i)), live: data.live, comparison: data.comparison };
}

const embeddedText = () => document.getElementById("data")?.textContent ?? "null";

// A page from a server has no data embedded, and can ask that server for predictions.
export const isServed = (): boolean => embeddedText().trim() === "null";

export function embeddedData(): Loaded | undefined {
  const data = JSON.parse(embeddedText()) as PageData | null;
  return data ? unpack(data) : undefined;
}

// Undefined when the server has nothing newer than what it gave with this ETag.
export async function fetchNewerData(tag: string): Promise<{ data: Loaded; tag: string } | undefined> {
  const answer = await fetch("data", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
  if (answer.status === 304) return undefined;
  if (!answer.ok) throw new Error((await answer.text()) || `The server answers ${answer.status}.`);
  const data = unpack((await answer.json()) as PageData);
  return { data, tag: answer.headers.get("ETag") ?? "" };
}
