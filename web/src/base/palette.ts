// SPDX-License-Identifier: Apache-2.0
// One colour for each category, in both themes. tests/model.spec.ts checks that any two of them can be told apart,
// also by people with colour blindness, and that each stands out from the background.
import type { Category } from "./words";

export type Theme = "light" | "dark";

export const palette: Record<Theme, Record<Category, string>> = {
  light: {
    busy: "#0a8459",
    transfer: "#2f6fd0",
    wait_recv: "#cb8300",
    wait_send: "#c2410c",
    wait_sync: "#b0489a",
    overhead: "#6b4f2a",
    idle: "#b6bcc6",
    unknown: "#8a93a1",
  },
  dark: {
    busy: "#2cc08d",
    transfer: "#6aa5ff",
    wait_recv: "#ffc247",
    wait_send: "#f0622d",
    wait_sync: "#d97cc4",
    overhead: "#a98a5e",
    idle: "#4d5563",
    unknown: "#79828f",
  },
};

export const background: Record<Theme, string> = { light: "#ffffff", dark: "#15181d" };

// Text on top of a category's colour is dark where the colour is light, and white where it is dark.
const textColours = { light: "#10131a", dark: "#ffffff" };
const lightCategories: Record<Theme, Category[]> = {
  light: ["wait_recv", "idle", "unknown"],
  dark: ["busy", "transfer", "wait_recv", "wait_send", "wait_sync", "overhead", "unknown"],
};
export const textColourOn = (theme: Theme, category: Category): string =>
  textColours[lightCategories[theme].includes(category) ? "light" : "dark"];

export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}
