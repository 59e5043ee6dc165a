// SPDX-License-Identifier: Apache-2.0
// The report of the bundled example, opened from disk.
import { statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, report, test, work } from "./quiet_page";

const views = ["overview", "graph", "profile", "source", "timeline", "queues", "compare", "what-if"];

test("is small enough to pass on", () => {
  for (const name of ["example", "traced"]) expect(statSync(`${work}/${name}.html`).size).toBeLessThan(1.5e6);
});

for (const view of views) {
  test(`${view} has its own address and shows something`, async ({ quiet: page }) => {
    await page.goto(report("example", `#/${view}`));
    await expect(page.locator("nav.views a[aria-current=page]")).toHaveAttribute("href", `#/${view}`);
    await expect(page.locator("main")).not.toBeEmpty();
    expect((await page.locator("main").innerText()).length).toBeGreaterThan(60);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    expect(sideways, "nothing sticks out").toBe(false);
  });
}

test("the answer comes first, with its number", async ({ quiet: page }) => {
  await page.goto(report("example"));
  await expect(page.locator(".answer-sentence")).toContainText("u_root limits");
  await expect(page.locator(".answer-sentence")).toContainText(/\d+(\.\d+)?\s?%/);
  await expect(page.locator(".reasons li").first()).toBeVisible();
  await expect(page.getByText("22 of 22 taps exact")).toBeVisible();
});

test("a newcomer finds the slow line with the mouse", async ({ quiet: page }) => {
  await page.goto(report("example"));
  await page.locator(".reasons li a").first().click();
  await expect(page).toHaveURL(/#\/graph\?block=/);
  await page.locator(".state-list a").first().click();
  await expect(page).toHaveURL(/#\/source\?file=.*line=/);
  const here = page.locator("tr.here");
  await expect(here).toBeVisible();
  await expect(here.locator(".margin")).toContainText(/\d/);
  await page.locator("nav.views a", { hasText: "Queues" }).click();
  await expect(page.locator(".queue").first()).toContainText("u_gradient_queue");
  await page.locator(".queue").first().getByText("in the graph").click();
  await expect(page).toHaveURL(/#\/graph/);
});

test("a newcomer finds it with the keyboard alone", async ({ quiet: page }) => {
  await page.goto(report("example"));
  await expect(page.locator(".answer")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("wait_root");
  await expect(page.locator("#hits li").first()).toContainText("WAIT_ROOT");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/source\?file=rtl%2Fedge_norm.sv&line=\d+/);
  await expect(page.locator("tr.here .margin")).toContainText("34,224");
  await page.keyboard.press("3");
  await expect(page).toHaveURL(/#\/profile/);
  const row = page.locator("table.tree tbody tr").first();
  await row.focus();
  const rows = await page.locator("table.tree tbody tr").count();
  await page.keyboard.press("ArrowLeft");
  expect(await page.locator("table.tree tbody tr").count()).toBeLessThan(rows);
  await page.keyboard.press("?");
  await expect(page.locator("dialog.legend")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog.legend")).toHaveCount(0);
  await page.keyboard.press("5");
  const canvas = page.locator(".tracks > canvas");
  await canvas.focus();
  for (let i = 0; i < 30; i++) await page.keyboard.press("+");
  await expect(page.locator(".timeline-foot")).toContainText(/cycles ([\d,]+) to ([\d,]+) of 45,854/);
  const [from, to] = (await page.locator(".timeline-foot b").allInnerTexts()).map((t) => Number(t.replace(/,/g, "")));
  expect(to! - from!, "down to a cycle").toBeLessThanOrEqual(2);
  await page.keyboard.press("0");
  await expect(page.locator(".timeline-foot b").first()).toHaveText("0");
});

test("numbers are those of the run", async ({ quiet: page }) => {
  await page.goto(report("example", "#/profile?block=edge_pipeline.u_norm.state"));
  const row = page.locator("tr.state-row", { hasText: "WAIT_ROOT" });
  await expect(row).toContainText("34,224");
  await expect(row).toContainText("2,852");
  await expect(row).toContainText("74.7%");
  await page.goto(report("example", "#/graph?channel=edge_pipeline.gradient"));
  await expect(page.locator(".card .numbers")).toContainText("2,852");
});

test("a bus shows how long answers take and how many are outstanding", async ({ quiet: page }) => {
  await page.goto(report("bank", "#/queues?bus=bus_bank.s_axi"));
  const bus = page.getByRole("region", { name: "bus_bank.s_axi write" });
  await expect(bus).toHaveClass(/chosen/);
  await expect(bus).toContainText("axi4");
  await expect(bus.locator("figure svg")).toHaveCount(2);
  await expect(bus.locator(".numbers")).toContainText(/least latency\s*\d+ cycles/);
  await expect(bus.locator(".numbers")).toContainText(/most outstanding\s*1/);
});

test("two runs stand side by side", async ({ quiet: page }) => {
  await page.goto(report("pair", "#/compare"));
  await expect(page.locator("table.compare thead th")).toHaveCount(3);
  await expect(page.locator(".side li").first()).toBeVisible();
  await page.locator("select[aria-label=Run]").selectOption("1");
  await expect(page).toHaveURL(/run=1/);
});

test("light and dark", async ({ quiet: page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(report("example"));
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const day = await paper();
  await page.keyboard.press("t");
  expect(await paper()).not.toBe(day);
});

// Hides the shortest visible text of at least three letters, and returns it.
const hideShortestLabel = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll<HTMLElement | SVGElement>("main *")].filter((element) => {
      const box = element.getBoundingClientRect();
      // Text for screen readers only is one pixel wide.
      const inside =
        box.width > 1 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
      return inside && element.children.length === 0 && element.textContent.trim().length >= 3;
    });
    labels.sort((a, b) => a.textContent.length - b.textContent.length);
    labels[0]?.style.setProperty("visibility", "hidden");
    return labels[0]?.textContent ?? "";
  });

const pictures: [name: string, hash: string, width: number, height: number, dark: boolean][] = [
  ["overview", "#/overview", 1280, 800, false],
  ["graph_dark", "#/graph?block=edge_pipeline.u_norm", 1280, 800, true],
  ["timeline", "#/timeline", 1280, 800, false],
  ["overview_phone", "#/overview", 390, 844, true],
];
for (const [name, hash, width, height, dark] of pictures) {
  test(`looks as it did: ${name}`, async ({ quiet: page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
    await page.goto(report("example", hash));
    await expect(page).toHaveScreenshot(`${name}.png`);
    expect(await hideShortestLabel(page), "there is a label to hide").not.toBe("");
    await expect(page, "a missing label is seen").not.toHaveScreenshot(`${name}.png`);
  });
}

for (const view of views) {
  test(`nothing scrolls sideways on a phone: ${view}`, async ({ quiet: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(report(view === "compare" ? "pair" : "example", `#/${view}`));
    await expect(page.locator("main")).not.toBeEmpty();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(1);
  });
}

test("on a phone the profile and the sliders fit", async ({ quiet: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(report("example", "#/profile"));
  const tree = page.locator(".tree").first();
  await expect(tree).toBeVisible();
  expect(await tree.evaluate((t) => t.scrollWidth - t.parentElement!.clientWidth)).toBeLessThanOrEqual(1);
  await page.goto(report("example", "#/what-if"));
  const name = page.locator(".sliders td:first-child").first();
  await expect(name).toBeVisible();
  expect((await name.boundingBox())!.height, "a name is one line").toBeLessThan(40);
});

for (const place of [
  "nowhere",
  "graph?block=nobody",
  "graph?level=nobody",
  "graph?channel=nobody",
  "profile?block=nobody",
  "source?file=nobody.sv",
  "timeline?row=nobody",
  "queues?queue=nobody",
]) {
  test(`a link to what is not there says so: ${place}`, async ({ quiet: page }) => {
    await page.goto(report("example", `#/${place}`));
    await expect(page.locator("[role=alert]").first()).toContainText(/no(body|where)/);
  });
}

test("the theme is remembered", async ({ quiet: page }) => {
  await page.goto(report("example"));
  await page.keyboard.press("t");
  const chosen = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(chosen);
});

test("a measured range is in the address, and stands beside the tracks", async ({ quiet: page }) => {
  await page.goto(report("example", "#/timeline?range=1000-20000"));
  const range = page.getByLabel("The measured range");
  await expect(range).toContainText("19,000 cycles");
  const [canvas, table] = [await page.locator(".tracks > canvas").boundingBox(), await range.boundingBox()];
  expect(table!.x, "beside, not below").toBeGreaterThan(canvas!.x + canvas!.width - 1);
  await page.keyboard.press("Escape");
  await expect(range).toHaveCount(0);
  await expect(page).not.toHaveURL(/range=/);
  const box = (await page.locator(".tracks > canvas").boundingBox())!;
  await page.mouse.move(box.x + 400, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 600, box.y + 150, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/range=\d+-\d+/);
  const told = await range.locator("p b").innerText();
  await page.reload();
  await expect(range.locator("p b")).toHaveText(told);
});

test("the source opens where the bottleneck works, in view", async ({ quiet: page }) => {
  await page.goto(report("example"));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.keyboard.press("4");
  const here = page.locator("tr.here");
  await expect(here).toBeInViewport();
  await expect(here.locator(".margin")).toContainText(/\d/);
});

test("a moment leads to its waveform by a command", async ({ quiet: page }) => {
  await page.goto(report("example", "#/graph?block=edge_pipeline.u_norm.u_root"));
  await page.getByLabel("Waveform: the longest visit to STEP").click();
  await expect(page.locator(".wave-command")).toContainText(
    "tapestry waves --around edge_pipeline.u_norm.u_root.state/STEP",
  );
  await page.goto(report("example", "#/queues"));
  await page.getByRole("button", { name: "Waveform: its fullest moment" }).first().click();
  await expect(page.locator(".wave-command")).toContainText(/tapestry waves --around \S+queue/);
});

test("on a phone the tab of the view is in view", async ({ quiet: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(report("example", "#/what-if"));
  await expect(page.locator("nav.views a[aria-current=page]")).toBeInViewport({ ratio: 1 });
});

test("what is blocked differs from what starves by stripes, not by a hue alone", async ({ quiet: page }) => {
  await page.goto(report("example", "#/profile"));
  const pattern = (category: string) =>
    page
      .locator(`.fill.category-${category}`)
      .first()
      .evaluate((e) => getComputedStyle(e).backgroundImage);
  expect(await pattern("wait_send")).toContain("gradient");
  expect(await pattern("wait_recv")).not.toContain("gradient");
});

test("the map of a drawing stays in its corner", async ({ quiet: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(report("example", "#/graph"));
  const map = page.locator(".graph-map");
  for (let i = 0; i < 4; ++i) await page.getByRole("button", { name: "Closer" }).click();
  await expect(map).toBeVisible();
  const [small, whole] = await Promise.all([map.boundingBox(), page.locator(".pan-zoom").first().boundingBox()]);
  expect(small!.width).toBeLessThan(whole!.width / 3);
  expect(small!.height).toBeLessThan(whole!.height / 2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(map).toBeHidden();
});

test("a dark page is printed dark on light, with its numbers and without its buttons", async ({ quiet: page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(report("example", "#/overview"));
  const colours = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return [style.backgroundColor, style.color];
    });
  const [dark] = await colours();
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await expect.poll(colours).toEqual(["rgb(255, 255, 255)", "rgb(26, 31, 39)"]);
  await expect(page.locator("nav.views")).toBeHidden();
  await expect(page.locator("header")).toBeHidden();
  await expect(page.locator(".answer")).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark", media: "screen" });
  await expect.poll(async () => (await colours())[0]).toBe(dark);
});

test("on a phone no line of the source is cut", async ({ quiet: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(report("example", "#/source"));
  await expect(page.locator("tr.here")).toBeVisible();
  const right = (selector: string) =>
    page.locator(selector).evaluateAll((all) => Math.max(...all.map((e) => e.getBoundingClientRect().right)));
  const map = (await page.locator(".minimap").boundingBox())!;
  expect(await right(".line-text")).toBeLessThanOrEqual(map.x + 1);
});
