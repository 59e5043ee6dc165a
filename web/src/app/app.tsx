// SPDX-License-Identifier: Apache-2.0
// The frame around the views: which run, which view, search, theme, keys.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isServed, type Loaded } from "../data/load";
import type { Run } from "../data/run";
import { href, parseRoute, type Route, type ViewId, viewNames } from "../model/route";
import { SvgDefinitions } from "../render/state_graph";
import { toggleTheme, useTheme } from "../render/theme";
import { Compare } from "../views/compare";
import { GraphView } from "../views/graph";
import { Legend } from "../views/legend";
import { Overview } from "../views/overview";
import { Profile } from "../views/profile";
import { Query } from "../views/query";
import { Queues } from "../views/queues";
import { Source } from "../views/source";
import { Timeline } from "../views/timeline";
import { WhatIf } from "../views/what_if";
import { SearchBox } from "./search_box";

const titles: Record<ViewId, string> = {
  overview: "Overview",
  graph: "Graph",
  profile: "Profile",
  source: "Source",
  timeline: "Timeline",
  queues: "Queues",
  compare: "Compare",
  "what-if": "What if",
  query: "Query",
};

// Only a server answers queries: a report that is a file has no tab for them.
const tabNames = viewNames.filter((name) => name !== "query" || isServed());

function View(props: { route: Route; run: Run; loaded: Loaded }) {
  const { route, run, loaded } = props;
  switch (route.view) {
    case "overview":
      return <Overview run={run} />;
    case "graph":
      return <GraphView run={run} route={route} />;
    case "profile":
      return <Profile key={route.parameters.block ?? ""} run={run} route={route} />;
    case "source":
      return <Source run={run} route={route} />;
    case "timeline":
      return <Timeline run={run} route={route} />;
    case "queues":
      return <Queues run={run} route={route} />;
    case "compare":
      return <Compare runs={loaded.runs} comparison={loaded.comparison} />;
    case "what-if":
      return <WhatIf run={run} />;
    case "query":
      return <Query key={run.number} run={run} />;
  }
}

export function App(props: { loaded: Loaded; note: string }) {
  const { loaded } = props;
  const theme = useTheme();
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  const [showsLegend, setShowsLegend] = useState(false);
  const run = loaded.runs[Number(route.parameters.run ?? 0)] ?? loaded.runs[0]!;

  useEffect(() => {
    const onHashChange = () => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", onHashChange);
    return () => removeEventListener("hashchange", onHashChange);
  }, []);
  useEffect(() => {
    document.title = `${titles[route.view]} · ${run.title} · Tapestry`;
  }, [route.view, run]);
  // Before the effects of the view, which may scroll to what it is about. A run that goes on is the same one.
  const tabs = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    scrollTo(0, 0);
    const tab = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab) tabs.current!.scrollLeft = tab.offsetLeft - (tabs.current!.clientWidth - tab.offsetWidth) / 2;
  }, [route.view, run.number]);
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const isTyping = e.target instanceof Element && e.target.matches("input, select, textarea");
      if (isTyping || e.ctrlKey || e.metaKey || e.altKey) return;
      const view = tabNames[Number(e.key) - 1];
      if (view) location.hash = href(view, { run: run.number });
      else if (e.key === "/") document.getElementById("search")?.focus();
      else if (e.key === "?") setShowsLegend(true);
      else if (e.key === "t") toggleTheme();
      else return;
      e.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [run]);

  return (
    <>
      <svg class="definitions" width="0" height="0" aria-hidden="true">
        <SvgDefinitions />
      </svg>
      <header>
        <a
          class="skip"
          href={href(route.view, route.parameters)}
          onClick={(e) => {
            e.preventDefault();
            document.querySelector<HTMLElement>("main")?.focus();
          }}
        >
          To the content
        </a>
        <a class="brand" href={href("overview", { run: run.number })} title="Overview">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path class="stroke category-busy" d="M2 6h8m4 0h8M2 18h8m4 0h8" />
            <path class="stroke category-transfer" d="M2 12h2m4 0h8m4 0h2" />
            <path class="stroke category-wait_send" d="M6 2v2m0 4v8m0 4v2M18 2v2m0 4v8m0 4v2" />
            <path class="stroke category-wait_recv" d="M12 2v8m0 4v8" />
          </svg>
          <b>{run.title}</b>
        </a>
        {loaded.runs.length > 1 && (
          <select
            aria-label="Run"
            value={String(run.number)}
            onChange={(e) => {
              location.hash = href(route.view, { ...route.parameters, run: e.currentTarget.value });
            }}
          >
            {loaded.runs.map((r) => (
              <option key={r.number} value={String(r.number)}>
                {r.data.name}
              </option>
            ))}
          </select>
        )}
        {loaded.live && (
          <span class="live" role="status">
            <i aria-hidden="true" />
            live
          </span>
        )}
        <SearchBox run={run} />
        <button type="button" onClick={() => setShowsLegend(true)} title="Legend (?)" aria-label="Legend">
          ?
        </button>
        <button
          type="button"
          onClick={toggleTheme}
          title="Light or dark (t)"
          aria-label={theme === "dark" ? "Light" : "Dark"}
        >
          {theme === "dark" ? "☀" : "☾"}
        </button>
      </header>
      <nav ref={tabs} class="views" aria-label="Views">
        {tabNames.map((name, i) => (
          <a key={name} href={href(name, { run: run.number })} aria-current={name === route.view ? "page" : undefined}>
            <kbd>{i + 1}</kbd>
            {titles[name]}
          </a>
        ))}
      </nav>
      <main tabIndex={-1}>
        {props.note && (
          <p class="warning" role="alert">
            {props.note}
          </p>
        )}
        {route.unknown !== undefined && (
          <p class="warning" role="alert">
            There is no view “{route.unknown}”; this is the overview.
          </p>
        )}
        <h1 class="visually-hidden">{titles[route.view]}</h1>
        <View route={route} run={run} loaded={loaded} />
      </main>
      {showsLegend && <Legend onClose={() => setShowsLegend(false)} />}
    </>
  );
}
