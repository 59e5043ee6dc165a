// SPDX-License-Identifier: Apache-2.0
// A page that must stay quiet: any error in its console and any request to elsewhere fails the test.
import { test as base, expect, type Page } from "@playwright/test";
import { pathToFileURL } from "node:url";

export const work = process.env.TAPESTRY_WORK ?? "";
export const report = (name: string, hash = "") => `${pathToFileURL(`${work}/${name}.html`).href}${hash}`;

export const test = base.extend<{ quiet: Page }>({
  quiet: async ({ page }, use) => {
    const troubles: string[] = [];
    page.on("console", (m) => {
      if (m.type() === "error" || m.type() === "warning") troubles.push(`console: ${m.text()}`);
    });
    page.on("pageerror", (e) => troubles.push(`error: ${e.message}`));
    page.on("dialog", (d) => {
      troubles.push(`dialog: ${d.message()}`);
      void d.dismiss();
    });
    page.on("request", (r) => {
      const url = new URL(r.url());
      if (!["file:", "data:"].includes(url.protocol) && url.hostname !== "127.0.0.1")
        troubles.push(`request: ${r.url()}`);
    });
    await use(page);
    expect(troubles).toEqual([]);
  },
});

export { expect };
