import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPage, entryPath, freshEntry, groupPage, tellMachine } from "./fleet";
import { signIn } from "./token-sign-in";

test.use({ houseOptions: "writing" });

test("a drain that was lost with its entry is offered again, by the machine's page and its group's, with its reason", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  const entry = await freshEntry(cluster, "shop", "checkout");
  const { metadata } = await cluster.get(entryPath("shop", entry));
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto(entryPage("shop", entry));
  await page.getByRole("button", { name: "Drain", exact: true }).click();
  await page.getByRole("textbox", { name: "Why" }).fill("disk of rack 4");
  await page.getByRole("button", { name: "Drain it", exact: true }).click();
  await expect(page.getByRole("button", { name: "Undrain" })).toBeVisible();
  // What is open is still about the drain, whichever of the watch and the answer came first.
  await expect(page.getByRole("dialog", { name: "Drain the machine" }).getByRole("status")).toHaveText("Accepted; the page follows the cluster.");

  // Away for longer than the grace period: istiod deletes the entry, and makes it anew without the label.
  await tellMachine(house, "shop", entry, "disconnect");
  await expect(async () => expect(cluster.get(entryPath("shop", entry))).rejects.toThrow(/404|not found/i)).toPass({ timeout: 20_000 });
  await tellMachine(house, "shop", entry, "connect");
  await expect(async () => expect((await cluster.get(entryPath("shop", entry))).metadata.uid).not.toBe(metadata.uid)).toPass({ timeout: 20_000 });

  await page.goto(groupPage("shop", "checkout"));
  await expect(page.getByText("A drain was lost")).toBeVisible();
  await expect(page.getByRole("button", { name: "Drain it again" })).toBeVisible();
  await page.goto(entryPage("shop", entry));
  await expect(page.getByText(/The reason was: disk of rack 4$/)).toBeVisible();
  await expectNoViolations(page, "a drain that was lost");
  await page.getByRole("button", { name: "Drain it again" }).click();
  await expect(page.getByText("A drain was lost")).toBeHidden();
  await expect(page.getByRole("button", { name: "Undrain" })).toBeVisible();
  expect(await cluster.get(entryPath("shop", entry))).toMatchObject({
    metadata: { labels: { "istio.io/draining": "true" }, annotations: { "stolos.dev/drain-reason": "disk of rack 4" } },
  });
});
