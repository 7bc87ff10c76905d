// Takes pictures: of each board for the README (`npm run shots boards`), of every screen to be looked at (`npm run shots screens`).
import { defineConfig } from "@playwright/test";
import { EXECUTABLE, FLAGS } from "../browser.js";
import { askForGames } from "../support/offered";

await askForGames();

export default defineConfig({
  testDir: ".",
  testMatch: ["boards.ts", "screens.ts"],
  timeout: 300_000,
  workers: 1,
  reporter: "list",
  use: { actionTimeout: 15_000, launchOptions: { executablePath: EXECUTABLE, args: FLAGS } },
});
