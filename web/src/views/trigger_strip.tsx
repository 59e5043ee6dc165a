// SPDX-License-Identifier: Apache-2.0
// A strip over the whole run, with marks for triggers and first violations, and a frame around the part that the
// timeline shows. Records are counted once; panning and zooming only draws the counts again.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Run } from "../data/run";
import type { Span } from "../model/axis";
import { themeColours, useTheme } from "../render/theme";
import type { TimelineRow } from "../render/timeline_canvas";

const height = 26;

// How many records of traces and events fall on each pixel; changes of state machines where there are no others.
function countMarks(run: Run, rows: TimelineRow[], end: number, width: number): Float64Array {
  const marks = new Float64Array(width);
  const scale = width / end;
  const triggers = rows.filter((r) => r.kind === "trace" || r.kind === "event");
  for (const row of triggers.length > 0 ? triggers : rows) {
    const edges = row.trace && run.trace?.get(row.trace.tap)?.edges;
    for (let i = 0; edges && i < edges.length; i++) marks[Math.min(Math.floor(edges[i]! * scale), width - 1)]! += 1;
    if (row.kind === "event") addFrames(run, row.tap, marks, scale);
  }
  return marks;
}

// An event happened somewhere in its frame, so its count is spread over the frame.
function addFrames(run: Run, tap: number, marks: Float64Array, scale: number): void {
  const frames = run.frames(tap);
  const series = frames && (run.series.get(tap, "rising_edges") ?? run.series.get(tap, "cycles_true"));
  const index = new Map(frames?.frame.map((frame, i) => [frame, i]));
  series?.positions.forEach((frame, k) => {
    const i = index.get(frame) ?? 0;
    const a = Math.floor((frames!.start_edge[i] ?? 0) * scale);
    const b = Math.floor((frames!.end_edge[i] ?? 0) * scale);
    for (let x = a; x < Math.min(b, marks.length); x++) marks[x]! += series.values[k]! / (b - a);
  });
}

export function TriggerStrip(props: {
  run: Run;
  rows: TimelineRow[];
  span: Span;
  end: number;
  onSpan: (span: Span) => void;
}) {
  const { run, rows, span, end } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const [marks, setMarks] = useState<Float64Array>();
  // Counting a million records takes a moment, so the rows of the timeline are drawn first.
  useEffect(() => {
    const timer = setTimeout(() => setMarks(countMarks(run, rows, end, Math.max(canvas.current!.clientWidth, 1))), 30);
    return () => clearTimeout(timer);
  }, [run, rows, end]);
  useEffect(() => {
    const element = canvas.current!;
    const width = (element.width = marks?.length ?? Math.max(element.clientWidth, 1));
    element.height = height;
    const context = element.getContext("2d")!;
    const colours = themeColours();
    const max = marks?.reduce((a, b) => Math.max(a, b), 1) ?? 1;
    context.fillStyle = colours.text;
    marks?.forEach((n, x) => {
      if (n > 0) {
        const h = 4 + 16 * (Math.log1p(n) / Math.log1p(max));
        context.fillRect(x, height - 2 - h, 1, h);
      }
    });
    if (marks && !marks.some((n) => n > 0)) {
      context.font = "11px system-ui, sans-serif";
      context.fillStyle = colours.muted;
      context.fillText("no trigger event in this run", 10, height / 2 + 4);
    }
    context.fillStyle = colours.wait_send;
    for (const row of rows)
      if (typeof row.firstViolation === "number") context.fillRect((row.firstViolation / end) * width, 0, 3, height);
    const a = (span.from / end) * width;
    const b = Math.max((span.to / end) * width, a + 3);
    context.fillStyle = colours.overlay;
    context.fillRect(0, 0, a, height);
    context.fillRect(b, 0, width - b, height);
    context.strokeStyle = colours.accent;
    context.lineWidth = 2;
    context.strokeRect(a + 1, 1, Math.max(b - a - 2, 1), height - 2);
  }, [marks, span, rows, theme]);
  const onDown = (e: PointerEvent) => {
    const half = (span.to - span.from) / 2;
    const centre = (e.offsetX / canvas.current!.clientWidth) * end;
    props.onSpan({ from: centre - half, to: centre + half });
  };
  return (
    <div class="strip">
      <span
        class="muted"
        title={
          "Records of traces, or the cycles in which events held, over the whole run; " +
          "in the colour of `blocked`, where an assertion was first violated"
        }
      >
        triggers
      </span>
      <canvas
        ref={canvas}
        onPointerDown={onDown}
        onPointerMove={(e) => {
          if (e.buttons) onDown(e);
        }}
        role="img"
        aria-label="Triggers over the whole run"
      />
    </div>
  );
}
