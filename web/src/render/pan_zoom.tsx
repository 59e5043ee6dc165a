// SPDX-License-Identifier: Apache-2.0
// A drawing that can be panned and zoomed: by dragging, wheel, two fingers, + - 0 and arrow keys.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { clamp } from "../base/algorithms";
import { textScale } from "./theme";

// The part of the drawing that is shown.
interface Camera {
  x: number;
  y: number;
  width: number;
  height: number;
}

const margin = 24;
// Units of the drawing in one pixel: more of them make names too small to read well, or to read at all.
const readableScale = 1.7;
const detailedScale = 4;

export interface Point {
  x: number;
  y: number;
}

// A box on the map; what limits most stands out.
export interface MapBox {
  box: readonly [x: number, y: number, width: number, height: number];
  marked: boolean;
}

function wholeDrawing(width: number, height: number): Camera {
  return { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
}

// All of the drawing if that can be read, else the part of it around the focus.
function initialCamera(width: number, height: number, focus: Point | undefined): Camera {
  const all = wholeDrawing(width, height);
  const scale = Math.max(all.width / innerWidth, all.height / (0.62 * innerHeight));
  if (!focus || scale < readableScale) return all;
  const shownWidth = 1.2 * innerWidth;
  const shownHeight = Math.min(0.85 * shownWidth, 0.75 * innerHeight);
  // Where to begin so that the focus is in the middle, without showing what is outside the drawing.
  const start = (centre: number, length: number, from: number, whole: number) =>
    length >= whole ? from + (whole - length) / 2 : clamp(centre - length / 2, from, from + whole - length);
  return {
    x: start(focus.x, shownWidth, all.x, all.width),
    y: start(focus.y, shownHeight, all.y, all.height),
    width: shownWidth,
    height: shownHeight,
  };
}

// Zooms so that the point keeps its place on the screen.
function zoomAbout(c: Camera, factor: number, px: number, py: number): Camera {
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
  boxes?: MapBox[]; // what a map of the whole drawing shows while only a part of it is in view
  children: (detailed: boolean) => ComponentChildren;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const [camera, setCamera] = useState<Camera>(() => initialCamera(props.width, props.height, props.focus));
  // Names that nobody can read are not drawn, as a thousand of them take time.
  const detailed = camera.width / (svg.current?.clientWidth || innerWidth) < detailedScale;
  const drawn = useMemo(() => props.children(detailed), [detailed, props.children]);
  const pointers = useRef(new Map<number, Point>());
  const dragged = useRef(0); // pixels since the pointer went down

  useEffect(() => setCamera(initialCamera(props.width, props.height, props.focus)), [props.width, props.height]);

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
      const next = zoomAbout(c, factor, px, py);
      return next.width < 40 || next.width > 20 * (props.width + 200) ? c : next;
    });
  };

  // The wheel must not scroll the page too, and only a listener that is not passive can prevent that.
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
    dragged.current += Math.abs(e.clientX - last.x) + Math.abs(e.clientY - last.y);
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
      "0": () => setCamera(wholeDrawing(props.width, props.height)),
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
          maxHeight: `min(62vh, ${textScale() * Math.max(1.2 * (props.height + 2 * margin), 240)}px)`,
        }}
        viewBox={`${camera.x} ${camera.y} ${camera.width} ${camera.height}`}
        onPointerDown={(e) => {
          dragged.current = 0;
          pointers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
        }}
        onPointerMove={onMove}
        onPointerUp={(e) => pointers.current.delete(e.pointerId)}
        onPointerLeave={(e) => pointers.current.delete(e.pointerId)}
        onClickCapture={(e) => {
          // The end of a drag is not a click on what lies below.
          if (dragged.current > 6) {
            e.preventDefault();
            e.stopPropagation();
          }
        }}
        onKeyDown={onKey}
      >
        {drawn}
      </svg>
      {props.boxes && (
        <DrawingMap
          width={props.width}
          height={props.height}
          boxes={props.boxes}
          camera={camera}
          centre={(x, y) => setCamera((c) => ({ ...c, x: x - c.width / 2, y: y - c.height / 2 }))}
        />
      )}
      <div class="zoom-buttons">
        <button type="button" onClick={() => zoom(0.8)} title="Closer (+)" aria-label="Closer">
          +
        </button>
        <button type="button" onClick={() => zoom(1.25)} title="Farther (-)" aria-label="Farther">
          −
        </button>
        <button
          type="button"
          onClick={() => setCamera(wholeDrawing(props.width, props.height))}
          title="All of it (0)"
          aria-label="All of it"
        >
          ⤢
        </button>
      </div>
    </div>
  );
}

const mapWidth = 190;
const mapHeight = 120;

// All of the drawing in a corner, with a frame around what is in view: click or drag to go there.
function DrawingMap(props: {
  width: number;
  height: number;
  boxes: MapBox[];
  camera: Camera;
  centre: (x: number, y: number) => void;
}) {
  const { camera } = props;
  const all = wholeDrawing(props.width, props.height);
  const drawn = useMemo(
    () =>
      props.boxes.map(({ box: [x, y, width, height], marked }, i) => (
        <rect key={i} x={x} y={y} width={width} height={height} class={marked ? "marked" : ""} />
      )),
    [props.boxes],
  );
  if (camera.width >= 0.9 * all.width && camera.height >= 0.9 * all.height) return null;
  const scale = Math.max(all.width / mapWidth, all.height / mapHeight);
  const go = (e: PointerEvent) => {
    if (e.buttons === 0) return;
    const matrix = (e.currentTarget as SVGSVGElement).getScreenCTM()!.inverse();
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix);
    props.centre(at.x, at.y);
  };
  return (
    <svg
      class="graph-map"
      width={all.width / scale}
      height={all.height / scale}
      viewBox={`${all.x} ${all.y} ${all.width} ${all.height}`}
      aria-hidden="true"
      onPointerDown={go}
      onPointerMove={go}
    >
      {drawn}
      <rect class="in-view" x={camera.x} y={camera.y} width={camera.width} height={camera.height} />
    </svg>
  );
}

// A line from Graphviz as an SVG path: a start point, then three points for each Bézier curve.
export function curvePath(line: number[]): string {
  const [x, y, ...rest] = line;
  if (x === undefined) return "";
  let path = `M${x},${y}`;
  for (let i = 0; i + 5 < rest.length; i += 6) path += `C${rest.slice(i, i + 6).join(",")}`;
  return path;
}

// The point in the middle of such a line.
export function middleOf(line: number[]): Point {
  const curves = (line.length - 2) / 6;
  const first = Math.max(0, Math.floor((curves - 1) / 2)) * 6;
  const p = line.slice(first, first + 8);
  if (p.length < 8) return { x: line[0] ?? 0, y: line[1] ?? 0 };
  const t = curves % 2 === 1 ? 0.5 : 1;
  const bezier = (a: number, b: number, c: number, d: number) =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t ** 3 * d;
  return { x: bezier(p[0]!, p[2]!, p[4]!, p[6]!), y: bezier(p[1]!, p[3]!, p[5]!, p[7]!) };
}
