// SPDX-License-Identifier: Apache-2.0
// The view that shows what a path names: a queue, a channel, or a block. A star stands for the numbers of replicas.
import { withoutIndices } from "../base/paths";
import type { Run } from "../data/run";
import { href } from "./route";

export function pathHref(run: Run, path: string | null): string | undefined {
  if (!path) return undefined;
  const member = path.includes("*") ? firstReplica(run, path) : path;
  if (run.rowsWhere("queues", "path", member).length > 0) return href("queues", { queue: member, run: run.number });
  if (run.rowsWhere("channels", "path", member).length > 0) return href("graph", { channel: member, run: run.number });
  const block = run.rowsWhere("blocks", "path", member)[0];
  const scope = block?.scope ?? member;
  return href("graph", { block: path.includes("*") ? withoutIndices(scope) : scope, run: run.number });
}

// The first replica that matches a path with stars: a[0] for a[*], u_0 for u_*.
function firstReplica(run: Run, path: string): string {
  const pattern = new RegExp(
    `^${path
      .split("*")
      .map((part) => part.replace(/[.\\[\]()+?^${}|$]/g, "\\$&"))
      .join("\\d+")}$`,
  );
  const all = [...run.rows("taps").map((t) => t.path), ...run.rows("blocks").map((b) => b.scope)];
  return all.find((candidate) => pattern.test(candidate)) ?? path;
}
