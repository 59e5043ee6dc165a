// SPDX-License-Identifier: Apache-2.0
// axe looks at every view: names and roles, order, contrast of at least 4.5, in both themes.
import { readFileSync } from "node:fs";
import { expect, report, test } from "./quiet_page";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const places = [
  "#/overview",
  "#/graph",
  "#/graph?block=edge_pipeline.u_norm",
  "#/profile",
  "#/source",
  "#/timeline",
  "#/queues",
  "#/compare",
  "#/what-if",
];

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

for (const theme of ["light", "dark"] as const) {
  for (const place of places) {
    test(`axe finds nothing at ${place}, ${theme}`, async ({ quiet: page }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(report(place === "#/compare" ? "pair" : "example", place));
      await expect(page.locator("main")).not.toBeEmpty();
      await page.evaluate(axe);
      const found = await page.evaluate<Finding[]>(
        "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)",
      );
      expect(
        found.map(
          (f) =>
            `${f.id}: ${f.nodes
              .slice(0, 4)
              .map((n) => `${n.target.join(" ")} ${n.failureSummary ?? ""}`)
              .join(" | ")}`,
        ),
      ).toEqual([]);
    });
  }
}
