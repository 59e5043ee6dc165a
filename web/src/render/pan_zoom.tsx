// SPDX-License-Identifier: Apache-2.0
// A drawing that can be moved and magnified: drag, wheel, two fingers, + - 0 and arrows.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { textUnit } from "./theme";

interface Camera {
  x: number;
  y: number;
  width: number;
  height: number;
}

const margin = 24;
const unitsOfAReadablePixel = 4;
const tooSmall = 1.7; // units of a pixel at which names are too small to read

export interface Point {
  x: number;
  y: number;
}

function fit(width: number, height: number): Camera {
  return { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
}

// What would be too small to read as a whole starts at what matters most.
function first(width: number, height: number, focus: Point | undefined): Camera {
  const all = fit(width, height);
  const scale = Math.max(all.width / innerWidth, all.height / (0.62 * innerHeight));
  if (!focus || scale < tooSmall) return all;
  const wide = 1.2 * innerWidth;
  const high = Math.min(0.85 * wide, 0.75 * innerHeight);
  const within = (at: number, length: number, from: number, whole: number) =>
    length >= whole ? from + (whole - length) / 2 : Math.min(Math.max(at - length / 2, from), from + whole - length);
  return {
    x: within(focus.x, wide, all.x, all.width),
    y: within(focus.y, high, all.y, all.height),
    width: wide,
    height: high,
  };
}

// Magnifies about a point that keeps its place on the screen.
function zoomed(c: Camera, factor: number, px: number, py: number): Camera {
  return {
    x: px - (px - c.x) * factor,
    y: py - (py - c.y) * factor,
    width: c.width * factor,
    height: c.height * factor,
  };
}

export function PanZoom(props: {
  width: number;
  height: number;
  label: string;
  class?: string;
  focus?: Point | undefined;
  children: (fine: boolean) => ComponentChildren;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const [camera, setCamera] = useState<Camera>(() => first(props.width, props.height, props.focus));
  // From afar nobody reads a name, and a thousand of them would only cost time.
  const fine = camera.width / (svg.current?.clientWidth || innerWidth) < unitsOfAReadablePixel;
  const drawn = useMemo(() => props.children(fine), [fine, props.children]);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);

  useEffect(() => setCamera(first(props.width, props.height, props.focus)), [props.width, props.height]);

  const scale = () => {
    const box = svg.current!.getBoundingClientRect();
    return Math.max(camera.width / box.width, camera.height / box.height);
  };
  const pointAt = (clientX: number, clientY: number): [number, number] => {
    const matrix = svg.current!.getScreenCTM()!.inverse();
    const p = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return [p.x, p.y];
  };
  const zoom = (factor: number, at?: [number, number]) => {
    setCamera((c) => {
      const [px, py] = at ?? [c.x + c.width / 2, c.y + c.height / 2];
      const next = zoomed(c, factor, px, py);
      return next.width < 40 || next.width > 20 * (props.width + 200) ? c : next;
    });
  };

  // The wheel must not scroll the page, which only a listener that is not passive can prevent.
  useLayoutEffect(() => {
    const element = svg.current!;
    const onWheel = (e: WheelEvent) => {
      e.preventDefault();
      zoom(Math.exp(Math.sign(e.deltaY) * Math.min(Math.abs(e.deltaY), 80) * 0.002), pointAt(e.clientX, e.clientY));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [props.width]);

  const onMove = (e: PointerEvent) => {
    const last = pointers.current.get(e.pointerId);
    if (!last) return;
    const others = [...pointers.current].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    const k = scale();
    moved.current += Math.abs(e.clientX - last.x) + Math.abs(e.clientY - last.y);
    if (others[0]) {
      const before = Math.hypot(last.x - others[0].x, last.y - others[0].y);
      const after = Math.hypot(e.clientX - others[0].x, e.clientY - others[0].y);
      if (before > 0 && after > 0)
        zoom(before / after, pointAt((e.clientX + others[0].x) / 2, (e.clientY + others[0].y) / 2));
    } else {
      setCamera((c) => ({ ...c, x: c.x - (e.clientX - last.x) * k, y: c.y - (e.clientY - last.y) * k }));
    }
    pointers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
  };
  const onKey = (e: KeyboardEvent) => {
    const step = camera.width / 12;
    const moves: Record<string, () => void> = {
      "+": () => zoom(0.8),
      "=": () => zoom(0.8),
      "-": () => zoom(1.25),
      "0": () => setCamera(fit(props.width, props.height)),
      ArrowLeft: () => setCamera((c) => ({ ...c, x: c.x - step })),
      ArrowRight: () => setCamera((c) => ({ ...c, x: c.x + step })),
      ArrowUp: () => setCamera((c) => ({ ...c, y: c.y - step })),
      ArrowDown: () => setCamera((c) => ({ ...c, y: c.y + step })),
    };
    const move = moves[e.key];
    if (!move || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    move();
  };
  return (
    <div class={`pan-zoom ${props.class ?? ""}`}>
      <svg
        ref={svg}
        tabIndex={0}
        role="group"
        aria-label={props.label}
        style={{
          aspectRatio: `${props.width + 2 * margin} / ${props.height + 2 * margin}`,
          maxHeight: `min(62vh, ${textUnit() * Math.max(1.2 * (props.height + 2 * margin), 240)}px)`,
        }}
        viewBox={`${camera.x} ${camera.y} ${camera.width} ${camera.height}`}
        onPointerDown={(e) => {
          moved.current = 0;
          pointers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
        }}
        onPointerMove={onMove}
        onPointerUp={(e) => pointers.current.delete(e.pointerId)}
        onPointerLeave={(e) => pointers.current.delete(e.pointerId)}
        onClickCapture={(e) => {
          if (moved.current > 6) {
            e.preventDefault();
            e.stopPropagation();
          }
        }}
        onKeyDown={onKey}
      >
        {drawn}
      </svg>
      <div class="zoom-buttons">
        <button type="button" onClick={() => zoom(0.8)} title="Closer (+)" aria-label="Closer">
          +
        </button>
        <button type="button" onClick={() => zoom(1.25)} title="Farther (-)" aria-label="Farther">
          −
        </button>
        <button
          type="button"
          onClick={() => setCamera(fit(props.width, props.height))}
          title="All of it (0)"
          aria-label="All of it"
        >
          ⤢
        </button>
      </div>
    </div>
  );
}

// x, y of a start point, then three points a curve, as Graphviz gives them.
export function curvePath(line: number[]): string {
  const [x, y, ...rest] = line;
  if (x === undefined) return "";
  let path = `M${x},${y}`;
  for (let i = 0; i + 5 < rest.length; i += 6) path += `C${rest.slice(i, i + 6).join(",")}`;
  return path;
}

// The middle of a line and the direction there, for labels.
export function middleOf(line: number[]): { x: number; y: number } {
  const curves = (line.length - 2) / 6;
  const at = Math.max(0, Math.floor((curves - 1) / 2)) * 6;
  const p = line.slice(at, at + 8);
  if (p.length < 8) return { x: line[0] ?? 0, y: line[1] ?? 0 };
  const t = curves % 2 === 1 ? 0.5 : 1;
  const mix = (a: number, b: number, c: number, d: number) =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d;
  return { x: mix(p[0]!, p[2]!, p[4]!, p[6]!), y: mix(p[1]!, p[3]!, p[5]!, p[7]!) };
}
