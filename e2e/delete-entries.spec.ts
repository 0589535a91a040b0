import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPath, writeEntry } from "./fleet";
import { BUTTON } from "./labels";
import { expectStatement, expectValues } from "./statements";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "writing" });

/** Writes three entries by hand, and a Service that selects them. Returns their names. */
async function made(cluster: Cluster, app: string): Promise<readonly string[]> {
  const names = [1, 2, 3].map((number) => `${app}-${number}`);
  for (const [index, name] of names.entries()) await writeEntry(cluster, "shop", name, { spec: { address: `10.98.0.${index + 1}`, labels: { app } } });
  await cluster.create("/api/v1/namespaces/shop/services", {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: app, namespace: "shop" },
    spec: { selector: { app }, ports: [{ name: "http", port: 80 }] },
  });
  return names;
}

test("deletes several selected entries after showing their impact, and reports an outcome for each", async ({ page, house, cluster, complaints }) => {
  const [first = "", second = "", third = ""] = await made(cluster, "several");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/entries?q=app%3Dseveral&sort=name");
  const box = (name: string) => page.getByRole("checkbox", { name: BUTTON.select(name), exact: true });
  await expect(box(third)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(box(first)).toBeChecked();
  await box(third).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(3);
  const opener = page.getByRole("button", { name: BUTTON.deleteEntries(3), exact: true });
  await opener.click();
  await page.getByRole("dialog").getByRole("button", { name: BUTTON.cancel }).click();
  await expect(opener, "the focus is back where it was").toBeFocused();
  await opener.click();
  const dialog = page.getByRole("dialog");
  const impact = dialog.locator('[data-service="several.shop.svc.cluster.local"]');
  await expect(dialog.locator("li[data-machine]")).toHaveCount(3);
  await expectValues(impact, { before: "3", after: "0", pods: "0" });
  await expect(dialog.locator('[data-fate="by-hand"]')).toHaveAttribute("data-count", "3");
  await expectValues(dialog.locator("[data-zones]"), { zones: "none", counts: "3" });
  await expectNoViolations(page, "what the deletion of several entries would do");

  // One of them changes after its impact was read: it is not deleted, and its line shows the reason.
  await cluster.patch(entryPath("shop", second), { spec: { weight: 5 } });
  complaints.claim(/status of 409/);
  await dialog.getByRole("textbox").fill("3");
  await dialog.getByRole("button", { name: BUTTON.deleteEntries(3), exact: true }).click();
  await expectStatement(dialog, "command-result", { accepted: 2, refused: 1 });
  await expectValues(dialog.locator(`li[data-machine="${second}"]`), { outcome: "refused", status: "409" });
  expect(await cluster.get(entryPath("shop", second))).toMatchObject({ spec: { weight: 5 } });

  // The dialog reads the impact of the remaining entry again, and deletes only that one.
  await expectValues(impact, { before: "1", after: "0", pods: "0" });
  await dialog.getByRole("textbox").fill("1");
  await dialog.getByRole("button", { name: BUTTON.deleteOtherEntries(1), exact: true }).click();
  await expectStatement(dialog, "command-result", { accepted: 3, refused: 0 });
  await dialog.getByRole("button", { name: BUTTON.close }).last().click();
  await expect(page.getByRole("button", { name: BUTTON.delete })).toBeHidden();
  await expect(page.getByRole("main"), "the button that opened it is gone: the page has the focus").toBeFocused();
  for (const name of [first, second, third]) {
    await expect(cluster.get(entryPath("shop", name))).rejects.toThrow(/404|not found/i);
    await expect(box(name)).toBeHidden();
  }
  await page.goto("/audit");
  await expect(page.getByRole("row", { name: /delete-workloadentry/ })).toHaveCount(4);
});

test("without the right to delete, shows the missing verb and offers no deletion", async ({ page, house, cluster, complaints }) => {
  const [first = ""] = await made(cluster, "kept");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await page.goto("/entries?q=app%3Dkept&sort=name");
  await page.getByRole("checkbox", { name: BUTTON.select(first), exact: true }).check();
  await page.getByRole("button", { name: BUTTON.deleteEntries(1), exact: true }).click();
  const dialog = page.getByRole("dialog");
  // The missing right: its verb, its resource and its namespace.
  const line = dialog.locator(`li[data-machine="${first}"]`);
  for (const value of ["delete", "workloadentries.networking.istio.io", "shop"]) await expect(line).toContainText(value);
  await expect(dialog.getByRole("button", { name: BUTTON.delete })).toHaveCount(0);
});
