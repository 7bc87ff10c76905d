// What a first-time guest meets: a name before the seat, a form that cannot hide the table, a share code in the lobby, and plain
// words for what goes wrong.
import { expect, test } from "./fixtures";
import { ANY, seatsOf, tableOf } from "./support/games";
import { ask, newPlayer } from "./support/player";
import { played } from "./support/replay";
import { deal } from "./support/table";
import type { GameSummary, NewTableInfo, SeatChoice } from "../src/protocol/types";

const SEATS: SeatChoice[] = Array.from({ length: seatsOf(ANY, 3) }, () => "open");

test("a new guest is asked for a name, is told when the host removes them, and a new name counts at once", async ({
  browser,
  server,
}) => {
  const host = await newPlayer(browser, server, "Ada");
  const request = { game: ANY.name, seats: SEATS, sit: 0 };
  const { table } = await ask<NewTableInfo>(server, "POST", "/tables", request, host.guest.token);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${server.url}/t/${table}`);
  await host.page.goto(`${server.url}/t/${table}`);

  await guest.getByRole("button", { name: "Take seat 2" }).click();
  const name = guest.getByRole("dialog").getByLabel("Your name");
  await expect(name).toBeFocused();
  await expect(name).not.toHaveValue("");
  await name.fill("Bea");
  await guest.keyboard.press("Enter");
  await expect(host.page.getByText("Bea", { exact: true })).toBeVisible();

  await ask(server, "POST", "/me", { name: "Adele" }, host.guest.token);
  await expect(guest.getByRole("listitem").filter({ hasText: "Adele" })).toBeVisible();

  await host.page.getByRole("button", { name: "Remove Bea" }).click();
  await host.page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(host.page.getByText("Bea", { exact: true })).toBeVisible();
  await host.page.getByRole("button", { name: "Remove Bea" }).click();
  await host.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(guest.getByRole("heading", { name: "The host removed you from this table" })).toBeVisible();
});

test("a name is taken as it is seen, and a new guest can always play", async ({ page, server }) => {
  await page.goto(server.url);
  const profile = page.getByRole("button", { name: /your name and settings/ });
  await profile.click();
  const name = page.getByLabel("Your name");
  const change = page.getByRole("button", { name: "Change", exact: true });
  for (const nothing of ["", "   ", "\u200b\u3164"]) {
    await name.fill(nothing);
    await expect(change).toBeDisabled();
  }
  await name.fill("\u202eAnn\u0000 <b>\u200b");
  await change.click();
  await expect(page.getByText("You are Ann <b> now")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(profile).toContainText("Ann <b>");
  await page.locator(`[data-game="${ANY.name}"]`).click();
  await page.getByRole("button", { name: "Play now against bots" }).click();
  await expect(page.locator("[data-offers] button:enabled").first()).toBeVisible();
});

test("a seat for anybody is at a table that anybody can find", async ({ page, server }) => {
  await page.goto(`${server.url}/new/${ANY.name}`);
  const isPublic = page.getByRole("radio", { name: /Anybody/ }).first();
  await page.getByLabel("Seat 2").selectOption("open");
  await expect(isPublic).toBeChecked();
  await page.locator("label", { hasText: "Only with the link" }).click();
  await expect(page.getByLabel("Seat 2")).toHaveValue("invited");
});

test("a share code in the lobby opens the replay, and a broken one is refused in plain words", async ({ page, server }) => {
  const { table } = await played(server, ANY.name, seatsOf(ANY), ANY.plan.options);
  const { share } = await ask<GameSummary>(server, "GET", `/tables/${table}/summary`);
  await page.goto(server.url);
  const field = page.getByLabel("Got a link or a code?");
  await field.fill(share);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL(/\/replay#/);
  await expect(page.getByTestId("board").first()).toBeVisible();
  await page.goto(server.url);
  await field.fill("hc1.AgEDc29tZXRoaW5n");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("heading", { name: "This share code does not work" })).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/line \d|column|expected|serde|invalid|byte/i);
});

test("a link opens its page however it is pasted, and a broken one is refused in plain words", async ({ page, server }) => {
  const { table } = await played(server, ANY.name, seatsOf(ANY), ANY.plan.options);
  const paste = async (text: string) => {
    await page.goto(server.url);
    await page.getByLabel("Got a link or a code?").fill(text);
    await page.getByRole("button", { name: "Join" }).click();
  };
  for (const link of [
    `${server.url}/t/${table}`,
    `${server.url}/t/${table}/?from=chat`,
    `Look at this: (${server.url}/t/${table}).`,
  ]) {
    await paste(link);
    await expect(page.getByTestId("board").first()).toBeVisible();
  }
  await paste(`${server.url}/rules/${ANY.name}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(ANY.title);
  for (const code of ["hello", "😀 <b>", "x".repeat(5000), "%ZZ"]) {
    await paste(code);
    await expect(page.getByRole("heading", { name: "This link or code does not work" })).toBeVisible();
  }
  for (const path of ["/join", "/join#%ZZ"]) {
    await page.goto("about:blank");
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { name: "This link or code does not work" })).toBeVisible();
  }
  await page.goto(`${server.url}/t/nobodyishere`);
  await expect(page.getByRole("heading", { name: "Table not found" })).toBeVisible();
  for (const path of ["/t/%00", "/t/a%20b", `/r/${"k".repeat(65)}`, "/nowhere", "/rules/__proto__"]) {
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { name: "Page not found" }), path).toBeVisible();
  }
  await page.goto(`${server.url}/link#spent`);
  await page.getByRole("button", { name: "Use this device" }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("Make a new one on your other device");
});

test("who resigns is told so", async ({ browser, server }) => {
  const { players, table } = await deal(browser, server, tableOf(ANY, 2));
  const [one, other] = players;
  await ask(server, "POST", `/tables/${table}/resign`, undefined, one!.guest.token);
  await expect(one!.log).toContainText("You resigned. The game goes on without you.");
  await expect(one!.prompt).toContainText("You resigned");
  await expect(other!.log).toContainText("Ada resigned.");
});
