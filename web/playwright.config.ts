// Tests in the system's Chromium: those for all games, and those in each game's folder. Each worker starts its own server: see
// e2e/fixtures.ts.
import { defineConfig } from "@playwright/test";
import { EXECUTABLE, FLAGS } from "./e2e/browser.js";
import { askForGames } from "./e2e/support/offered";

await askForGames();

export default defineConfig({
  testDir: ".",
  testMatch: ["e2e/*.spec.ts", "src/games/*/e2e/*.spec.ts"],
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
