// SPDX-License-Identifier: Apache-2.0
// Opens a report in Chromium and measures what a user notices: the time from the start of the navigation until the data
// is drawn, and the frame rate while the timeline is dragged and zoomed.
// Prints one line of JSON.
//
//     node measure.mjs REPORT.html
import { chromium } from "@playwright/test";
import { pathToFileURL } from "node:url";

const url = pathToFileURL(process.argv[2]).href;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function opened(hash, ready) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // The processor time of the page's own thread says the same on a machine that others use, too.
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(url + hash, { waitUntil: "commit" });
  await page.waitForSelector(ready);
  // After two animation frames, what was drawn is on the screen.
  const ms = await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))),
  );
  const { metrics } = await session.send("Performance.getMetrics");
  const work_ms = 1000 * metrics.find((m) => m.name === "TaskDuration").value;
  return { page, context, ms, work_ms };
}

async function paced(page, move) {
  await page.evaluate(() => {
    window.paces = [];
    let last = performance.now();
    const tick = (now) => {
      window.paces.push(now - last);
      last = now;
      window.ticking = requestAnimationFrame(tick);
    };
    window.ticking = requestAnimationFrame(tick);
  });
  await move();
  return page.evaluate(() => {
    cancelAnimationFrame(window.ticking);
    return window.paces.slice(2);
  });
}

// The time that the page takes to draw one frame, whatever the refresh rate of the screen.
async function cost(page, key) {
  return page.evaluate(async (k) => {
    const canvas = document.querySelector(".tracks > canvas");
    const costs = [];
    for (let i = 0; i < 90; i++) {
      canvas.dispatchEvent(
        new KeyboardEvent("keydown", {
          key: k === "pan" ? (i < 45 ? "ArrowRight" : "ArrowLeft") : i % 2 ? "-" : "+",
          bubbles: true,
        }),
      );
      await new Promise((go) =>
        requestAnimationFrame((now) => {
          const start = performance.now();
          go(costs.push(start - now));
        }),
      );
    }
    return costs;
  }, key);
}

const opens = [];
const worked = [];
for (const hash of ["#/overview", "#/graph", "#/profile", "#/timeline"]) {
  const ready = {
    "#/overview": ".answer",
    "#/graph": ".block-graph .graph-node",
    "#/profile": "table.tree tbody tr",
    "#/timeline": ".tracks > canvas",
  }[hash];
  const times = [];
  const works = [];
  for (let i = 0; i < 3; i++) {
    const { context, ms, work_ms } = await opened(hash, ready);
    times.push(ms);
    works.push(work_ms);
    await context.close();
  }
  opens.push([hash.slice(2), median(times)]);
  worked.push([hash.slice(2), median(works)]);
}
const { page } = await opened("#/timeline", ".tracks > canvas");
const box = await page.locator(".tracks > canvas").boundingBox();
for (let i = 0; i < 3; i++) {
  await page.locator(".tracks > canvas").press("+");
}
const drag = await paced(page, async () => {
  await page.mouse.move(box.x + 900, box.y + 200);
  await page.mouse.down();
  for (let i = 0; i < 120; i++) await page.mouse.move(box.x + 900 - i * 5, box.y + 200 + (i % 30));
  await page.mouse.up();
});
const sorted = [...drag].sort((a, b) => a - b);
const pan = (await cost(page, "pan")).sort((a, b) => a - b);
const zoom = (await cost(page, "zoom")).sort((a, b) => a - b);
const at = (list, share) => list[Math.floor((list.length - 1) * share)];
console.log(
  JSON.stringify({
    open_ms: Object.fromEntries(opens),
    work_ms: Object.fromEntries(worked),
    pictures: sorted.length,
    pace_ms_median: at(sorted, 0.5),
    pace_ms_95: at(sorted, 0.95),
    pan_ms_median: at(pan, 0.5),
    pan_ms_95: at(pan, 0.95),
    zoom_ms_median: at(zoom, 0.5),
    zoom_ms_95: at(zoom, 0.95),
  }),
);
await browser.close();
