// SPDX-License-Identifier: Apache-2.0
// Light or dark: what the reader chose, else what the system says. Canvases need the colours as numbers.
import { useEffect, useState } from "preact/hooks";
import { palette, type Theme } from "../base/palette";

const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const listeners = new Set<() => void>();

export function theme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : system();
}

export function toggleTheme(): void {
  document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
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
    return () => { listeners.delete(tell); query.removeEventListener("change", tell); };
  }, []);
  useEffect(() => {
    for (const [category, colour] of Object.entries(palette[now])) document.documentElement.style.setProperty(`--${category}`, colour);
  }, [now]);
  return now;
}

export function inkOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
