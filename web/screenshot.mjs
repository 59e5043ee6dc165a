// SPDX-License-Identifier: Apache-2.0
// A picture of one view of a report, for the documentation.
//
//     node screenshot.mjs REPORT.html#/view OUT.png [WIDTH HEIGHT [dark]]
import { chromium } from "@playwright/test";
import { pathToFileURL } from "node:url";

const [target, out, width = "1280", height = "800", theme = "light"] = process.argv.slice(2);
const [file, hash = ""] = target.split("#");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) }, colorScheme: theme });
const troubles = [];
page.on("console", (m) => {
  if (m.type() === "error") troubles.push(m.text());
});
page.on("pageerror", (e) => troubles.push(e.message));
await page.goto(`${pathToFileURL(file).href}#${hash}`);
await page.waitForSelector("main");
await page.waitForTimeout(500);
await page.screenshot({ path: out });
await browser.close();
if (troubles.length > 0) {
  console.error(troubles.join("\n"));
  process.exit(1);
}
