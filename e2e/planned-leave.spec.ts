import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, entryPath, groupPage, tellMachine } from "./fleet";
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
