// SPDX-License-Identifier: Apache-2.0
// Bars, donuts and marks that several views share. Colours come from classes, so they follow the theme.
import { type Count, count, percent, toNumber } from "../base/format";
import { type Category, categoryWords, isCertain, qualityWords } from "../base/words";
import { type Part, partsText, qualityOf, shareOf } from "../model/blocks";

export const fillClass = (category: Category, isEstimated?: boolean): string =>
  `fill category-${category} ${isEstimated ? "hatched" : ""}`;

export function Bar(props: { parts: Part[]; of: Count | null; class?: string; label?: string }) {
  const whole = toNumber(props.of);
  return (
    <div
      class={`bar ${props.class ?? ""}`}
      role="img"
      aria-label={`${props.label ?? ""} ${partsText(props.parts)} of ${count(props.of)} cycles`}
    >
      {props.parts.map((p) => (
        <span
          key={p.label}
          class={fillClass(p.category, p.estimated)}
          style={{ width: `${shareOf(p.cycles, whole) * 100}%` }}
          title={`${p.label} (${categoryWords[p.category].label}): ${count(p.cycles)} of ${count(props.of)} cycles`}
        />
      ))}
    </div>
  );
}

export function Donut(props: { parts: Part[]; of: Count | null; size?: number }) {
  const whole = toNumber(props.of);
  const radius = 42;
  const circumference = 2 * Math.PI * radius;
  let drawn = 0; // share of the ring
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
        const start = drawn;
        drawn += share;
        return (
          <circle
            key={p.label}
            r={radius}
            class={`ring stroke category-${p.category}`}
            stroke-width="26"
            stroke-dasharray={`${Math.max(share * circumference - 1, 0.4)} ${circumference}`}
            stroke-dashoffset={-start * circumference}
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
  return <i class={`swatch ${fillClass(props.category, props.estimated)}`} aria-hidden="true" />;
}

// A share in percent, underlined by a thin bar of that length.
export function Share(props: { share: number | null; category?: Category; quality?: string | null }) {
  return (
    <span class={`share ${isCertain(qualityOf(props.quality)) ? "" : "hatched-text"}`}>
      <QualityMark quality={props.quality} />
      {percent(props.share)}
      <i class={fillClass(props.category ?? "busy")} style={{ width: `${(props.share ?? 0) * 100}%` }} />
    </span>
  );
}
