// A connection that is lost in the middle of an attack: everybody comes back to the same question.
import { expect, startServer, test, type Server } from "../../../../e2e/fixtures";
import { attack, strike } from "./attack";
import { counted, letThrough } from "./cats";

let server: Server;
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server.discard());

test("a server that closes in mid-interception asks the same question afterwards, and everybody catches up", async ({
  browser,
}) => {
  const scene = await attack(browser, server, ["catnip"], ["show_cat"], { isFresh: true });
  const { attacker, defender, third, all } = scene;
  const slot = await strike(scene, "catnip", "show_cat");
  await expect(defender.prompt).toContainText(`Card ${slot + 1}, Show Cat`);
  await server.stop();
  for (const one of all) {
    await expect(one.page.getByText("Connection lost.", { exact: true })).toBeVisible();
    await expect(one.page.locator("[data-offers] button:enabled")).toHaveCount(0);
  }
  await server.start();
  await expect(defender.prompt).toContainText(`Card ${slot + 1}, Show Cat`, { timeout: 30_000 });
  for (const one of [attacker, third]) await expect(one.by(`hand-${defender.seat}-${slot}`)).not.toHaveAttribute("data-kind");
  await letThrough(defender);
  await counted(all, attacker.seat, { hand: 6, herd: 2 });
  await counted(all, defender.seat, { hand: 6 });
  await expect(attacker.log).toContainText("Only you know what you stole: a Show Cat.");
  // Nothing came twice, and nothing is missing.
  for (const one of all) expect(one.tap.names().filter((name) => name === "cardStolen")).toHaveLength(1);
});
