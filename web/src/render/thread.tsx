// SPDX-License-Identifier: Apache-2.0
// One block over the whole run, as a thread: time from left to right. Opens the timeline.
import { useEffect, useRef } from "preact/hooks";
import type { Run } from "../data/run";
import { machineSums } from "../model/frame_sums";
import { href } from "../model/route";
import { colours, paintRow } from "./row_painter";
import { useTheme } from "./theme";

const height = 32; // twice the pixels of the style, for sharp screens

export function Thread(props: { run: Run; tap: number; path: string; end: number }) {
  const { run, tap, end } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const element = canvas.current!;
    const sums = machineSums(run, tap);
    const width = Math.max(Math.min(Math.round(element.clientWidth * devicePixelRatio), 2400), 1);
    [element.width, element.height] = [width, height];
    if (!sums || end === 0) return;
    const image = new ImageData(width, height);
    paintRow(
      new Uint32Array(image.data.buffer),
      width,
      0,
      height,
      0,
      width,
      width,
      sums,
      { from: 0, to: end },
      colours(theme),
    );
    element.getContext("2d")!.putImageData(image, 0, 0);
  }, [run, tap, end, theme]);
  return (
    <a
      class="thread"
      href={href("timeline", { row: props.path, run: run.number || undefined })}
      aria-label={`${props.path} over time`}
    >
      <canvas ref={canvas} />
    </a>
  );
}
