import { colourOf, iconColour, rowOf } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, reportHealth } from "./fleet";
import { expectHeading, expectStatement, statementOf } from "./statements";
import { unfold } from "./unfold";

const MESSAGE = 'Get "http://127.0.0.1:8080/healthz": dial tcp 127.0.0.1:8080: connect: connection refused';

test("the lists, the group and the machine show a failed probe's message until the probe succeeds", async ({ page, context, house, cluster }) => {
  const entry = await freshEntry(cluster, "logistics", "order-router");
  const group = await context.newPage();
  const machine = await context.newPage();
  await page.goto("/entries?ns=logistics");
  await group.goto(groupPage("logistics", "order-router"));
  await machine.goto(entryPage("logistics", entry));
  await expectHeading(group, "group-serving", { serving: 28, total: 28 });
  await expectHeading(machine, "entry-traffic", { entry, state: "healthy" });
  const unhealthyInGroup = rowOf(group, entry).locator('[data-state-word="unhealthy"]');
  // All are healthy. The row of this one may be outside the rendered window.
  const healthyColour = await colourOf(group.locator('[data-state-word="healthy"]').first());

  await reportHealth(house, "logistics", entry, MESSAGE);
  await expect(rowOf(page, entry).locator('[data-state-word="unhealthy"]')).toBeVisible();
  await expect(rowOf(page, entry).getByTitle(MESSAGE)).toBeVisible();
  // The first row of data: the worst is first.
  await expect(page.getByRole("row").nth(1)).toContainText(entry);
  await expect(rowOf(group, entry).getByTitle(MESSAGE)).toBeVisible();
  await expect(unhealthyInGroup).toHaveCount(1);
  expect(await iconColour(group, entry)).not.toBe(healthyColour);
  await expectHeading(group, "group-serving", { serving: 27, total: 28 });
  await expectHeading(group, "group-trouble", { unhealthy: 1, unverified: null, notRegistered: 0 });
  await expectStatement(group, "group-message", { message: MESSAGE });
  await expectHeading(machine, "entry-traffic", { entry, state: "unhealthy", serving: "no-unhealthy", message: MESSAGE });
  const report = await unfold(machine, "reported-health");
  await expect(report.getByRole("cell", { name: "False" })).toBeVisible();
  await expect(report.getByRole("cell", { name: MESSAGE })).toBeVisible();

  await reportHealth(house, "logistics", entry, "");
  await expectHeading(group, "group-serving", { serving: 28, total: 28 });
  await expect(statementOf(group, "group-trouble")).toHaveCount(0);
  // Its row may be outside the rendered window, as the worst come first.
  await expect(unhealthyInGroup).toHaveCount(0);
  await expectHeading(machine, "entry-traffic", { entry, state: "healthy" });
  await expect(page.getByTitle(MESSAGE)).toHaveCount(0);
  await page.goto(`/entries?ns=logistics&q=${entry}`);
  await expect(rowOf(page, entry).locator('[data-state-word="healthy"]')).toBeVisible();
});
