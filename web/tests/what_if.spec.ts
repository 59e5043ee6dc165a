// SPDX-License-Identifier: Apache-2.0
// What if, on the page that `tapestry report live` serves: a slider moves, the prediction comes, strip and graph
// take its colours.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { expect, report, test, work } from "./quiet_page";

async function served(run: string): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.env.TAPESTRY!, ["report", "live", run, "--json"]);
  const url = await new Promise<string>((found, failed) => {
    server.stdout.once("data", (text: Buffer) => found((JSON.parse(text.toString()) as { url: string }).url));
    server.once("exit", () => failed(new Error("the server ended")));
  });
  return { server, url };
}

const drawn = (page: Page) => page.locator(".predicted-drawing");
const cell = (page: Page, name: string) => drawn(page).locator(".flow li", { hasText: name });
const barHeight = (page: Page, name: string, category: string) =>
  cell(page, name)
    .locator(`.flow-bar .category-${category}`)
    .evaluate((bar) => bar.getBoundingClientRect().height);
const barWidth = (page: Page, name: string, category: string) =>
  drawn(page)
    .locator("a.graph-node.machine", { hasText: name })
    .locator(`rect.category-${category}`)
    .first()
    .evaluate((bar) => bar.getBoundingClientRect().width);
// The dominant category of each channel of the graph, by its name.
const channels = (page: Page) =>
  drawn(page)
    .locator("a.channel")
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((a) => [
          a.getAttribute("aria-label")!,
          a.querySelector(".edge-line")!.getAttribute("class")!.replace("edge-line stroke category-", ""),
        ]),
      ),
    );
const cycles = (page: Page, channel: string, bin: string) =>
  drawn(page)
    .getByLabel(`channel ${channel}`, { exact: true })
    .locator("title")
    .evaluate(
      (title, name) => Number(title.textContent.match(new RegExp(`${name} ≈?([0-9,]+)`))![1]!.replaceAll(",", "")),
      bin,
    );
const move = (page: Page, label: string, value: number) =>
  page.getByLabel(label, { exact: true }).evaluate((slider, to) => {
    (slider as HTMLInputElement).value = String(to);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);

test("strip and graph take the colours of the prediction", async ({ quiet: page }) => {
  const { server, url } = await served(`${work}/recorded/run.tapdb`);
  try {
    await page.goto(`${url}#/what-if`);
    await expect(page.getByRole("heading", { name: "The run as it was" })).toBeVisible();
    const was = {
      strip: await barHeight(page, "u_root", "busy"),
      graph: await barWidth(page, "u_root", "busy"),
      limiter: await cell(page, "u_root").getAttribute("class"),
    };
    expect(was.limiter).toContain("limiter");
    const overlap = await page.evaluate(
      () =>
        document.querySelector(".sliders")!.getBoundingClientRect().right -
        document.querySelector(".what-if")!.getBoundingClientRect().right,
    );
    expect(overlap, "sliders stay in their card").toBeLessThan(1);
    await move(page, "work of edge_pipeline.u_norm.u_root", 20);
    await expect(page.getByRole("heading", { name: "The run as it would be" })).toBeVisible();
    // A fifth of the work, on the same scale; another block becomes the bottleneck.
    await expect.poll(async () => (await barHeight(page, "u_root", "busy")) / was.strip).toBeLessThan(0.3);
    expect((await barWidth(page, "u_root", "busy")) / was.graph).toBeLessThan(0.3);
    await expect(cell(page, "u_norm")).toHaveClass(/limiter/);
    await page.getByRole("button", { name: "As it was" }).click();
    await expect(page.getByRole("heading", { name: "The run as it was" })).toBeVisible();
    expect(await barHeight(page, "u_root", "busy")).toBeCloseTo(was.strip, 0);
    await page.goto("about:blank");
  } finally {
    server.kill("SIGTERM");
  }
});

test("a queue that is shallower makes those before it wait", async ({ quiet: page }) => {
  const { server, url } = await served(`${work}/recorded/run.tapdb`);
  try {
    await page.goto(`${url}#/what-if`);
    await expect(page.getByRole("heading", { name: "The run as it was" })).toBeVisible();
    const before = await channels(page);
    const blocked = await cycles(page, "edge_pipeline.sobel", "blocked");
    await move(page, "depth of edge_pipeline.u_gradient_queue", 1);
    await expect(page.locator(".what-if [role=status]")).toContainText("by replay");
    await expect(page.getByRole("heading", { name: "The run as it would be" })).toBeVisible();
    await expect(cell(page, "u_filter").locator(".category-wait_send")).toHaveCount(1);
    // Replay also predicts the channels, most of which stay as they were.
    const then = await channels(page);
    expect(then["channel edge_pipeline.sobel"]).toBe("wait_send");
    expect(then["channel edge_pipeline.norm"]).toBe(before["channel edge_pipeline.norm"]);
    expect(await cycles(page, "edge_pipeline.sobel", "blocked")).toBeGreaterThan(blocked);
    await page.goto("about:blank");
  } finally {
    server.kill("SIGTERM");
  }
});

test("one range is a curve, two are a map", async ({ quiet: page }) => {
  const { server, url } = await served(`${work}/recorded/run.tapdb`);
  try {
    await page.goto(`${url}#/what-if`);
    await page.getByLabel("Plot depth of edge_pipeline.u_gradient_queue").click();
    const plot = page.getByRole("region", { name: "Over a range" });
    await expect(plot.locator(".sweep-curve circle")).toHaveCount(7); // 1, 2, 4, 8, 16, 32, 64
    await expect(plot.locator(".sweep-curve circle.pareto").first()).toBeVisible();
    // A deeper queue saves cycles, so the curve falls to the right.
    const ends = await plot
      .locator(".sweep-curve circle")
      .evaluateAll((all) => all.map((c) => Number(c.getAttribute("cy"))));
    expect(ends.at(-1)!).toBeGreaterThanOrEqual(ends[0]!);
    await page.getByLabel("Plot depth of edge_pipeline.u_run_queue", { exact: true }).click();
    const cells = plot.locator(".sweep-map td");
    await expect(cells.first()).toBeVisible();
    expect((await cells.count()) / 7).toBeGreaterThan(1);
    expect((await cells.count()) % 7).toBe(0);
    await expect(plot.locator("pre")).toContainText("tapestry predict sweep RUN");
    await page.goto("about:blank");
  } finally {
    server.kill("SIGTERM");
  }
});

// The answers in the file are those of the command line, without a server.
function predicted(change: string): { predicted_cycles: number; label: string } {
  const asked = [`${work}/recorded/run.tapdb`, change, "--json"];
  return JSON.parse(execFileSync(process.env.TAPESTRY!, ["predict", ...asked]).toString()) as never;
}
const inFile = pathToFileURL(`${work}/recorded/report.html`).href;

test("a report opened from disk predicts", async ({ quiet: page }) => {
  await page.goto(`${inFile}#/what-if`);
  await expect(page.getByRole("heading", { name: "The run as it was" })).toBeVisible();
  const wasHeight = await barHeight(page, "u_root", "busy");
  await move(page, "work of edge_pipeline.u_norm.u_root", 2); // 10%, 25%, 50%
  await expect(page.getByRole("heading", { name: "The run as it would be" })).toBeVisible();
  const status = page.locator(".what-if [role=status]");
  const half = predicted("time:edge_pipeline.u_norm.u_root=0.5x").predicted_cycles;
  expect(half).toBeLessThan(45854);
  await expect(status).toContainText(`${half.toLocaleString("en")} cycles instead of 45,854`);
  expect(await barHeight(page, "u_root", "busy")).toBeLessThan(wasHeight);
  // One change at a time: the other slider goes back.
  await move(page, "depth of edge_pipeline.u_gradient_queue", 0);
  const shallow = predicted("depth:edge_pipeline.u_gradient_queue=1").predicted_cycles;
  await expect(status).toContainText(`${shallow.toLocaleString("en")} cycles instead of 45,854`);
  await expect(page.locator("tr.chosen")).toHaveCount(1);
  await page.getByLabel("Plot depth of edge_pipeline.u_gradient_queue").click();
  await expect(page.getByRole("region", { name: "Over a range" }).locator(".sweep-curve circle")).not.toHaveCount(0);
  await page.getByRole("button", { name: "As it was" }).click();
  await expect(page.getByRole("heading", { name: "The run as it was" })).toBeVisible();
});

test("a run without recorded operations predicts the work of blocks from its counters", async ({ quiet: page }) => {
  await page.goto(report("example", "#/what-if"));
  await move(page, "work of edge_pipeline.u_norm.u_root", 2);
  await expect(page.locator(".what-if [role=status]")).toContainText("cycles instead of 45,854");
});

test("SQL is answered by the server, and nothing can be changed", async ({ quiet: page }) => {
  const { server, url } = await served(`${work}/example/run.tapdb`);
  try {
    await page.goto(`${url}#/query`);
    await page.getByRole("button", { name: "Waits" }).click();
    await expect(page.getByRole("table", { name: "Result" })).toContainText("WAIT_ROOT");
    await expect(page.getByRole("row", { name: /WAIT_ROOT/ })).toContainText("34224");
    await page.getByLabel("SQL").fill("SELECT value FROM run WHERE key = 'cycles'");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("status").last()).toHaveText("1 row");
    await expect(page.getByRole("table", { name: "Result" })).toContainText("45854");
    // A browser reports an answer of status 400 in its console, so this is asked beside the page.
    const refused = await page.request.get(`${url}what-if?run=0&sql=${encodeURIComponent("DELETE FROM raw_runs")}`, {
      headers: { Origin: url.replace(/\/$/, "") },
    });
    expect(refused.status()).toBe(400);
    expect(await refused.text()).toContain("the query cannot be run");
    await page.goto("about:blank");
  } finally {
    server.kill("SIGTERM");
    await new Promise((done) => server.once("close", done));
  }
  expect(server.exitCode).toBe(0);
});

test("a report that is a file has no tab for queries, and says who answers them", async ({ quiet: page }) => {
  await page.goto(report("example"));
  await expect(page.locator("nav.views a")).toHaveCount(8);
  await page.goto(report("example", "#/query"));
  await expect(page.locator("main")).toContainText("tapestry query");
});
