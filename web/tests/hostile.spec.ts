// SPDX-License-Identifier: Apache-2.0
// A design whose names are markup, quotes, ends of scripts and line separators: they must stay text.
import { expect, report, test } from "./quiet_page";

for (const [name, view] of [
  ...["overview", "graph", "profile", "source", "timeline", "queues", "compare", "what-if"].map(
    (v) => ["hostile", v] as const,
  ),
  ...["overview", "profile", "timeline"].map((v) => ["hostile_made", v] as const),
]) {
  test(`nothing of a hostile design runs: ${name} ${view}`, async ({ quiet: page }) => {
    await page.goto(report(name, `#/${view}`));
    await expect(page.locator("header")).toBeVisible();
    for (const element of ["img", "iframe", "object", "form", "main script", "main style"])
      await expect(page.locator(element)).toHaveCount(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });
}

test("its names are shown as they are", async ({ quiet: page }) => {
  await page.goto(report("hostile", "#/profile"));
  await expect(page.locator("table.tree")).toContainText("</script><script>hacked=1</script>");
  await page.locator("#search").fill("onerror");
  await expect(page.locator("#hits li").first()).toBeVisible();
});

test("no address of a hostile link leaves the page", async ({ quiet: page }) => {
  await page.goto(report("hostile", "#/source"));
  for (const link of await page.locator("a").all()) expect(await link.getAttribute("href")).toMatch(/^#/);
});
