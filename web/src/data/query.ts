// SPDX-License-Identifier: Apache-2.0
// SQL over a run, answered by the server of the page.

export interface QueryAnswer {
  columns: string[];
  rows: (string | number | null)[][]; // the first of them
  count: number; // of all rows
}

// A refusal is a sentence, which becomes the message of the error.
export async function askSql(run: number, sql: string): Promise<QueryAnswer> {
  const answer = await fetch(`what-if?run=${run}&sql=${encodeURIComponent(sql)}`, { cache: "no-store" });
  if (!answer.ok) throw new Error((await answer.text()).trim() || `The server answers ${answer.status}.`);
  return (await answer.json()) as QueryAnswer;
}
