// Tests in the system's Chromium. Each file starts its own house: see e2e/fixtures.ts.
import { defineConfig } from "@playwright/test";
import { EXECUTABLE, FLAGS } from "./e2e/browser.js";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  timeout: 60_000,
  workers: 1,
  fullyParallel: false,
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: EXECUTABLE, args: FLAGS },
    screenshot: "only-on-failure",
  },
});
