// SPDX-License-Identifier: Apache-2.0
// What happened when. One clock at a time: cycles of different clocks never share an axis.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count, lastPart, parentOf, pixels } from "../base/format";
import { categoryWords } from "../base/words";
import type { Run } from "../data/run";
import { frameAt } from "../model/frame_sums";
import { href, type Route } from "../model/route";
import { headHeight, rowGap, rowHeight, TimelineCanvas, type TimelineRow } from "../render/timeline_canvas";
import type { Span } from "../render/row_painter";
import { useTheme } from "../render/theme";

type Kind = TimelineRow["kind"];
const kinds: Record<Kind, string> = { machine: "blocks", channel: "channels", queue: "queue fill", event: "events" };

function rowsOf(run: Run, clock: number, shown: Set<Kind>): TimelineRow[] {
  const clockOf = new Map(run.rows("taps").map((t) => [t.tap, t.clock]));
  const rows: TimelineRow[] = [];
  const add = (kind: Kind, tap: number, path: string, label: string, most = 1) => {
    if (shown.has(kind) && clockOf.get(tap) === clock && run.frames(tap)) rows.push({ kind, tap, path, label, most });
  };
  for (const e of run.rows("events")) add("event", e.tap, e.path, lastPart(e.path));
  for (const b of run.rows("blocks")) if (b.tap !== null) add("machine", b.tap, b.path, lastPart(b.scope));
  for (const q of run.rows("queues")) add("queue", q.tap, q.path, lastPart(q.path), Math.max(pixels(q.depth ?? q.max_occupancy), 1));
  for (const c of run.rows("channels")) add("channel", c.tap, c.path, lastPart(c.path));
  return rows;
}

export function Timeline(props: { run: Run; route: Route; live: boolean }) {
  const { run, route } = props;
  const clocks = run.rows("clocks");
  const clock = clocks.find((c) => String(c.clock) === route.parameters.clock) ?? clocks[0];
  const [shown, setShown] = useState<Set<Kind>>(new Set(["machine", "queue", "channel", "event"]));
  const rows = useMemo(() => (clock ? rowsOf(run, clock.clock, shown) : []), [run, clock, shown]);
  const end = Math.max(pixels(clock?.edges), 1);
  if (!clock || (rows.length === 0 && shown.size === 4)) {
    return <div class="view"><p class="quiet">The run was not cut into frames, so that nobody knows when things happened. Profile it with frames: `tapestry profile --frame N`.</p></div>;
  }
  const toggle = (kind: Kind) => setShown((s) => { const next = new Set(s); if (!next.delete(kind)) next.add(kind); return next; });
  return (
    <div class="view timeline-view">
      <div class="tools">
        {clocks.length > 1 && (
          <label>clock <select value={String(clock.clock)} onChange={(e) => { location.hash = href("timeline", { ...route.parameters, clock: e.currentTarget.value }); }}>
            {clocks.map((c) => <option key={c.clock} value={String(c.clock)}>{c.name} · {count(c.edges)} edges</option>)}
          </select></label>
        )}
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <label key={kind} class="toggle"><input type="checkbox" checked={shown.has(kind)} onChange={() => toggle(kind)} />{kinds[kind]}</label>
        ))}
      </div>
      <Picture run={run} route={route} rows={rows} end={end} time={pixels(clock.time)} />
    </div>
  );
}

function spanOf(route: Route, end: number): Span {
  const from = Number(route.parameters.from ?? 0);
  const to = Number(route.parameters.to ?? end);
  return Number.isFinite(from) && Number.isFinite(to) && to > from ? { from: Math.max(from, 0), to: Math.min(to, end) } : { from: 0, to: end };
}

function Picture(props: { run: Run; route: Route; rows: TimelineRow[]; end: number; time: number }) {
  const { run, route, rows, end } = props;
  const element = useRef<HTMLCanvasElement>(null);
  const painter = useRef<TimelineCanvas>();
  const theme = useTheme();
  const span = useRef<Span>(spanOf(route, end));
  const scroll = useRef(0);
  const pointer = useRef<number>();
  const wanted = useRef(0);
  const [shownSpan, setShownSpan] = useState(span.current);
  const [hint, setHint] = useState<{ x: number; y: number; lines: string[] }>();
  const labelWidth = () => Math.min(190, Math.max(96, (element.current?.clientWidth ?? 800) * 0.2));

  const paint = () => {
    if (wanted.current) return;
    wanted.current = requestAnimationFrame(() => {
      wanted.current = 0;
      if (!element.current) return;
      const most = Math.max(rows.length * (rowHeight + rowGap) - (element.current.clientHeight - headHeight) + 10, 0);
      scroll.current = Math.min(Math.max(scroll.current, 0), most);
      painter.current!.draw(rows, span.current, scroll.current, labelWidth(), theme, route.parameters.row ?? "", pointer.current, Math.min(devicePixelRatio, 2));
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
      history.replaceState(null, "", href("timeline", { ...route.parameters, from: whole ? undefined : Math.round(span.current.from), to: whole ? undefined : Math.round(span.current.to) }));
    }, 400);
  };
  const zoom = (factor: number, x?: number) => {
    const { from, to } = span.current;
    const share = x === undefined ? 0.5 : (x - labelWidth()) / ((element.current?.clientWidth ?? 1) - labelWidth());
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
      else if (e.ctrlKey || e.metaKey || e.altKey || rows.length * (rowHeight + rowGap) < canvas.clientHeight) zoom(Math.exp(e.deltaY * 0.0015), e.offsetX);
      else { scroll.current += e.deltaY; paint(); }
    };
    canvas.addEventListener("wheel", onWheel, { passive: false });
    return () => { observer.disconnect(); canvas.removeEventListener("wheel", onWheel); };
  }, [rows, run, theme]);

  const drag = useRef<{ x: number; y: number; span: Span; scroll: number }>();
  const onMove = (e: PointerEvent) => {
    if (drag.current) {
      const width = element.current!.clientWidth - labelWidth();
      const by = ((drag.current.x - e.offsetX) / width) * (drag.current.span.to - drag.current.span.from);
      scroll.current = drag.current.scroll + drag.current.y - e.offsetY;
      show({ from: drag.current.span.from + by, to: drag.current.span.to + by });
    }
    pointer.current = e.offsetX > labelWidth() ? e.offsetX : undefined;
    setHint(describe(e.offsetX, e.offsetY));
    paint();
  };
  const describe = (x: number, y: number) => {
    const i = Math.floor((y - headHeight + scroll.current) / (rowHeight + rowGap));
    const row = y > headHeight ? rows[i] : undefined;
    if (!row || x < labelWidth()) return undefined;
    const sums = painter.current!.sumsOf(row);
    const edge = span.current.from + ((x - labelWidth()) / (element.current!.clientWidth - labelWidth())) * (span.current.to - span.current.from);
    if (!sums) return undefined;
    const frame = frameAt(sums.edges, edge);
    const lines = [`${parentOf(row.path)}.${lastPart(row.path)}`, `cycle ${count(Math.floor(edge))}, in frame ${frame}: cycles ${count(sums.edges[frame]!)} to ${count(sums.edges[frame + 1]!)}`];
    for (const name of run.series.names(row.tap)) {
      const wantedName = row.kind === "machine" ? name.startsWith("state.") : ["transfer_cycles", "blocked_cycles", "starved_cycles", "idle_cycles", "occupancy_sum", "full_cycles", "empty_cycles", "pushes", "pops", "cycles_true", "rising_edges"].includes(name);
      const series = wantedName ? run.series.get(row.tap, name) : undefined;
      const k = series ? series.positions.indexOf(run.frames(row.tap)!.frame[frame]!) : -1;
      if (series && k >= 0) lines.push(`${name.replace(/^state\./, "").replace(/_cycles$/, "")}: ${count(series.values[k]!)}`);
    }
    return { x, y, lines };
  };
  const onKey = (e: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6), "0": () => show({ from: 0, to: end }),
      ArrowLeft: () => pan(-0.1), ArrowRight: () => pan(0.1),
      ArrowUp: () => { scroll.current -= rowHeight + rowGap; paint(); }, ArrowDown: () => { scroll.current += rowHeight + rowGap; paint(); },
      Home: () => pan(-1e9), End: () => pan(1e9),
    };
    const move = moves[e.key];
    if (!move || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    move();
  };
  const height = Math.min(rows.length * (rowHeight + rowGap) + headHeight + 8, Math.max(innerHeight - 230, 320));
  return (
    <div class="timeline">
      <Strip run={run} rows={rows} span={shownSpan} end={end} onSpan={show} />
      <canvas
        ref={element} tabIndex={0} role="img" style={{ height: `${height}px` }}
        aria-label={`Timeline of ${rows.length} rows; arrows move, plus and minus zoom, zero shows all`}
        onPointerDown={(e) => { drag.current = { x: e.offsetX, y: e.offsetY, span: span.current, scroll: scroll.current }; e.currentTarget.setPointerCapture(e.pointerId); }}
        onPointerUp={() => { drag.current = undefined; }} onPointerMove={onMove}
        onPointerLeave={() => { pointer.current = undefined; setHint(undefined); paint(); }}
        onKeyDown={onKey} onDblClick={(e) => zoom(0.4, e.offsetX)}
      />
      {hint && <div class={`hint ${hint.x > (element.current?.clientWidth ?? 0) / 2 ? "hint-left" : ""}`} style={{ left: `${hint.x}px`, top: `${hint.y + 60}px` }}>{hint.lines.map((l, i) => <div key={i}>{l}</div>)}</div>}
      <p class="quiet timeline-foot">
        <span>cycles <b>{count(Math.floor(shownSpan.from))}</b> to <b>{count(Math.ceil(shownSpan.to))}</b> of {count(end)}</span>
        {props.time > 0 && <span title="The simulator's clock at the last record. Where a single cycle falls in time is not recorded.">the whole run took <b>{count(props.time)}</b> units of simulation time</span>}
        <span>drag or arrows: move · wheel, + −: zoom · 0: all</span>
        <span title={categoryWords.unknown.meaning}>A frame shows sums: how much of each, not in which order.</span>
      </p>
    </div>
  );
}

// The one-line strip over the whole run: triggers where the run has them, and the part that is shown.
function Strip(props: { run: Run; rows: TimelineRow[]; span: Span; end: number; onSpan: (span: Span) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current!;
    const width = (element.width = Math.max(element.clientWidth, 1));
    const height = (element.height = 26);
    const context = element.getContext("2d")!;
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(document.documentElement);
    const marks = new Float64Array(width);
    const mark = (edge: number, n: number) => { const x = Math.min(Math.floor((edge / props.end) * width), width - 1); if (x >= 0) marks[x]! += n; };
    for (const tap of props.run.trace?.taps() ?? []) {
      for (const name of props.run.trace!.names(tap)) props.run.trace!.get(tap, name)!.positions.forEach((edge) => mark(edge, 1));
    }
    for (const row of props.rows) {
      const frames = row.kind === "event" ? props.run.frames(row.tap) : undefined;
      const series = frames && (props.run.series.get(row.tap, "rising_edges") ?? props.run.series.get(row.tap, "cycles_true"));
      // Somewhere in the frame: all of it is marked.
      series?.positions.forEach((frame, k) => {
        const i = frames!.frame.indexOf(frame);
        const [a, b] = [frames!.start_edge[i] ?? 0, frames!.end_edge[i] ?? 0].map((edge) => Math.floor((edge / props.end) * width));
        for (let x = a!; x < b!; x++) marks[x]! += series.values[k]! / (b! - a!);
      });
    }
    const most = Math.max(...marks, 1);
    context.fillStyle = style.getPropertyValue("--ink");
    marks.forEach((n, x) => { if (n > 0) { const h = 4 + 16 * (Math.log1p(n) / Math.log1p(most)); context.fillRect(x, height - 2 - h, 1, h); } });
    const a = (props.span.from / props.end) * width;
    const b = Math.max((props.span.to / props.end) * width, a + 3);
    context.fillStyle = style.getPropertyValue("--veil");
    context.fillRect(0, 0, a, height);
    context.fillRect(b, 0, width - b, height);
    context.strokeStyle = style.getPropertyValue("--accent");
    context.lineWidth = 2;
    context.strokeRect(a + 1, 1, Math.max(b - a - 2, 1), height - 2);
  }, [props.span, props.rows, theme]);
  const onDown = (e: PointerEvent) => {
    const half = (props.span.to - props.span.from) / 2;
    const at = (e.offsetX / canvas.current!.clientWidth) * props.end;
    props.onSpan({ from: at - half, to: at + half });
  };
  return (
    <div class="strip">
      <span class="quiet" title="Trace records, or the cycles in which events held, over the whole run">triggers</span>
      <canvas ref={canvas} onPointerDown={onDown} onPointerMove={(e) => { if (e.buttons) onDown(e); }} role="img" aria-label="Triggers over the whole run" />
    </div>
  );
}
