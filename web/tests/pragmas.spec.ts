// SPDX-License-Identifier: Apache-2.0
// A run whose states are named by the design and by pragmas: the profile shows both, or either.
import { expect, report, test } from "./quiet_page";

test("states of pragmas and of the design are shown together, or either alone", async ({ quiet: page }) => {
  await page.goto(report("pragmas", "#/profile"));
  const row = (name: string) => page.locator("table.tree tbody").getByRole("row", { name });
  const own = row("worker state busy 1,262");
  const named = row("worker control busy 1,188");
  const choice = page.getByRole("combobox", { name: "states", exact: true });
  await expect(choice).toHaveValue("all");
  await expect(own).toBeVisible();
  await expect(named).toBeVisible();
  await expect(row("6 blocks")).toBeVisible();

  await choice.selectOption({ label: "named by pragmas" });
  await expect(page).toHaveURL(/states=pragma/);
  await expect(own).toHaveCount(0);
  await expect(named).toBeVisible();
  await expect(row("5 blocks")).toBeVisible();

  await choice.selectOption({ label: "the design's own" });
  await expect(page).toHaveURL(/states=design/);
  await expect(row("WORK 1,262"), "the one machine that is left shows its states").toBeVisible();
  await expect(named).toHaveCount(0);

  await page.reload();
  await expect(choice).toHaveValue("design");
  await choice.selectOption({ label: "all states" });
  await expect(own).toBeVisible();
  await expect(named).toBeVisible();
});
