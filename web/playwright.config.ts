// SPDX-License-Identifier: Apache-2.0
// Tests in the Chromium of the system. tests/run makes the reports that they open.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  outputDir: process.env.TAPESTRY_WORK ? `${process.env.TAPESTRY_WORK}/results` : "test-results",
  snapshotPathTemplate: "{testDir}/goldens/{arg}{ext}",
  timeout: 60_000,
  workers: 2,
  fullyParallel: true,
  reporter: [["list"]],
  // A short label has about a hundred pixels; report.spec.ts checks that a missing one is noticed.
  expect: {
    toHaveScreenshot: { maxDiffPixels: 30, threshold: 0.25, animations: "disabled", scale: "css" },
    timeout: 15_000,
  },
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
    },
  },
});
