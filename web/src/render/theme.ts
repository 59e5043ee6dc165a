// SPDX-License-Identifier: Apache-2.0
// Light or dark: what the reader chose, else what the system says. Canvases need the colours as numbers.
import { useEffect, useState } from "preact/hooks";
import { onColour, palette, type Theme } from "../base/palette";
import { categories } from "../base/words";

const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const listeners = new Set<() => void>();

// A page from disk may have no storage; then the choice lasts as long as the page.
const remembered = "tapestry-theme";
function recalled(): string | null {
  try {
    return localStorage.getItem(remembered);
  } catch {
    return null;
  }
}
function remember(choice: Theme): void {
  try {
    localStorage.setItem(remembered, choice);
  } catch {
    /* as said above */
  }
}
const before = recalled();
if (before === "light" || before === "dark") document.documentElement.dataset.theme = before;

export function theme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : system();
}

export function toggleTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  remember(next);
  listeners.forEach((tell) => tell());
}

// Each category's colour is a class in the style sheet, made from the one palette.
export function useTheme(): Theme {
  const [now, setNow] = useState(theme());
  useEffect(() => {
    const tell = () => setNow(theme());
    const query = matchMedia("(prefers-color-scheme: dark)");
    listeners.add(tell);
    query.addEventListener("change", tell);
    return () => {
      listeners.delete(tell);
      query.removeEventListener("change", tell);
    };
  }, []);
  useEffect(() => {
    const style = document.documentElement.style;
    for (const category of categories) {
      style.setProperty(`--${category}`, palette[now][category]);
      style.setProperty(`--on-${category}`, onColour(now, category));
    }
  }, [now]);
  return now;
}

const inkNames = ["ink", "quiet", "paper", "accent", "veil", "on-colour", "wait_send"] as const;
export type Inks = Record<(typeof inkNames)[number], string>;

// Colours of the style sheet, for canvases: asked for once a picture.
export function inks(): Inks {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(inkNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Inks;
}

// How large text is on this screen, 1 being a desk's. Canvases grow with it.
let knownUnit = 0;
addEventListener("resize", () => {
  knownUnit = 0;
});
export function textUnit(): number {
  return (knownUnit ||= parseFloat(getComputedStyle(document.documentElement).fontSize) / 15);
}
