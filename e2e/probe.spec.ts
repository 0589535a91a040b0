import { colourOf, expectHeadline, iconColour, rowOf } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, reportHealth } from "./fleet";

const MESSAGE = 'Get "http://127.0.0.1:8080/healthz": dial tcp 127.0.0.1:8080: connect: connection refused';

test("a failed probe's message stands in the row, on the group's page and on the machine's, until the probe succeeds", async ({
  page,
  context,
  house,
  cluster,
}) => {
  const entry = await freshEntry(cluster, "logistics", "order-router");
  const group = await context.newPage();
  const machine = await context.newPage();
  await page.goto("/entries?ns=logistics");
  await group.goto(groupPage("logistics", "order-router"));
  await machine.goto(entryPage("logistics", entry));
  await expectHeadline(group, /^28 of 28 /);
  await expectHeadline(machine, /^This machine is healthy\./);
  const illInGroup = rowOf(group, entry).locator("[data-state-word]").filter({ hasText: "Unhealthy" });
  // All are healthy; the row of this one may be below what is drawn.
  const wellColour = await colourOf(group.locator("[data-state-word]").filter({ hasText: "Healthy" }).first());

  await reportHealth(house, "logistics", entry, MESSAGE);
  await expect(rowOf(page, entry)).toContainText("Unhealthy");
  await expect(rowOf(page, entry).getByRole("cell", { name: MESSAGE })).toBeVisible();
  // The first row of data: the worst is first.
  await expect(page.getByRole("row").nth(1)).toContainText(entry);
  await expect(rowOf(group, entry).getByRole("cell", { name: MESSAGE })).toBeVisible();
  await expect(illInGroup).toHaveCount(1);
  expect(await iconColour(group, entry)).not.toBe(wellColour);
  await expectHeadline(group, /^27 of 28 expected machines serve\. 1 unhealthy machine\.$/);
  await expectHeadline(machine, "This machine fails its health check. Istio sends it no traffic.");
  const report = machine.getByRole("region", { name: "Reported health" });
  await expect(report.getByRole("cell", { name: "False" })).toBeVisible();
  await expect(report.getByRole("cell", { name: MESSAGE })).toBeVisible();

  await reportHealth(house, "logistics", entry, "");
  await expectHeadline(group, /^28 of 28 expected machines serve\.$/);
  // Its row may be below what is drawn, as the worst come first; its last hour tells of it, its state does not.
  await expect(illInGroup).toHaveCount(0);
  await expectHeadline(machine, /^This machine is healthy\./);
  await expect(page.getByText(MESSAGE)).toHaveCount(0);
  await page.goto(`/entries?ns=logistics&q=${entry}`);
  await expect(rowOf(page, entry)).toContainText("Healthy");
});
