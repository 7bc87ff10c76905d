// Tests in the system's Chromium. Each worker starts its own house: see e2e/fixtures.ts.
import { defineConfig } from "@playwright/test";
import { EXECUTABLE, FLAGS } from "./e2e/browser.js";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    launchOptions: { executablePath: EXECUTABLE, args: FLAGS },
    screenshot: "only-on-failure",
  },
});
