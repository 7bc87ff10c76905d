// Tests in the system's Chromium: those for all games, and those in each game's folder. Each worker starts its own server: see
// e2e/fixtures.ts.
import { defineConfig } from "@playwright/test";
import { EXECUTABLE, FLAGS } from "./e2e/browser.js";
import { askForGames } from "./e2e/support/offered";

await askForGames();

export default defineConfig({
  testDir: ".",
  testMatch: ["e2e/*.spec.ts", "src/games/*/e2e/*.spec.ts"],
  // Generous, because a busy machine is slow and no test waits for a limit unless it fails.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: true,
  reporter: "list",
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 60_000,
    // Animations are for the tests that look at them.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: EXECUTABLE, args: FLAGS },
    screenshot: "only-on-failure",
  },
});
