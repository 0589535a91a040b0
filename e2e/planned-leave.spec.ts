import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, entryPath, groupPage, tellMachine, writeEntry } from "./fleet";
import { signIn } from "./token-sign-in";

test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false", STOLOS_SIGN_IN: "token" },
  },
});

const GROUP = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/checkout";

test("a machine that is marked as planned to go leaves without an alarm, and its mark outlives its entry", async ({ page, house, cluster, complaints }) => {
  const machines = await entriesOf(cluster, "shop", "checkout");
  await cluster.patch(GROUP, { metadata: { annotations: { "stolos.dev/expected-size": String(machines.length) } } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.goto(groupPage("shop", "checkout"));
  // One that is on the screen: the list of many machines draws no others.
  const first = page.getByRole("checkbox", { name: /^Select checkout-/ }).first();
  const name = ((await first.getAttribute("aria-label")) ?? "").replace("Select ", "");
  await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
  await page.getByRole("button", { name: "Plan 1 machine to go" }).click();
  const dialog = page.getByRole("dialog", { name: "1 machine planned to go" });
  await expect(dialog.getByLabel("Why")).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Plan 1 machine to go" }), "the focus is back where it was").toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("By when (UTC)").fill("soon");
  await expect(dialog.getByText(/^This is no day and no time/)).toBeVisible();
  await dialog.getByLabel("By when (UTC)").fill("2099-01-31");
  await dialog.getByLabel("Why").fill("moved to Kubernetes");
  await expectNoViolations(page, "the plan that a machine goes");
  await dialog.getByRole("button", { name: "Mark 1 machine" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Accepted; the page follows the cluster.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const planned = page.getByRole("region", { name: "Planned to go" });
  await expect(planned.getByRole("listitem")).toContainText(/planned to go by .*2099.*; it is here.*moved to Kubernetes/);
  expect((await cluster.get(GROUP)).metadata.annotations?.["stolos.dev/planned-leaves"]).toBe(
    JSON.stringify([{ entry: name, by: "2099-01-31T23:59:59.000Z", reason: "moved to Kubernetes" }]),
  );
  await page.goto(entryPage("shop", name));
  await expect(page.getByText(/^This machine is planned to go by .*: moved to Kubernetes\./)).toBeVisible();

  await tellMachine(house, "shop", name, "disconnect");
  await expect(async () => expect(cluster.get(entryPath("shop", name))).rejects.toThrow(/404|not found/i)).toPass({ timeout: 20_000 });
  await page.goto(groupPage("shop", "checkout"));
  await expect(planned.getByRole("listitem")).toContainText("not here: it left as planned, and is not counted as missing");
  const template = page.getByRole("region", { name: "Template" });
  await expect(template).toContainText(`${machines.length - 1}, declared. One more is declared: it left as planned and is not counted.`);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText(/vanished|lost/i);
  await page.goto("/oncall");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/checkout.*(vanished|lost one)/i);
  await page.goto(entryPage("shop", name));
  await expect(page.getByRole("main")).toContainText("as planned: its group marks it in stolos.dev/planned-leaves");

  // It comes back under its name: the mark stands still, for it stands at the group.
  await tellMachine(house, "shop", name, "connect");
  await expect(async () => expect(await cluster.get(entryPath("shop", name))).toBeTruthy()).toPass({ timeout: 20_000 });
  await page.goto(groupPage("shop", "checkout"));
  await expect(planned.getByRole("listitem")).toContainText("it is here");
  await page.getByRole("button", { name: `Take the mark of ${name} away` }).click();
  await page.getByRole("button", { name: "Take it away" }).click();
  await expect(planned).toBeHidden();
  expect((await cluster.get(GROUP)).metadata.annotations).not.toHaveProperty("stolos.dev/planned-leaves");
});

test("machines of several groups are marked from the list of entries, one command for each group, and each says what came of it", async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  const groupOf = (name: string) => `/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/${name}`;
  const marksOf = async (group: string): Promise<readonly { readonly entry: string }[]> =>
    JSON.parse((await cluster.get(groupOf(group))).metadata.annotations?.["stolos.dev/planned-leaves"] ?? "[]");
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups");
  const [first = "", second = ""] = items.map(({ metadata }) => metadata.name).sort();
  await writeEntry(cluster, "shop", "by-hand", { spec: { address: "10.99.8.1", labels: { app: "by-hand" } } });
  await signIn(page, complaints, new Cluster(house.kubeconfigOf("team-shop")).token);
  const names: string[] = ["by-hand"];
  for (const group of [first, second]) names.push((await entriesOf(cluster, "shop", group)).map(({ metadata }) => metadata.name).sort()[0] ?? "");
  await page.goto("/entries?ns=shop&sort=name");
  for (const name of names) {
    await page.getByRole("combobox", { name: "Filter", exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
    await page.getByRole("button", { name: `Remove the filter ${name}` }).click();
  }
  await page.getByRole("button", { name: "Plan 3 machines to go" }).click();
  const dialog = page.getByRole("dialog", { name: "3 machines planned to go" });
  await expect(dialog.getByLabel("Why")).toBeFocused();
  await expect(dialog).toContainText("by-hand belongs to no group, and cannot be marked");
  // Somebody changes the second group between the reading and the mark: that one is not overwritten, and says why.
  await expect(dialog.getByRole("button", { name: "Mark 2 machines" })).toHaveAttribute("aria-disabled", "false");
  await cluster.patch(groupOf(second), { metadata: { annotations: { "stolos.dev/expected-size": "7" } } });
  complaints.claim(/status of 409/);
  await page.keyboard.type("rack 4 is given back");
  await expectNoViolations(page, "the plan that machines of several groups go");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("1 group accepted; the page follows the cluster. 1 group not marked: it says why.");
  const lines = dialog.getByRole("list", { name: "Groups whose machines are marked" }).getByRole("listitem");
  await expect(lines.filter({ hasText: `shop/${second}` })).toContainText("Somebody changed the group");
  expect((await marksOf(first)).map(({ entry }) => entry)).toEqual([names[1]]);
  expect(await marksOf(second)).toEqual([]);
  await dialog.getByRole("button", { name: "Mark the other 1 machine" }).click();
  await expect(dialog.getByRole("status")).toHaveText("2 groups accepted; the page follows the cluster.");
  expect((await marksOf(second)).map(({ entry }) => entry)).toEqual([names[2]]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Plan 3 machines to go" })).toBeFocused();
  await page.goto("/audit");
  await expect(
    page
      .getByRole("row", { name: /plan-leaves/ })
      .filter({ hasText: first })
      .first(),
  ).toBeVisible();
  await page.goto(groupPage("shop", second));
  await expect(page.getByRole("region", { name: "Planned to go" })).toContainText("rack 4 is given back");
});
