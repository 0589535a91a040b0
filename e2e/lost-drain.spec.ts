import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, freshEntry, groupPage, tellMachine } from "./fleet";
import { BUTTON, DIALOG, FIELD } from "./labels";
import { menuAction } from "./page-menu";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "writing" });

const REASON = "disk of rack 4";

test("the pages of the machine and of its group offer a drain again that was lost with its entry, with its reason", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  const entry = await freshEntry(cluster, "shop", "checkout");
  const { metadata } = await cluster.get(entryPath("shop", entry));
  const lost = page.locator(`[data-lost-drain="${entry}"]`);
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto(entryPage("shop", entry));
  await (await menuAction(page, BUTTON.drain)).click();
  await page.getByRole("textbox", { name: FIELD.why }).fill(REASON);
  await page.getByRole("button", { name: BUTTON.drainIt, exact: true }).click();
  // The dialog still shows the drain, whichever of the watch and the answer came first.
  await expect(page.getByRole("dialog", { name: DIALOG.drainTheMachine }).locator('[data-outcome="accepted"]')).toBeVisible();

  // Away for longer than the grace period: istiod deletes the entry, and registers it again without the label.
  await tellMachine(house, "shop", entry, "disconnect");
  await expect(async () => expect(cluster.get(entryPath("shop", entry))).rejects.toThrow(/404|not found/i)).toPass({ timeout: 20_000 });
  await tellMachine(house, "shop", entry, "connect");
  await expect(async () => expect((await cluster.get(entryPath("shop", entry))).metadata.uid).not.toBe(metadata.uid)).toPass({ timeout: 20_000 });

  await page.goto(groupPage("shop", "checkout"));
  await expect(lost).toHaveAttribute("data-reason", REASON);
  await expect(page.getByRole("button", { name: BUTTON.drainItAgain })).toBeVisible();
  await page.goto(entryPage("shop", entry));
  await expect(lost).toContainText(REASON);
  await expectNoViolations(page, "a drain that was lost");
  await page.getByRole("button", { name: BUTTON.drainItAgain }).click();
  await expect(lost).toBeHidden();
  await expect(await menuAction(page, BUTTON.undrain)).toBeVisible();
  expect(await cluster.get(entryPath("shop", entry))).toMatchObject({
    metadata: { labels: { "istio.io/draining": "true" }, annotations: { "stolos.dev/drain-reason": REASON } },
  });
});
