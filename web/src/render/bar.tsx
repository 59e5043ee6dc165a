// SPDX-License-Identifier: Apache-2.0
// Bars, donuts and marks that several views share. Colours come from classes, so that they follow the theme.
import { count, percent, pixels, type Count } from "../base/format";
import { categoryWords, isCertain, qualityWords, type Category } from "../base/words";
import { qualityOf, type Part } from "../model/blocks";

const shareOf = (cycles: Count, whole: number) => (whole > 0 ? pixels(cycles) / whole : 0);

export function Bar(props: { parts: Part[]; of: Count | null; class?: string; label?: string }) {
  const whole = pixels(props.of);
  const text = props.parts.map((p) => `${p.label} ${count(p.cycles)}`).join(", ");
  return (
    <div
      class={`bar ${props.class ?? ""}`}
      role="img"
      aria-label={`${props.label ?? ""} ${text} of ${count(props.of)} cycles`}
    >
      {props.parts.map((p) => (
        <span
          key={p.label}
          class={`fill-${p.category} ${p.estimated ? "hatched" : ""}`}
          style={{ width: `${shareOf(p.cycles, whole) * 100}%` }}
          title={`${p.label} (${categoryWords[p.category].label}): ${count(p.cycles)} of ${count(props.of)} cycles`}
        />
      ))}
    </div>
  );
}

export function Donut(props: { parts: Part[]; of: Count | null; size?: number }) {
  const whole = pixels(props.of);
  const radius = 42;
  const round = 2 * Math.PI * radius;
  let turned = 0;
  return (
    <svg
      class="donut"
      viewBox="-60 -60 120 120"
      width={props.size ?? 132}
      height={props.size ?? 132}
      role="img"
      aria-label="cycles by state"
    >
      {props.parts.map((p) => {
        const share = shareOf(p.cycles, whole);
        const start = turned;
        turned += share;
        return (
          <circle
            key={p.label}
            r={radius}
            class={`ring stroke-${p.category}`}
            stroke-width="26"
            stroke-dasharray={`${Math.max(share * round - 1, 0.4)} ${round}`}
            stroke-dashoffset={-start * round}
            transform="rotate(-90)"
          >
            <title>{`${p.label}: ${count(p.cycles)} cycles`}</title>
          </circle>
        );
      })}
      <text class="donut-number" text-anchor="middle" dy="2">
        {count(props.of)}
      </text>
      <text class="donut-word" text-anchor="middle" dy="15">
        cycles
      </text>
    </svg>
  );
}

export function QualityMark(props: { quality: string | null | undefined }) {
  const quality = qualityOf(props.quality);
  if (isCertain(quality)) return null;
  const word = qualityWords[quality];
  return (
    <abbr class={`mark mark-${quality}`} title={`${word.label}: ${word.meaning}`}>
      {word.mark}
    </abbr>
  );
}

export function Swatch(props: { category: Category; estimated?: boolean }) {
  return <i class={`swatch fill-${props.category} ${props.estimated ? "hatched" : ""}`} aria-hidden="true" />;
}

// A share as a number with a thin bar below it.
export function Share(props: { share: number | null; category?: Category; quality?: string | null }) {
  return (
    <span class={`share ${isCertain(qualityOf(props.quality)) ? "" : "hatched-text"}`}>
      <QualityMark quality={props.quality} />
      {percent(props.share)}
      <i class={`fill-${props.category ?? "busy"}`} style={{ width: `${(props.share ?? 0) * 100}%` }} />
    </span>
  );
}
