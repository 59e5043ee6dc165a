// SPDX-License-Identifier: Apache-2.0
// Every view on a phone and on a laptop, for designs of 6, 30 and 1,000 blocks and other kinds of runs, compared with
// earlier pictures. Only tests/pictures
// runs these, as they take minutes; a few pictures in report.spec.ts are part of every test run.
import { expect, report, test } from "./quiet_page";

test.skip(!process.env.TAPESTRY_PICTURES, "tests/pictures runs these");

const views = ["overview", "graph", "profile", "source", "timeline"];
const extra: Record<string, string[]> = {
  blocks6: [
    "graph?block=edge_pipeline.u_norm",
    "queues",
    "what-if",
    "timeline?pin=edge_pipeline.u_norm.state&fold=channel",
  ],
  blocks30: [],
  blocks1000: ["graph?level=farm.u_row_3", "timeline?fold=none"],
  pair6: ["compare"],
  pair30: ["compare"],
  pair1000: ["compare"],
  vhdl: views,
  c: views,
  mpi: views,
  stuck: views,
};

// What dark looks like one run shows.
const themes = (name: string): ("light" | "dark")[] => (name.endsWith("6") ? ["light", "dark"] : ["light"]);

for (const name of Object.keys(extra)) {
  for (const view of [...(name.startsWith("blocks") ? views : []), ...extra[name]!]) {
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      for (const theme of themes(name)) {
        const file = `${name}-${view.replace(/\W+/g, "-")}-${width}-${theme}.png`;
        test(file, async ({ quiet: page }) => {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
          await page.goto(report(name, `#/${view}`));
          await expect(page.locator("main")).not.toBeEmpty();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1),
            "nothing scrolls sideways",
          ).toBe(true);
          // How long a simulation took is another number each time.
          await expect(page).toHaveScreenshot(file, {
            mask: [page.locator(".numbers dd", { hasText: "wall time" })],
          });
        });
      }
    }
  }
}
