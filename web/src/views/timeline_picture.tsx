// SPDX-License-Identifier: Apache-2.0
// The picture of the timeline with its pointer, wheel and keys, and what they bring up below it.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { clamp } from "../base/algorithms";
import { count, duration } from "../base/format";
import type { Run } from "../data/run";
import { recordText } from "../data/trace";
import { edgeOf, type Span } from "../model/axis";
import { deviceFlows, flowsOfThreads, mostDeviceFlows } from "../model/device_flows";
import { visitAt } from "../model/exact_sums";
import { href, type Route } from "../model/route";
import { textScale, useTheme } from "../render/theme";
import { headerHeight, isMachine, rowPitch, TimelineCanvas, type TimelineRow } from "../render/timeline_canvas";
import { hintLines } from "./timeline_hint";
import { type Pick, PickedRow } from "./timeline_pick";
import { RangeTable } from "./timeline_range";
import { TriggerStrip } from "./trigger_strip";

export type RowAction = "hide" | "pin" | "fold";

interface PictureProps {
  run: Run;
  route: Route;
  all: TimelineRow[];
  rows: TimelineRow[]; // those that are shown, with headings
  end: number; // edges of the clock
  unit: string; // what the clock counts: cycles, or ns of software
  time: number; // simulation time at the end; 0 when it is not known
  rate: number | null; // of the clock, in Hz
  pinned: string[];
  showsMessages: boolean;
  onToggle: (action: RowAction, name: string) => void;
}

interface Drag {
  x: number;
  y: number;
  span: Span; // as it was when the drag began
  scroll: number;
  pans: boolean; // else it measures a range
  hasMoved: boolean; // else it is a click
}

function spanOf(route: Route, end: number): Span {
  const from = Number(route.parameters.from ?? 0);
  const to = Number(route.parameters.to ?? end);
  return Number.isFinite(from) && Number.isFinite(to) && to > from
    ? { from: Math.max(from, 0), to: Math.min(to, end) }
    : { from: 0, to: end };
}

// What was measured, "100-2000" in the address.
function rangeOf(route: Route, end: number): Span | undefined {
  const match = /^(\d+)-(\d+)$/.exec(route.parameters.range ?? "");
  if (!match) return undefined;
  const [from, to] = [Math.min(Number(match[1]), end), Math.min(Number(match[2]), end)];
  return to > from ? { from, to } : undefined;
}

const rangeText = (range: Span | undefined) => range && `${Math.round(range.from)}-${Math.round(range.to)}`;

export function TimelinePicture(props: PictureProps) {
  const { run, route, rows, end, unit, time } = props;
  const element = useRef<HTMLCanvasElement>(null);
  const painter = useRef<TimelineCanvas>();
  const theme = useTheme();
  // These change with every move of the pointer, which draws the picture again but not the page.
  const span = useRef<Span>(spanOf(route, end));
  const range = useRef<Span>();
  const scroll = useRef(0);
  const pointer = useRef<number>();
  const scheduled = useRef(0); // id of the next animation frame
  const [shownSpan, setShownSpan] = useState(span.current);
  const [measured, setMeasured] = useState<Span>();
  const [picked, setPicked] = useState<Pick>();
  const [hint, setHint] = useState<{ x: number; y: number; lines: string[] }>();
  // Lengths are in units of the page, which is enlarged as a whole on very large screens.
  const width = () => (element.current?.clientWidth ?? 800) / textScale();
  const height = () => (element.current?.clientHeight ?? 600) / textScale();
  const labelWidth = () => clamp(width() * 0.2, 96, 190);
  const rowsHeight = rows.length * rowPitch;

  const paint = () => {
    if (scheduled.current) return;
    scheduled.current = requestAnimationFrame(() => {
      scheduled.current = 0;
      if (!element.current) return;
      scroll.current = clamp(scroll.current, 0, Math.max(rowsHeight - (height() - headerHeight) + 10, 0));
      const scene = {
        rows,
        span: span.current,
        end,
        unit,
        time,
        width: width(),
        height: height(),
        scroll: scroll.current,
        labelWidth: labelWidth(),
        highlighted: route.parameters.row ?? "",
        pointer: pointer.current,
        range: range.current,
        showsMessages: props.showsMessages,
      };
      painter.current!.draw(scene, theme);
    });
  };
  // The URL follows after a pause, so that it always links to what the reader sees.
  const urlTimer = useRef<ReturnType<typeof setTimeout>>();
  const updateUrl = () => {
    const { from, to } = span.current;
    const isWhole = from === 0 && to === end;
    const url = href("timeline", {
      ...route.parameters,
      from: isWhole ? undefined : Math.round(from),
      to: isWhole ? undefined : Math.round(to),
      range: rangeText(range.current),
    });
    if (url !== location.hash) history.pushState(null, "", url);
  };
  const showSpan = (next: Span) => {
    const length = clamp(next.to - next.from, 1, end);
    const from = clamp(next.from, 0, end - length);
    span.current = { from, to: from + length };
    setShownSpan(span.current);
    paint();
    clearTimeout(urlTimer.current);
    urlTimer.current = setTimeout(updateUrl, 400);
  };
  const measure = (next: Span | undefined) => {
    range.current = next;
    setMeasured(next);
    updateUrl();
  };
  const zoom = (factor: number, x?: number) => {
    const { from, to } = span.current;
    const share = x === undefined ? 0.5 : (x - labelWidth()) / (width() - labelWidth());
    const centre = from + (to - from) * clamp(share, 0, 1);
    showSpan({ from: centre - (centre - from) * factor, to: centre + (to - centre) * factor });
  };
  const pan = (share: number) => {
    const by = (span.current.to - span.current.from) * share;
    showSpan({ from: span.current.from + by, to: span.current.to + by });
  };
  const scrollBy = (length: number) => {
    scroll.current += length;
    paint();
  };

  useEffect(() => {
    painter.current = new TimelineCanvas(element.current!, run);
    const i = rows.findIndex((r) => r.path === route.parameters.row);
    if (i >= 0) scroll.current = i * rowPitch - 60;
    paint();
  }, [run, route.parameters.row]);
  useEffect(paint, [rows, theme, props.showsMessages]);
  useEffect(() => {
    span.current = spanOf(route, end);
    setShownSpan(span.current);
    range.current = rangeOf(route, end);
    setMeasured(range.current);
    paint();
  }, [route, end]);
  useEffect(() => {
    const canvas = element.current!;
    const observer = new ResizeObserver(paint);
    observer.observe(canvas);
    const onWheel = (e: WheelEvent) => {
      e.preventDefault();
      const zooms = e.ctrlKey || e.metaKey || e.altKey || rowsHeight < height();
      if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) pan((e.deltaX || e.deltaY) / canvas.clientWidth);
      else if (zooms) zoom(Math.exp(e.deltaY * 0.0015), e.offsetX / textScale());
      else scrollBy(e.deltaY / textScale());
    };
    canvas.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      observer.disconnect();
      canvas.removeEventListener("wheel", onWheel);
    };
  }, [rows, run, theme]);

  const edgeAt = (x: number) =>
    span.current.from + ((x - labelWidth()) / (width() - labelWidth())) * (span.current.to - span.current.from);
  const rowAt = (y: number) =>
    y > headerHeight ? rows[Math.floor((y - headerHeight + scroll.current) / rowPitch)] : undefined;

  // A drag measures a range. With Shift, or on the labels or the header, it pans instead.
  const drag = useRef<Drag>();
  const onDown = (e: PointerEvent) => {
    const [x, y] = [e.offsetX / textScale(), e.offsetY / textScale()];
    const pans = e.shiftKey || e.button === 1 || x < labelWidth() || y < headerHeight || e.pointerType === "touch";
    drag.current = { x, y, span: span.current, scroll: scroll.current, pans, hasMoved: false };
    (e.currentTarget as HTMLElement).setPointerCapture(e.pointerId);
  };
  const dragTo = (start: Drag, x: number, y: number) => {
    start.hasMoved ||= Math.abs(x - start.x) + Math.abs(y - start.y) > 4;
    if (start.pans) {
      const by = ((start.x - x) / (width() - labelWidth())) * (start.span.to - start.span.from);
      scroll.current = start.scroll + start.y - y;
      showSpan({ from: start.span.from + by, to: start.span.to + by });
    } else if (start.hasMoved) {
      const [a, b] = [clamp(edgeAt(start.x), 0, end), clamp(edgeAt(x), 0, end)];
      range.current = { from: Math.floor(Math.min(a, b)), to: Math.ceil(Math.max(a, b)) };
    }
  };
  const onMove = (e: PointerEvent) => {
    const [x, y] = [e.offsetX / textScale(), e.offsetY / textScale()];
    if (drag.current) dragTo(drag.current, x, y);
    pointer.current = x > labelWidth() ? x : undefined;
    setHint(drag.current?.hasMoved ? undefined : hintAt(x, y));
    paint();
  };
  const onUp = (e: PointerEvent) => {
    const start = drag.current;
    drag.current = undefined;
    if (!start) return;
    if (start.hasMoved) {
      if (!start.pans) measure(range.current);
      return;
    }
    measure(undefined);
    pickAt(e.offsetX / textScale(), e.offsetY / textScale());
    paint();
  };
  const pickAt = (x: number, y: number) => {
    const row = rowAt(y);
    if (!row) return setPicked(undefined);
    if (row.kind === "group") return props.onToggle("fold", row.path);
    const exact = x < labelWidth() ? undefined : painter.current!.exactOf(row, end);
    const i = exact ? visitAt(exact.starts, Math.floor(edgeOf(row.axis, edgeAt(x)))) : -1;
    const isVisit = exact && i >= 0 && i + 1 < exact.starts.length;
    setPicked({
      row,
      ...(isVisit && {
        visit: { state: recordText(exact.trace, i), from: exact.starts[i]!, to: exact.starts[i + 1]! },
      }),
    });
  };
  const hintAt = (x: number, y: number) => {
    const row = rowAt(y);
    const line = painter.current!.lineAt(x, y);
    if (line) return { x, y, lines: line.text() };
    if (!row || row.kind === "group" || x < labelWidth()) return undefined;
    return { x, y, lines: hintLines({ run, canvas: painter.current!, end, unit, time }, row, edgeAt(x)) };
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
      "0": () => showSpan({ from: 0, to: end }),
      ArrowLeft: () => pan(-0.1),
      ArrowRight: () => pan(0.1),
      ArrowUp: () => scrollBy(-rowPitch),
      ArrowDown: () => scrollBy(rowPitch),
      Home: () => pan(-1e9),
      End: () => pan(1e9),
      Escape: () => {
        measure(undefined);
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
  // On the window, so that keys work without a click into the picture first.
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const stripRows = useMemo(() => props.all.filter((r) => !r.axis), [props.all]);
  const dataRows = rows.filter((r) => r.kind !== "group").length;
  const canvasHeight = Math.min(
    (rowsHeight + headerHeight + 8) * textScale(),
    Math.max(innerHeight - 242 * textScale(), 320),
  );
  return (
    <div class="timeline">
      <TriggerStrip run={run} rows={stripRows} span={shownSpan} end={end} onSpan={showSpan} />
      <div class={measured ? "tracks beside" : "tracks"}>
        <canvas
          ref={element}
          tabIndex={0}
          role="img"
          style={{ height: `${canvasHeight}px` }}
          aria-label={`Timeline of ${dataRows} rows; arrows move, plus and minus zoom, zero shows all`}
          onPointerDown={onDown}
          onPointerUp={onUp}
          onPointerMove={onMove}
          onPointerLeave={() => {
            pointer.current = undefined;
            setHint(undefined);
            paint();
          }}
          onDblClick={(e) => zoom(0.4, e.offsetX / textScale())}
        />
        {hint && (
          <div
            class={`hint ${hint.x > width() / 2 ? "hint-left" : ""}`}
            style={{ left: `${hint.x * textScale()}px`, top: `${(hint.y + 60) * textScale()}px` }}
          >
            {hint.lines.map((l, i) => (
              <div key={i}>{l}</div>
            ))}
          </div>
        )}
        {measured && (
          <RangeTable
            rows={rows}
            range={measured}
            unit={unit}
            canvas={painter.current!}
            end={end}
            duration={durationText(measured, props.rate)}
            onZoom={() => showSpan(measured)}
            height={canvasHeight}
          />
        )}
      </div>
      {picked && (
        <PickedRow
          run={run}
          pick={picked}
          isPinned={props.pinned.includes(picked.row.path)}
          onPin={() => props.onToggle("pin", picked.row.path)}
          onHide={() => {
            props.onToggle("hide", picked.row.path);
            setPicked(undefined);
          }}
        />
      )}
      <Footer {...props} span={shownSpan} overflows={rowsHeight >= height()} />
    </div>
  );
}

// A number of cycles as time, where the rate of the clock is known.
const durationText = ({ from, to }: Span, rate: number | null): string =>
  rate ? duration(((to - from) / rate) * 1e9) : "";

// Lines to and from devices that are not drawn.
function FlowNote(props: { run: Run; isOn: boolean; span: Span }) {
  const threads = useMemo(() => flowsOfThreads(props.run), [props.run]);
  if (!props.isOn || deviceFlows(threads, props.span)) return null;
  return (
    <span>
      more than {mostDeviceFlows} flows between threads and devices are in sight: <b>zoom in to see them</b>
    </span>
  );
}

function Footer(props: PictureProps & { span: Span; overflows: boolean }) {
  const { span, unit, end, time, rate } = props;
  return (
    <p class="muted timeline-foot">
      {unit === "ns" ? (
        <span>
          <b>{duration(span.from)}</b> to <b>{duration(span.to)}</b> of {duration(end)}
        </span>
      ) : (
        <span>
          cycles <b>{count(Math.floor(span.from))}</b> to <b>{count(Math.ceil(span.to))}</b> of {count(end)}
        </span>
      )}
      {unit !== "ns" && rate !== null && <span>{durationText(span, rate)} shown</span>}
      {props.rows.some((r) => r.axis) && (
        <span
          title={
            "Where the clock of the device lies on the time of the software is bounded by round trips; " +
            "the overview states how closely."
          }
        >
          device and software on one time
        </span>
      )}
      <FlowNote run={props.run} isOn={props.showsMessages} span={span} />
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
        drag: measure · Shift and drag, arrows: move · {props.overflows ? "wheel: scroll, Ctrl and wheel" : "wheel"}, +
        −: zoom · 0: all · click: what is it?
      </span>
      <span>{howExact(props.run, props.all)}</span>
    </p>
  );
}

// How exact the picture is, and how to get a more exact one.
function howExact(run: Run, rows: TimelineRow[]): ComponentChildren {
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
        ? `Drawn from traces, exact to the ${run.isProgram ? "nanosecond" : "cycle"}.`
        : `${traced} of ${machines.length} blocks were traced and are exact to the cycle. ${frames}`}
      {lost > 0 && ` ${lost === 1 ? "One trace" : `${lost} traces`} lost records; frames stand in for what came after.`}
    </>
  );
}
