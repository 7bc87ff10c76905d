// The replay of a finished game: its log, the hands as everybody saw them, and the score at the end.
import { expect, test } from "../../../../e2e/fixtures";
import { perspectiveButton, played, scrubber, seatNames } from "../../../../e2e/support/replay";

test("a replay tells what was played, shows whose eyes see a hand, and ends with the score", async ({ page, server }) => {
  const { table, record } = await played(server, "herding-cats", 3);
  await page.goto(`${server.url}/r/${table}?as=spectator&at=0`);
  await expect(scrubber(page)).toHaveValue("0");
  await page.keyboard.press("ArrowRight");
  await expect(scrubber(page)).toHaveValue("1");
  await expect(page.getByRole("list", { name: "Log" })).toContainText(/plays a card as/);

  await page.goto(`${server.url}/r/${table}?as=spectator&at=5`);
  await expect(page.getByTestId("hand-1-0")).not.toHaveAttribute("data-kind", /./);
  await perspectiveButton(page, (await seatNames(page, 3))[1]!).check({ force: true });
  await expect(page.getByTestId("hand-1-0")).toHaveAttribute("data-kind", /./);

  await page.keyboard.press("End");
  await expect(scrubber(page)).toHaveValue(String(record.actions.length));
  await expect(page.getByTestId("score")).toBeVisible();
});
