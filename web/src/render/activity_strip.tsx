// SPDX-License-Identifier: Apache-2.0
// What one block did over the whole run, with time from left to right. A link to its row in the timeline.
import { useEffect, useRef } from "preact/hooks";
import { clamp } from "../base/algorithms";
import type { Run } from "../data/run";
import { machineSums } from "../model/frame_sums";
import { href } from "../model/route";
import { packedPalette, paintFrames } from "./row_painter";
import { useTheme } from "./theme";

const height = 32; // twice that of the style sheet, for screens with a high resolution

export function ActivityStrip(props: { run: Run; tap: number; path: string; end: number }) {
  const { run, tap, end } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current!;
    const sums = machineSums(run, tap);
    const width = clamp(Math.round(element.clientWidth * devicePixelRatio), 1, 2400);
    [element.width, element.height] = [width, height];
    if (!sums || end === 0) return;
    const image = new ImageData(width, height);
    const area = { pixels: new Uint32Array(image.data.buffer), width, top: 0, height };
    paintFrames(area, sums, { from: 0, to: end }, packedPalette(theme));
    element.getContext("2d")!.putImageData(image, 0, 0);
  }, [run, tap, end, theme]);
  return (
    <a
      class="activity-strip"
      href={href("timeline", { row: props.path, run: run.number })}
      aria-label={`${props.path} over time`}
    >
      <canvas ref={canvas} />
    </a>
  );
}
