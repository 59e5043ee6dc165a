// SPDX-License-Identifier: Apache-2.0
// `tapestry report live` on a folder in which a simulation is at work: the reading grows, then the run is there.
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test, work } from "./quiet_page";

test("frames arrive while the simulation runs", async ({ quiet: page }) => {
  const folder = `${work}/live`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/woven`, { recursive: true });
  copyFileSync(`${work}/example/woven/taps.json`, `${folder}/woven/taps.json`);
  const reading = readFileSync(`${work}/example/tapestry.reading`, "utf8");
  const lines = reading.split("\n");
  const server = spawn(process.env.TAPESTRY!, ["report", "live", folder, "--json"]);
  try {
    const url = await new Promise<string>((found, failed) => {
      server.stdout.once("data", (text: Buffer) => found((JSON.parse(text.toString()) as { url: string }).url));
      server.once("exit", () => failed(new Error("the server ended")));
    });
    await page.goto(url);
    await expect(page.getByText("There is no run yet")).toBeVisible();
    // The last line is cut in the middle, as a writer that is at work leaves it.
    writeFileSync(
      `${folder}/tapestry.reading`,
      `${lines.slice(0, Math.floor(lines.length / 3)).join("\n")}\n${lines.at(-2)!.slice(0, 20)}`,
    );
    await expect(page.locator(".live")).toBeVisible();
    const cycles = async () =>
      Number(/([\d,]+) cycles/.exec(await page.locator(".answer").innerText())![1]!.replace(/,/g, ""));
    const early = await cycles();
    writeFileSync(`${folder}/tapestry.reading`, `${lines.slice(0, Math.floor((2 * lines.length) / 3)).join("\n")}\n`);
    await expect.poll(cycles).toBeGreaterThan(early);
    copyFileSync(`${work}/example/run.tapdb`, `${folder}/run.tapdb`);
    await expect(page.locator(".live")).toHaveCount(0);
    await expect.poll(cycles).toBe(45854);
    // A new simulation into the same folder takes the place of the old run at once.
    writeFileSync(`${folder}/tapestry.reading`, `${lines.slice(0, Math.floor(lines.length / 3)).join("\n")}\n`);
    await expect(page.locator(".live")).toBeVisible();
    await expect.poll(cycles).toBe(early);
    await page.goto("about:blank"); // the page would report that the server is gone
  } finally {
    server.kill("SIGTERM");
    await new Promise((done) => server.once("close", done));
  }
  expect(server.exitCode).toBe(0);
});
