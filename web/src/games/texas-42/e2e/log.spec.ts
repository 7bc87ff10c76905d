// The log of a game that is too long to be sent at once.
import { expect, test } from "../../../../e2e/fixtures";
import { played } from "../../../../e2e/support/replay";

test("the log of a long game comes back whole", async ({ page, server }) => {
  test.slow();
  const { table, record } = await played(server, "texas-42", 4, { marks: 21 });
  expect(record.actions.length, "more than the server sends at once").toBeGreaterThan(256);
  const plays = record.actions.filter((entry) => JSON.stringify(entry).includes('"play-domino"')).length;
  await page.goto(`${server.url}/t/${table}`);
  const lines = page.getByRole("list", { name: "Log" }).getByRole("listitem");
  await expect(lines.first()).toContainText("shakes the dominoes");
  await expect(lines.filter({ hasText: /^\s*\S+ plays \d-\d\.\s*$/ })).toHaveCount(plays);
});
