// SPDX-License-Identifier: Apache-2.0
// What happened when: the choice of clock and rows above the picture. One clock is shown at a time; other clocks share
// its axis only where it is known how they lie on the time of software.
import { useMemo } from "preact/hooks";
import { toggled } from "../base/algorithms";
import { count, duration, toNumber } from "../base/format";
import type { Run } from "../data/run";
import { axesOfOtherClocks } from "../model/axis";
import { href, parseRoute, type Route } from "../model/route";
import { NotFound } from "../render/not_found";
import { groupIds, kindWords, likeGroups, shownRows } from "../render/timeline_groups";
import { hasMessages } from "../render/timeline_messages";
import { rowsOf } from "../render/timeline_rows";
import { CategoryKey } from "./category_key";
import { type RowAction, TimelinePicture } from "./timeline_picture";

type Kind = keyof typeof kindWords;
const maxRowsOpen = 200; // with more rows, all groups are folded at first
const messagesWord = "messages"; // among the kinds that are hidden
const splitWords = (text: string | undefined) => (text ?? "").split(" ").filter(Boolean);

// Of very many messages the page has the first ones.
function firstMessages(run: Run): string {
  const all = run.rows("communication").reduce((sum, pair) => sum + toNumber(pair.messages), 0);
  const here = run.rows("messages").filter((m) => m.sender && m.receiver).length;
  return here < all ? ` (the first ${count(here)} of ${count(all)})` : "";
}

export function Timeline(props: { run: Run; route: Route }) {
  const { run, route } = props;
  const clocks = run.rows("clocks");
  const clockOfRow = run.rows("taps").find((t) => t.path === route.parameters.row)?.clock;
  const clock = clocks.find((c) => String(c.clock) === (route.parameters.clock ?? String(clockOfRow))) ?? clocks[0];
  const { hide, pin } = route.parameters;
  const hidden = new Set(splitWords(hide));
  const all = useMemo(() => (clock ? rowsOf(run, clock.clock, axesOfOtherClocks(clocks, clock)) : []), [run, clock]);
  const fold = route.parameters.fold ?? (all.length > maxRowsOpen ? "all" : likeGroups(all).join(" ") || "none");
  const rows = useMemo(
    () =>
      shownRows(all, {
        hidden,
        pinned: splitWords(pin),
        folded: new Set(splitWords(fold)),
        highlighted: route.parameters.row ?? "",
      }),
    [all, hide, pin, fold, route.parameters.row],
  );
  const messagesHere = clock?.unit === "ns" && hasMessages(run);
  const flowsHere = clock?.unit === "ns" && run.rows("call_devices").length > 0;
  const withMessages = messagesHere || flowsHere;
  const end = Math.max(toNumber(clock?.edges), 1);
  const clockChoice = clock && clocks.length > 1 && (
    <label>
      clock{" "}
      <select
        value={String(clock.clock)}
        onChange={(e) => {
          location.hash = href("timeline", { run: route.parameters.run, clock: e.currentTarget.value });
        }}
      >
        {clocks.map((c) => (
          <option key={c.clock} value={String(c.clock)}>
            {c.name} · {c.unit === "ns" ? duration(toNumber(c.edges)) : `${count(c.edges)} edges`}
          </option>
        ))}
      </select>
    </label>
  );
  if (!clock || all.length === 0) {
    return (
      <div class="view">
        <div class="tools">{clockChoice}</div>
        <p class="muted">
          This clock has totals only, no frames and no trace, so there is nothing to show over time. Profile it again
          with frames: <code>tapestry profile --frame N</code>, or with every change of every state machine:{" "}
          <code>tapestry profile --trace</code>.
        </p>
      </div>
    );
  }
  const go = (changed: Record<string, string>) => {
    location.hash = href("timeline", { ...parseRoute(location.hash).parameters, ...changed });
  };
  // Adds a row or group to a list in the URL, or removes it. "all" and "none" stand for lists of groups to fold.
  const toggle = (action: RowAction, name: string) => {
    const current = splitWords(action === "fold" ? fold : parseRoute(location.hash).parameters[action]);
    const names = new Set(current.includes("all") ? groupIds(all) : current);
    names.delete("none");
    const changed = toggled(names, name);
    go({ [action]: action === "fold" && changed.size === 0 ? "none" : [...changed].join(" ") });
  };
  const isKind = (word: string) => word in kindWords || word === messagesWord;
  const hiddenRows = [...hidden].filter((word) => !isKind(word));
  const isGrouped = rows.some((r) => r.kind === "group");
  return (
    <div class="view timeline-view">
      {route.parameters.row && !all.some((r) => r.path === route.parameters.row) && (
        <NotFound what="row" name={route.parameters.row} />
      )}
      <div class="tools">
        {clockChoice}
        {(Object.keys(kindWords) as Kind[])
          .filter((kind) => all.some((r) => r.kind === kind))
          .map((kind) => (
            <label key={kind} class="toggle">
              <input type="checkbox" checked={!hidden.has(kind)} onChange={() => toggle("hide", kind)} />
              {kind === "machine" && run.isProgram ? kindWords.thread : kindWords[kind]}
            </label>
          ))}
        {withMessages && (
          <label class="toggle">
            <input type="checkbox" checked={!hidden.has(messagesWord)} onChange={() => toggle("hide", messagesWord)} />
            {[...(messagesHere ? [`${messagesWord}${firstMessages(run)}`] : []), ...(flowsHere ? ["flows"] : [])].join(
              " and ",
            )}
          </label>
        )}
        {isGrouped && (
          <button type="button" onClick={() => go({ fold: fold === "none" ? "all" : "none" })}>
            {fold === "none" ? "Fold all" : "Open all"}
          </button>
        )}
        {hiddenRows.length > 0 && (
          <button type="button" onClick={() => go({ hide: [...hidden].filter(isKind).join(" ") })}>
            Show {hiddenRows.length} hidden {hiddenRows.length === 1 ? "row" : "rows"}
          </button>
        )}
      </div>
      <CategoryKey run={run} />
      <TimelinePicture
        run={run}
        route={route}
        all={all}
        rows={rows}
        end={end}
        unit={clock.unit}
        time={clock.unit === "ns" ? 0 : toNumber(clock.time)}
        rate={clock.rate_hz}
        pinned={splitWords(pin)}
        showsMessages={withMessages && !hidden.has(messagesWord)}
        onToggle={toggle}
      />
    </div>
  );
}
