// SPDX-License-Identifier: Apache-2.0
// The one-line strip over the whole run: triggers where the run has them, first violations, and the part that is
// shown. Marks are counted once; moving about draws them again from the count.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Run } from "../data/run";
import type { Span } from "../render/row_painter";
import { inks, useTheme } from "../render/theme";
import type { TimelineRow } from "../render/timeline_canvas";

const height = 26;

// Records of traces and events; changes of state machines only where there is nothing else to tell.
function marksOf(run: Run, rows: TimelineRow[], end: number, width: number): Float64Array {
  const marks = new Float64Array(width);
  const scale = width / end;
  const own = rows.filter((r) => r.kind === "trace" || r.kind === "event");
  for (const row of own.length > 0 ? own : rows) {
    const edges = row.trace && run.trace?.get(row.trace.tap)?.edges;
    for (let i = 0; edges && i < edges.length; i++) marks[Math.min(Math.floor(edges[i]! * scale), width - 1)]! += 1;
    if (row.kind === "event") addFrames(run, row.tap, marks, scale);
  }
  return marks;
}

// Somewhere in the frame: all of it is marked.
function addFrames(run: Run, tap: number, marks: Float64Array, scale: number): void {
  const frames = run.frames(tap);
  const series = frames && (run.series.get(tap, "rising_edges") ?? run.series.get(tap, "cycles_true"));
  const place = new Map(frames?.frame.map((frame, i) => [frame, i]));
  series?.positions.forEach((frame, k) => {
    const i = place.get(frame) ?? 0;
    const [a, b] = [frames!.start_edge[i] ?? 0, frames!.end_edge[i] ?? 0].map((edge) => Math.floor(edge * scale)) as [
      number,
      number,
    ];
    for (let x = a; x < Math.min(b, marks.length); x++) marks[x]! += series.values[k]! / (b - a);
  });
}

export function Strip(props: { run: Run; rows: TimelineRow[]; span: Span; end: number; onSpan: (span: Span) => void }) {
  const { run, rows, span, end } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const [marks, setMarks] = useState<Float64Array>();
  // The rows come first; a million records are counted when they stand.
  useEffect(() => {
    const later = setTimeout(() => setMarks(marksOf(run, rows, end, Math.max(canvas.current!.clientWidth, 1))), 30);
    return () => clearTimeout(later);
  }, [run, rows, end]);
  useEffect(() => {
    const element = canvas.current!;
    const width = (element.width = marks?.length ?? Math.max(element.clientWidth, 1));
    element.height = height;
    const context = element.getContext("2d")!;
    const ink = inks();
    const most = marks?.reduce((a, b) => Math.max(a, b), 1) ?? 1;
    context.fillStyle = ink.ink;
    marks?.forEach((n, x) => {
      if (n > 0) {
        const h = 4 + 16 * (Math.log1p(n) / Math.log1p(most));
        context.fillRect(x, height - 2 - h, 1, h);
      }
    });
    if (marks && !marks.some((n) => n > 0)) {
      context.font = "11px system-ui, sans-serif";
      context.fillStyle = ink.quiet;
      context.fillText("no trigger event in this run", 10, height / 2 + 4);
    }
    context.fillStyle = ink.wait_send;
    for (const row of rows)
      if (typeof row.first === "number") context.fillRect((row.first / end) * width, 0, 3, height);
    const a = (span.from / end) * width;
    const b = Math.max((span.to / end) * width, a + 3);
    context.fillStyle = ink.veil;
    context.fillRect(0, 0, a, height);
    context.fillRect(b, 0, width - b, height);
    context.strokeStyle = ink.accent;
    context.lineWidth = 2;
    context.strokeRect(a + 1, 1, Math.max(b - a - 2, 1), height - 2);
  }, [marks, span, rows, theme]);
  const onDown = (e: PointerEvent) => {
    const half = (span.to - span.from) / 2;
    const at = (e.offsetX / canvas.current!.clientWidth) * end;
    props.onSpan({ from: at - half, to: at + half });
  };
  return (
    <div class="strip">
      <span
        class="quiet"
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
