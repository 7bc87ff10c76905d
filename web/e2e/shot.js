// Takes a picture of the page: node e2e/shot.js [--game NAME] [--path PATH] [--moves N] [--phone] [--dark] [--out FILE] [--base URL] [--all]
// With --game it starts a table against bots in two clicks and makes N moves by clicking the first thing offered.
import { parseArgs } from "node:util";
import { launch } from "./browser.js";

const { values } = parseArgs({
  options: {
    game: { type: "string" },
    path: { type: "string", default: "/" },
    moves: { type: "string", default: "0" },
    phone: { type: "boolean" },
    dark: { type: "boolean" },
    still: { type: "boolean" },
    full: { type: "boolean" },
    out: { type: "string", default: "shots/shot.png" },
    base: { type: "string", default: "http://localhost:4310" },
  },
});

const browser = await launch();
const page = await browser.newPage({
  viewport: values.phone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
  hasTouch: values.phone ?? false,
  isMobile: values.phone ?? false,
  colorScheme: values.dark ? "dark" : "light",
  reducedMotion: values.still ? "reduce" : "no-preference",
});
page.on("console", (message) => {
  if (["error", "warning"].includes(message.type())) console.log(`console ${message.type()}: ${message.text()}`);
});
page.on("pageerror", (error) => console.log(`page error: ${error.stack}`));
await page.goto(values.base + values.path);
if (values.game) {
  await page.locator(`[data-game="${values.game}"]`).first().click();
  await page.getByRole("button", { name: "Play now" }).first().click();
  await page.waitForURL(/\/t\//);
}
for (let moves = 0; moves < Number(values.moves); moves += 1) {
  const over = page.locator("[data-over]");
  const offered = page.locator("[data-offers] button:enabled").first();
  await offered.or(over).first().waitFor({ timeout: 60_000 });
  if (await over.count()) {
    console.log(`over after ${moves} moves`);
    break;
  }
  await offered.click({ timeout: 2000 }).catch(() => {});
}
await page.waitForTimeout(700);
await page.screenshot({ path: values.out, fullPage: values.full ?? false });
console.log(`${page.url()} → ${values.out}`);
await browser.close();
