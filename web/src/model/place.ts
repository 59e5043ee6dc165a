// SPDX-License-Identifier: Apache-2.0
// Where a path of the analysis is shown: it may be that of a block, a channel or a queue, or stand for replicas (a[*]).
import { folded } from "../base/format";
import type { Run } from "../data/run";
import { href } from "./route";

export function placeHref(run: Run, path: string | null): string | undefined {
  if (!path) return undefined;
  const at = run.number || undefined;
  const member = path.includes("*") ? memberOf(run, path) : path;
  if (run.rowsWhere("queues", "path", member).length > 0) return href("queues", { queue: member, run: at });
  if (run.rowsWhere("channels", "path", member).length > 0) return href("graph", { channel: member, run: at });
  const block = run.rowsWhere("blocks", "path", member)[0];
  const scope = block?.scope ?? member;
  return href("graph", { block: path.includes("*") ? folded(scope) : scope, run: at });
}

// The first of those that a path with stars stands for: a[*] for a[0], a[1], …, u_* for u_0, u_1, ….
function memberOf(run: Run, path: string): string {
  const shape = new RegExp(
    `^${path
      .split("*")
      .map((part) => part.replace(/[.\\[\]()+?^${}|$]/g, "\\$&"))
      .join("\\d+")}$`,
  );
  const all = [...run.rows("taps").map((t) => t.path), ...run.rows("blocks").map((b) => b.scope)];
  return all.find((candidate) => shape.test(candidate)) ?? path;
}
