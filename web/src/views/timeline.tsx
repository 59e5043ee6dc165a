// SPDX-License-Identifier: Apache-2.0
// What happened when. One clock at a time: cycles of different clocks share an axis only where it is known how they lie
// on the time of the software beside them.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count, duration, lastPart, length, moment, parentOf, pixels, short } from "../base/format";
import { categoryWords } from "../base/words";
import type { Run } from "../data/run";
import { recordText } from "../data/trace";
import { axesBeside, edgeOf } from "../model/axis";
import { visitAt } from "../model/exact_sums";
import { frameAt } from "../model/frame_sums";
import { href, parseRoute, type Route } from "../model/route";
import { NotThere } from "../render/not_there";
import { headHeight, isMachine, rowGap, rowHeight, TimelineCanvas, type TimelineRow } from "../render/timeline_canvas";
import type { Span } from "../render/row_painter";
import { textUnit, useTheme } from "../render/theme";
import { groupIds, kindWords, shownRows } from "../render/timeline_groups";
import { rowsOf } from "../render/timeline_rows";
import { CategoryKey } from "./category_key";
import { Picked, type Pick } from "./timeline_pick";
import { RangeTable } from "./timeline_range";
import { Strip } from "./trigger_strip";

type Kind = keyof typeof kindWords;
const mostOpen = 200; // a design of more rows opens with its groups folded
const wordsOf = (text: string | undefined) => (text ?? "").split(" ").filter(Boolean);

export function Timeline(props: { run: Run; route: Route; live: boolean }) {
  const { run, route } = props;
  const clocks = run.rows("clocks");
  const wanted = run.rows("taps").find((t) => t.path === route.parameters.row)?.clock;
  const clock = clocks.find((c) => String(c.clock) === (route.parameters.clock ?? String(wanted))) ?? clocks[0];
  const { hide, pin } = route.parameters;
  const hidden = new Set(wordsOf(hide));
  const all = useMemo(() => (clock ? rowsOf(run, clock.clock, axesBeside(clocks, clock)) : []), [run, clock]);
  const fold = route.parameters.fold ?? (all.length > mostOpen ? "all" : "none");
  const rows = useMemo(
    () =>
      shownRows(all, {
        hidden,
        pinned: wordsOf(pin),
        folded: new Set(wordsOf(fold)),
        marked: route.parameters.row ?? "",
      }),
    [all, hide, pin, fold, route.parameters.row],
  );
  const end = Math.max(pixels(clock?.edges), 1);
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
            {c.name} · {c.unit === "ns" ? duration(pixels(c.edges)) : `${count(c.edges)} edges`}
          </option>
        ))}
      </select>
    </label>
  );
  if (!clock || all.length === 0) {
    return (
      <div class="view">
        <div class="tools">{clockChoice}</div>
        <p class="quiet">
          Nothing of this clock was cut into frames or traced, so that nobody knows when things happened. Profile it
          with frames: <code>tapestry profile --frame N</code>, or with every change of every state machine:{" "}
          <code>tapestry profile --trace</code>.
        </p>
      </div>
    );
  }
  const go = (changed: Record<string, string>) => {
    location.hash = href("timeline", { ...parseRoute(location.hash).parameters, ...changed });
  };
  const toggle = (name: "hide" | "pin" | "fold", word: string) => {
    const now = name === "fold" ? wordsOf(fold) : wordsOf(parseRoute(location.hash).parameters[name]);
    const words = new Set(now.includes("all") ? groupIds(all) : now);
    words.delete("none");
    if (!words.delete(word)) words.add(word);
    if (name === "fold" && words.size === 0) words.add("none");
    go({ [name]: [...words].join(" ") });
  };
  const hiddenRows = [...hidden].filter((word) => !(word in kindWords));
  const isGrouped = rows.some((r) => r.kind === "group");
  return (
    <div class="view timeline-view">
      {route.parameters.row && !all.some((r) => r.path === route.parameters.row) && (
        <NotThere what="row" name={route.parameters.row} />
      )}
      <div class="tools">
        {clockChoice}
        {(Object.keys(kindWords) as Kind[])
          .filter((kind) => all.some((r) => r.kind === kind))
          .map((kind) => (
            <label key={kind} class="toggle">
              <input type="checkbox" checked={!hidden.has(kind)} onChange={() => toggle("hide", kind)} />
              {kindWords[kind]}
            </label>
          ))}
        {isGrouped && (
          <button type="button" onClick={() => go({ fold: fold === "none" ? "all" : "none" })}>
            {fold === "none" ? "Fold all" : "Open all"}
          </button>
        )}
        {hiddenRows.length > 0 && (
          <button type="button" onClick={() => go({ hide: [...hidden].filter((word) => word in kindWords).join(" ") })}>
            Show {hiddenRows.length} hidden {hiddenRows.length === 1 ? "row" : "rows"}
          </button>
        )}
      </div>
      <CategoryKey run={run} />
      <Picture
        run={run}
        route={route}
        all={all}
        rows={rows}
        end={end}
        unit={clock.unit}
        time={clock.unit === "ns" ? 0 : pixels(clock.time)}
        rate={clock.rate_hz}
        onToggle={toggle}
      />
    </div>
  );
}

const frameNumbers = [
  "transfer_cycles",
  "blocked_cycles",
  "starved_cycles",
  "idle_cycles",
  "occupancy_sum",
  "full_cycles",
  "empty_cycles",
  "pushes",
  "pops",
  "cycles_true",
  "rising_edges",
  "violations",
];

function spanOf(route: Route, end: number): Span {
  const from = Number(route.parameters.from ?? 0);
  const to = Number(route.parameters.to ?? end);
  return Number.isFinite(from) && Number.isFinite(to) && to > from
    ? { from: Math.max(from, 0), to: Math.min(to, end) }
    : { from: 0, to: end };
}

// What the picture can tell, and how to learn more.
function how(rows: TimelineRow[]): ComponentChildren {
  const machines = rows.filter(isMachine);
  const traced = machines.filter((r) => r.trace).length;
  const lost = rows.filter((r) => r.trace?.lost).length;
  const frames = "A frame shows sums: how much of each, not in which order.";
  if (traced === 0)
    return (
      <>
        {frames} For every change to the cycle: <code>tapestry profile --trace</code>
      </>
    );
  return (
    <>
      {traced === machines.length
        ? "Blocks are drawn from their traces, exact to the cycle."
        : `${traced} of ${machines.length} blocks were traced and are exact to the cycle. ${frames}`}
      {lost > 0 && ` ${lost === 1 ? "One trace" : `${lost} traces`} lost records; frames stand in for what came after.`}
    </>
  );
}

// Cycles as a length of time, where the clock's rate is known.
function durationText(cycles: number, rate: number | null): string {
  return rate ? duration((cycles / rate) * 1e9) : "";
}

function Picture(props: {
  run: Run;
  route: Route;
  all: TimelineRow[];
  rows: TimelineRow[];
  end: number;
  unit: string;
  time: number;
  rate: number | null;
  onToggle: (name: "hide" | "pin" | "fold", word: string) => void;
}) {
  const { run, route, rows, end, unit, time } = props;
  const element = useRef<HTMLCanvasElement>(null);
  const painter = useRef<TimelineCanvas>();
  const theme = useTheme();
  const span = useRef<Span>(spanOf(route, end));
  const scroll = useRef(0);
  const pointer = useRef<number>();
  const wanted = useRef(0);
  const [shownSpan, setShownSpan] = useState(span.current);
  const range = useRef<Span>();
  const [measured, setMeasured] = useState<Span>();
  const [picked, setPicked] = useState<Pick>();
  const [hint, setHint] = useState<{ x: number; y: number; lines: string[] }>();
  // The page grows with the screen, and the picture with it: lengths here are in units of its text.
  const wide = () => (element.current?.clientWidth ?? 800) / textUnit();
  const high = () => (element.current?.clientHeight ?? 600) / textUnit();
  const labelWidth = () => Math.min(190, Math.max(96, wide() * 0.2));

  const paint = () => {
    if (wanted.current) return;
    wanted.current = requestAnimationFrame(() => {
      wanted.current = 0;
      if (!element.current) return;
      const most = Math.max(rows.length * (rowHeight + rowGap) - (high() - headHeight) + 10, 0);
      scroll.current = Math.min(Math.max(scroll.current, 0), most);
      const scene = {
        rows,
        span: span.current,
        end,
        unit,
        time,
        wide: wide(),
        high: high(),
        scroll: scroll.current,
        labelWidth: labelWidth(),
        marked: route.parameters.row ?? "",
        pointer: pointer.current,
        range: range.current,
      };
      painter.current!.draw(scene, theme);
    });
  };
  // The hash follows when the hand rests, so that a link shows what the reader sees.
  const rest = useRef<ReturnType<typeof setTimeout>>();
  const show = (next: Span) => {
    const width = Math.min(Math.max(next.to - next.from, 1), end);
    const from = Math.min(Math.max(next.from, 0), end - width);
    span.current = { from, to: from + width };
    setShownSpan(span.current);
    paint();
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const whole = span.current.from === 0 && span.current.to === end;
      const next = href("timeline", {
        ...route.parameters,
        from: whole ? undefined : Math.round(span.current.from),
        to: whole ? undefined : Math.round(span.current.to),
      });
      if (next !== location.hash) history.pushState(null, "", next);
    }, 400);
  };
  const zoom = (factor: number, x?: number) => {
    const { from, to } = span.current;
    const share = x === undefined ? 0.5 : (x - labelWidth()) / (wide() - labelWidth());
    const at = from + (to - from) * Math.min(Math.max(share, 0), 1);
    show({ from: at - (at - from) * factor, to: at + (to - at) * factor });
  };
  const pan = (share: number) => {
    const by = (span.current.to - span.current.from) * share;
    show({ from: span.current.from + by, to: span.current.to + by });
  };

  useEffect(() => {
    painter.current = new TimelineCanvas(element.current!, run);
    const at = rows.findIndex((r) => r.path === route.parameters.row);
    if (at >= 0) scroll.current = at * (rowHeight + rowGap) - 60;
    paint();
  }, [run, route.parameters.row]);
  useEffect(paint, [rows, theme]);
  useEffect(() => {
    span.current = spanOf(route, end);
    setShownSpan(span.current);
    paint();
  }, [route, end]);
  useEffect(() => {
    const canvas = element.current!;
    const observer = new ResizeObserver(paint);
    observer.observe(canvas);
    const onWheel = (e: WheelEvent) => {
      e.preventDefault();
      if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) pan((e.deltaX || e.deltaY) / canvas.clientWidth);
      else if (e.ctrlKey || e.metaKey || e.altKey || rows.length * (rowHeight + rowGap) < high())
        zoom(Math.exp(e.deltaY * 0.0015), e.offsetX / textUnit());
      else {
        scroll.current += e.deltaY / textUnit();
        paint();
      }
    };
    canvas.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      observer.disconnect();
      canvas.removeEventListener("wheel", onWheel);
    };
  }, [rows, run, theme]);

  // A drag measures a range; with Shift, or beside the picture, it moves it. A click picks what stands there.
  const drag = useRef<{ x: number; y: number; span: Span; scroll: number; moves: boolean; far: boolean }>();
  const edgeAt = (x: number) =>
    span.current.from + ((x - labelWidth()) / (wide() - labelWidth())) * (span.current.to - span.current.from);
  const within = (edge: number) => Math.min(Math.max(edge, 0), end);
  const onDown = (e: PointerEvent) => {
    const [x, y] = [e.offsetX / textUnit(), e.offsetY / textUnit()];
    const moves = e.shiftKey || e.button === 1 || x < labelWidth() || y < headHeight || e.pointerType === "touch";
    drag.current = { x, y, span: span.current, scroll: scroll.current, moves, far: false };
    (e.currentTarget as HTMLElement).setPointerCapture(e.pointerId);
  };
  const onMove = (e: PointerEvent) => {
    const [x, y] = [e.offsetX / textUnit(), e.offsetY / textUnit()];
    const start = drag.current;
    if (start) {
      start.far ||= Math.abs(x - start.x) + Math.abs(y - start.y) > 4;
      if (start.moves) {
        const by = ((start.x - x) / (wide() - labelWidth())) * (start.span.to - start.span.from);
        scroll.current = start.scroll + start.y - y;
        show({ from: start.span.from + by, to: start.span.to + by });
      } else if (start.far) {
        const [a, b] = [within(edgeAt(start.x)), within(edgeAt(x))];
        range.current = { from: Math.floor(Math.min(a, b)), to: Math.ceil(Math.max(a, b)) };
      }
    }
    pointer.current = x > labelWidth() ? x : undefined;
    setHint(start?.far ? undefined : describe(x, y));
    paint();
  };
  const onUp = (e: PointerEvent) => {
    const start = drag.current;
    drag.current = undefined;
    if (!start) return;
    if (start.far) {
      if (!start.moves) setMeasured(range.current);
      return;
    }
    range.current = undefined;
    setMeasured(undefined);
    pickAt(e.offsetX / textUnit(), e.offsetY / textUnit());
    paint();
  };
  const rowAt = (y: number) =>
    y > headHeight ? rows[Math.floor((y - headHeight + scroll.current) / (rowHeight + rowGap))] : undefined;
  const pickAt = (x: number, y: number) => {
    const row = rowAt(y);
    if (!row) return setPicked(undefined);
    if (row.kind === "group") return props.onToggle("fold", row.path);
    const edge = x < labelWidth() ? undefined : Math.floor(edgeOf(row.axis, edgeAt(x)));
    const exact = edge === undefined ? undefined : painter.current!.exactOf(row, end);
    const i = exact ? visitAt(exact.starts, edge!) : -1;
    const visit =
      exact && i >= 0 && i + 1 < exact.starts.length
        ? { state: recordText(exact.trace, i), from: exact.starts[i]!, to: exact.starts[i + 1]! }
        : undefined;
    setPicked({ row, ...(visit && { visit }) });
  };
  const describe = (x: number, y: number) => {
    const row = rowAt(y);
    if (!row || row.kind === "group" || x < labelWidth()) return undefined;
    const edge = edgeOf(row.axis, edgeAt(x));
    const name = `${parentOf(row.path)}.${lastPart(row.path)}`;
    const at = row.axis
      ? `${moment(Math.floor(edge), "cycle")} · ${moment(edgeAt(x), unit)}`
      : `${moment(Math.floor(edge), unit)}${timeText(edge)}`;
    return { x, y, lines: [name, at, ...(describeRecord(row, edge) ?? describeFrame(row, edge))] };
  };
  // Only the end of the run is known in time; what lies before is placed as if the clock were even.
  const timeText = (edge: number) => (time > 0 ? ` · time ≈ ${short(Math.round((edge / end) * time))}` : "");
  const describeRecord = (row: TimelineRow, edge: number): string[] | undefined => {
    const exact = painter.current!.exactOf(row, end);
    const trace = painter.current!.traceOf(row);
    if (exact) {
      const i = visitAt(exact.starts, edge);
      const category = exact.layers[exact.layer[i] ?? -1]?.category;
      if (i < 0 || i + 1 >= exact.starts.length) return undefined;
      const [start, stop] = [exact.starts[i]!, exact.starts[i + 1]!];
      const own = row.axis ? "cycle" : unit;
      return [
        `${recordText(exact.trace, i)}${category ? ` (${categoryWords[category].label})` : ""}`,
        `from ${moment(start, own)}, for ${length(stop - start, own)}${row.axis ? "" : timeText(start)}`,
      ];
    }
    const i = trace ? visitAt(trace.edges, edge) : -1;
    return trace && i >= 0
      ? [
          `last record: ${recordText(trace, i)}`,
          `at ${moment(trace.edges[i], row.axis ? "cycle" : unit)}${row.axis ? "" : timeText(trace.edges[i]!)}`,
        ]
      : undefined;
  };
  const describeFrame = (row: TimelineRow, edge: number): string[] => {
    const violated =
      row.kind === "assertion"
        ? [
            row.first === null
              ? "it held all the time"
              : `first violated at ${moment(row.first, row.axis ? "cycle" : unit)}`,
          ]
        : [];
    const sums = painter.current!.sumsOf(row);
    if (!sums) return violated;
    const frame = frameAt(sums.edges, edge);
    const lines = [
      ...violated,
      `in frame ${frame}: cycles ${count(sums.edges[frame])} to ${count(sums.edges[frame + 1])}`,
    ];
    const prefix = isMachine(row) ? "state." : "";
    for (const name of run.series.names(row.tap)) {
      if (prefix ? !name.startsWith(prefix) : !frameNumbers.includes(name)) continue;
      const series = run.series.get(row.tap, name)!;
      const k = series.positions.indexOf(run.frames(row.tap)!.frame[frame]!);
      if (k >= 0) lines.push(`${name.slice(prefix.length).replace(/_cycles$/, "")}: ${count(series.values[k])}`);
    }
    return lines;
  };
  const onKey = (e: KeyboardEvent) => {
    const isElsewhere =
      e.target instanceof HTMLElement &&
      e.target !== document.body &&
      e.target !== element.current &&
      !e.target.matches("main");
    if (isElsewhere) return;
    const moves: Record<string, () => void> = {
      "+": () => zoom(0.6),
      "=": () => zoom(0.6),
      "-": () => zoom(1 / 0.6),
      "0": () => show({ from: 0, to: end }),
      ArrowLeft: () => pan(-0.1),
      ArrowRight: () => pan(0.1),
      ArrowUp: () => {
        scroll.current -= rowHeight + rowGap;
        paint();
      },
      ArrowDown: () => {
        scroll.current += rowHeight + rowGap;
        paint();
      },
      Home: () => pan(-1e9),
      End: () => pan(1e9),
      Escape: () => {
        range.current = undefined;
        setMeasured(undefined);
        setPicked(undefined);
        paint();
      },
    };
    const move = moves[e.key];
    if (!move || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    move();
  };
  // Keys work wherever the focus is, unless something else wants them.
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const dataRows = rows.filter((r) => r.kind !== "group").length;
  const overflows = rows.length * (rowHeight + rowGap) >= high();
  const height = Math.min(
    (rows.length * (rowHeight + rowGap) + headHeight + 8) * textUnit(),
    Math.max(innerHeight - 242 * textUnit(), 320),
  );
  return (
    <div class="timeline">
      <Strip run={run} rows={props.all.filter((r) => !r.axis)} span={shownSpan} end={end} onSpan={show} />
      <canvas
        ref={element}
        tabIndex={0}
        role="img"
        style={{ height: `${height}px` }}
        aria-label={`Timeline of ${dataRows} rows; arrows move, plus and minus zoom, zero shows all`}
        onPointerDown={onDown}
        onPointerUp={onUp}
        onPointerMove={onMove}
        onPointerLeave={() => {
          pointer.current = undefined;
          setHint(undefined);
          paint();
        }}
        onDblClick={(e) => zoom(0.4, e.offsetX / textUnit())}
      />
      {hint && (
        <div
          class={`hint ${hint.x > wide() / 2 ? "hint-left" : ""}`}
          style={{ left: `${hint.x * textUnit()}px`, top: `${(hint.y + 60) * textUnit()}px` }}
        >
          {hint.lines.map((l, i) => (
            <div key={i}>{l}</div>
          ))}
        </div>
      )}
      {measured && (
        <RangeTable
          run={run}
          rows={rows}
          range={measured}
          unit={unit}
          canvas={painter.current!}
          end={end}
          duration={durationText(measured.to - measured.from, props.rate)}
          onZoom={() => show(measured)}
        />
      )}
      {picked && (
        <Picked
          run={run}
          pick={picked}
          isPinned={wordsOf(route.parameters.pin).includes(picked.row.path)}
          onPin={() => props.onToggle("pin", picked.row.path)}
          onHide={() => {
            props.onToggle("hide", picked.row.path);
            setPicked(undefined);
          }}
        />
      )}
      <p class="quiet timeline-foot">
        {unit === "ns" ? (
          <span>
            <b>{duration(shownSpan.from)}</b> to <b>{duration(shownSpan.to)}</b> of {duration(end)}
          </span>
        ) : (
          <span>
            cycles <b>{count(Math.floor(shownSpan.from))}</b> to <b>{count(Math.ceil(shownSpan.to))}</b> of {count(end)}
          </span>
        )}
        {unit !== "ns" && props.rate !== null && (
          <span>{durationText(shownSpan.to - shownSpan.from, props.rate)} shown</span>
        )}
        {rows.some((r) => r.axis) && (
          <span
            title={
              "Where the clock of the device lies on the time of the software is bounded by round trips; " +
              "the overview states how closely."
            }
          >
            device and software on one time
          </span>
        )}
        {time > 0 && (
          <span
            title={
              "The simulator's clock at the last record. " +
              "Times before it are marked ≈: they hold if the clock is even."
            }
          >
            the whole run took <b>{count(time)}</b> units of simulation time
          </span>
        )}
        <span>
          drag: measure · Shift and drag, arrows: move · {overflows ? "wheel: scroll, Ctrl and wheel" : "wheel"}, + −:
          zoom · 0: all · click: what is it?
        </span>
        <span>{how(props.all)}</span>
      </p>
    </div>
  );
}
