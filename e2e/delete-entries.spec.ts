import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPath, writeEntry } from "./fleet";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "writing" });

/** Three machines written by hand, which one Service takes. */
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

test("several entries are chosen by keys and pointer, their whole impact is told, and each says what came of it", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  const [first = "", second = "", third = ""] = await made(cluster, "several");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto("/entries?q=app%3Dseveral&sort=name");
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
  await expect(box(third)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(box(first)).toBeChecked();
  await box(third).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(3);
  const opener = page.getByRole("button", { name: "Delete 3 entries" });
  await opener.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(opener, "the focus is back where it was").toBeFocused();
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Delete 3 entries" });
  await expect(dialog).toContainText("several.shop.svc.cluster.local: nobody is left of 3 machines; calls fail");
  await expect(dialog).toContainText("3 · written by hand, and made again by nobody");
  await expect(dialog).toContainText("Endpoints lost by place: no locality 3.");
  await expectNoViolations(page, "what the deletion of several entries would do");

  // Somebody changes one of them between the telling and the deletion: that one stays, and says why.
  await cluster.patch(entryPath("shop", second), { spec: { weight: 5 } });
  complaints.claim(/status of 409/);
  await dialog.getByLabel(/^Hosts lose endpoints\. Type 3/).fill("3");
  await dialog.getByRole("button", { name: "Delete 3 entries" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 accepted; the page follows the cluster. 1 not deleted: each says why.");
  const lines = dialog.getByRole("list", { name: "Entries to delete" }).getByRole("listitem");
  await expect(lines.filter({ hasText: second })).toContainText("Somebody changed the machine");
  expect(await cluster.get(entryPath("shop", second))).toMatchObject({ spec: { weight: 5 } });

  // What is left is told anew, and only that is deleted.
  await expect(dialog).toContainText("several.shop.svc.cluster.local: nobody is left of 1 machine; calls fail");
  await dialog.getByLabel(/^Hosts lose endpoints\. Type 1/).fill("1");
  await dialog.getByRole("button", { name: "Delete the other 1 entry" }).click();
  await expect(dialog.getByRole("status")).toHaveText("3 accepted; the page follows the cluster.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("button", { name: /^Delete/ })).toBeHidden();
  await expect(page.getByRole("main"), "what opened it is gone: reading goes on at the page").toBeFocused();
  for (const name of [first, second, third]) {
    await expect(cluster.get(entryPath("shop", name))).rejects.toThrow(/404|not found/i);
    await expect(box(name)).toBeHidden();
  }
  await page.goto("/audit");
  await expect(page.getByRole("row", { name: /delete-workloadentry/ })).toHaveCount(4);
});

test("whoever may not delete is told which verb is missing, and nothing is sent", async ({ page, house, cluster, complaints }) => {
  const [first = ""] = await made(cluster, "kept");
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("viewer")).token);
  await page.goto("/entries?q=app%3Dkept&sort=name");
  await page.getByRole("checkbox", { name: `Select ${first}` }).check();
  await page.getByRole("button", { name: "Delete 1 entry" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The verb delete on workloadentries.networking.istio.io in namespace shop is missing.");
  await expect(dialog.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});
