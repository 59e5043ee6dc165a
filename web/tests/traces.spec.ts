// SPDX-License-Identifier: Apache-2.0
// What is known to the cycle: traces, threads, assertions, on a run with one of each (made_run.mjs).
import type { Page } from "@playwright/test";
import { expect, report, test } from "./quiet_page";

// The hint for a row of the timeline, by its index; lengths are those of render/timeline_canvas.ts.
async function hover(page: Page, row: number, share: number): Promise<string> {
  const canvas = page.locator(".tracks > canvas");
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 190 + (box.width - 190) * share, box.y + 74 + row * 30 + 12);
  await expect(page.locator(".hint")).toBeVisible();
  return page.locator(".hint").innerText();
}

test("a traced machine tells state, start, length and time of each visit", async ({ quiet: page }) => {
  await page.goto(report("made", "#/timeline?from=80&to=100"));
  await expect(page.locator(".timeline-foot")).toContainText("2 of 4 blocks were traced");
  const rows = [
    "assertions",
    "never_both",
    "never_empty",
    "traces",
    "overload",
    "threads",
    "worker[0]",
    "worker[1]",
    "blocks",
    "u_lathe",
    "u_saw",
  ];
  const lathe = rows.indexOf("u_lathe");
  expect(await hover(page, lathe, 0.2)).toMatch(/FETCH \(wait to receive\)\s+from cycle 80, for 7 cycles · time ≈ 400/);
  expect(await hover(page, lathe, 0.5)).toMatch(/CUT \(busy\)\s+from cycle 87, for 12 cycles/);
  expect(await hover(page, lathe, 0.975)).toMatch(/STORE \(transfer\)\s+from cycle 99, for 1 cycles?/);
  expect(await hover(page, rows.indexOf("overload"), 0.99), "nothing was recorded yet").not.toMatch(/last record/);
  expect(await hover(page, rows.indexOf("worker[0]"), 0.5)).toContain("in frame 0: cycles 0 to 400");
});

test("the example, traced: its slow state lasts as long as the profile says", async ({ quiet: page }) => {
  await page.goto(report("traced", "#/timeline?row=edge_pipeline.u_norm.state&from=20000&to=20032"));
  await expect(page.locator(".timeline-foot")).toContainText("Drawn from traces, exact to the cycle.");
  const told = new Set<string>();
  for (let share = 0.05; share < 1; share += 0.1)
    told.add(
      (await hover(page, 2, share))
        .split("\n")
        .slice(2)
        .join(" ")
        .replace(/from cycle [\d,]+, /, "")
        .replace(/ · .*/, ""),
    );
  expect([...told]).toContain("WAIT_ROOT (wait to sync) for 12 cycles");
});

test("where a trace lost records the row is made from frames", async ({ quiet: page }) => {
  await page.goto(report("made", "#/timeline"));
  await expect(page.locator(".timeline-foot")).toContainText("One trace lost records");
  expect(await hover(page, 10, 0.1)).toContain("from cycle");
  expect(await hover(page, 10, 0.9)).toContain("in frame 1: cycles 400 to 1,000");
});

test("a trigger is told with its value and its cycle", async ({ quiet: page }) => {
  await page.goto(report("made", "#/timeline?row=mill.overload"));
  expect(await hover(page, 4, 0.5)).toMatch(/last record: 12\s+at cycle 351 · time ≈ 1.75k/);
  await expect(page.getByLabel("Triggers over the whole run")).toBeVisible();
  const dark = await page.locator(".strip canvas").evaluate((canvas: HTMLCanvasElement) => {
    const line = canvas.getContext("2d")!.getImageData(0, 22, canvas.width, 1).data;
    return [100, 200, 900].map((edge) => line[4 * Math.floor((edge / 1000) * canvas.width) + 3]);
  });
  expect(dark).toEqual([255, 0, 255]);
});

test("groups fold, rows are pinned and hidden, and the link says so", async ({ quiet: page }) => {
  await page.goto(report("made", "#/timeline"));
  const canvas = page.locator(".tracks > canvas");
  const rows = async () => Number(/of (\d+) rows/.exec((await canvas.getAttribute("aria-label"))!)![1]);
  const click = async (row: number) => {
    const box = (await canvas.boundingBox())!;
    await page.mouse.click(box.x + 40, box.y + 74 + row * 30 + 16);
  };
  const all = await rows();
  await click(5);
  await expect(page).toHaveURL(/fold=thread/);
  expect(await rows(), "two threads are folded").toBe(all - 2);
  await click(7);
  await page.getByRole("button", { name: "Pin to the top" }).click();
  await expect(page).toHaveURL(/pin=mill.u_lathe/);
  expect(await rows()).toBe(all - 2);
  await click(3);
  await page.getByRole("button", { name: "Hide this row" }).click();
  await expect(page).toHaveURL(/hide=mill.never_both/);
  expect(await rows()).toBe(all - 3);
  await page.getByRole("button", { name: "Show 1 hidden row" }).click();
  await page.getByRole("button", { name: "Open all" }).click();
  expect(await rows()).toBe(all);
  await page.goBack();
  expect(await rows(), "one step back it is folded again").toBe(all - 2);
});

test("zooms to a single cycle", async ({ quiet: page }) => {
  await page.goto(report("made", "#/timeline"));
  await page.locator(".tracks > canvas").focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press("+");
  const [from, to] = (await page.locator(".timeline-foot b").allInnerTexts()).map((t) => Number(t.replace(/,/g, "")));
  expect(to! - from!).toBeLessThanOrEqual(2);
});

test("a violation is named first, and leads to its cycle", async ({ quiet: page }) => {
  await page.goto(report("made"));
  const warning = page.locator(".answer .warning");
  await expect(warning).toContainText("An assertion was violated");
  await expect(warning).toContainText("in 3 cycles, first at cycle 617");
  await expect(page.getByText("1 of 2 assertions violated.")).toBeVisible();
  await expect(page.getByText("1 of 3 traces had no room for all their records.")).toBeVisible();
  await warning.locator("a").first().click();
  await expect(page).toHaveURL(/#\/timeline\?row=mill.never_both&from=597&to=637/);
  expect(await hover(page, 1, 0.5)).toContain("first violated at cycle 617");
});

test("the profile has threads, assertions, sums and traces", async ({ quiet: page }) => {
  await page.goto(report("made", "#/profile"));
  const row = (section: string, path: string) =>
    page.getByRole("region", { name: section }).locator("tr", { hasText: path });
  await expect(row("Threads", "mill.worker[0]")).toContainText(/\d/);
  await expect(row("Threads", "mill.worker[0]").locator(".bar span")).toHaveCount(4);
  await expect(row("Assertions", "mill.never_both")).toContainText("617");
  await expect(row("Sums", "mill.energy")).toContainText("3,000");
  await expect(row("Traces", "mill.u_saw.state")).toContainText("change");
});

test("a run without traces says how to get them", async ({ quiet: page }) => {
  await page.goto(report("example", "#/timeline"));
  await expect(page.locator(".timeline-foot")).toContainText("tapestry profile --trace");
});

test("a folded group shows its own sums after another row was pinned", async ({ quiet: page }) => {
  const pixels = async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return page.locator(".tracks > canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  };
  await page.goto(report("made", "#/timeline?fold=all"));
  const before = await pixels();
  await page.evaluate(() => {
    location.hash = "#/timeline?fold=all&pin=mill.u_lathe.state";
  });
  await expect.poll(pixels).not.toBe(before);
  const pinned = await pixels();
  await page.reload();
  expect(await pixels()).toBe(pinned);
});

test("looks as it did: timeline_traced", async ({ quiet: page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto(report("made", "#/timeline?from=0&to=120"));
  await expect(page).toHaveScreenshot("timeline_traced.png");
});
