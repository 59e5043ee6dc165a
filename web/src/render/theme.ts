// SPDX-License-Identifier: Apache-2.0
// Light or dark: what the reader chose, else what the system prefers.
import { useEffect, useState } from "preact/hooks";
import { palette, textColourOn, type Theme } from "../base/palette";
import { categories } from "../base/words";

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const isPrinted = matchMedia("print");
const listeners = new Set<() => void>();
const storageKey = "tapestry-theme";
let chosen = storedChoice();

// A page that was opened from disk may have no storage. Then the choice lasts as long as the page.
function storedChoice(): Theme | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : undefined;
  } catch {
    return undefined;
  }
}
function storeChoice(choice: Theme): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // See above.
  }
}

// Paper is light.
const theme = (): Theme => (isPrinted.matches ? "light" : (chosen ?? (systemIsDark.matches ? "dark" : "light")));

export function toggleTheme(): void {
  chosen = theme() === "dark" ? "light" : "dark";
  storeChoice(chosen);
  applyTheme();
}

// The style sheet has the colours of the page for each theme. Those of the categories are set here, because the palette
// is also needed by the canvases.
function applyTheme(): void {
  const root = document.documentElement;
  const now = theme();
  root.dataset.theme = now;
  for (const category of categories) {
    root.style.setProperty(`--${category}`, palette[now][category]);
    root.style.setProperty(`--on-${category}`, textColourOn(now, category));
  }
  listeners.forEach((listener) => listener());
}
applyTheme();
for (const query of [systemIsDark, isPrinted]) query.addEventListener("change", applyTheme);

export function useTheme(): Theme {
  const [now, setNow] = useState(theme());
  useEffect(() => {
    const listener = () => setNow(theme());
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return now;
}

const colourNames = ["text", "muted", "background", "accent", "overlay", "wait_send"] as const;
export type ThemeColours = Record<(typeof colourNames)[number], string>;

// Colours of the style sheet, for drawing on a canvas.
export function themeColours(): ThemeColours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    colourNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as ThemeColours;
}

// The style sheet enlarges text on very large screens. This is the factor, by which canvases grow too.
let knownScale = 0;
addEventListener("resize", () => {
  knownScale = 0;
});
export function textScale(): number {
  return (knownScale ||= parseFloat(getComputedStyle(document.documentElement).fontSize) / 15);
}
