// Makes the pictures of the README: `npm run shots`.
import { defineConfig } from "@playwright/test";
import { EXECUTABLE, FLAGS } from "../browser.js";
import { askForGames } from "../support/offered";

await askForGames();

export default defineConfig({
  testDir: ".",
  testMatch: "boards.ts",
  timeout: 180_000,
  workers: 1,
  reporter: "list",
  use: { actionTimeout: 15_000, launchOptions: { executablePath: EXECUTABLE, args: FLAGS } },
});
