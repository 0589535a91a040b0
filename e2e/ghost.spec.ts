import type { Locator, Page } from "@playwright/test";
import { loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { lapsesOf } from "@/e2e/cluster/sighting";
import { Writes } from "@/e2e/cluster/writes";
import type { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage, tellMachine } from "./fleet";
import type { House } from "./house";
import { expectHeading, expectStatement, statementOf } from "./statements";
import { unfold } from "./unfold";

// Replicas die here: a house of their own.
test.use({
  // Tall enough for all machines of a group: a row below the fold is not in the page.
  viewport: { width: 1440, height: 2400 },
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "2", "--speed", "4"], settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" } },
});

test("a machine that ended with its replica is unverified once the replica's Pod is gone, until it connects", async ({ page, house, cluster }) => {
  const { entry, replica } = await dieTogether(house, cluster, "cart");
  await page.goto(groupPage("shop", "cart"));
  await showHealthyMachines(page);
  await expect(stateIn(page, entry, "healthy"), "its Pod is still there").toBeVisible();
  const loaded = await loadedAt(page);

  await house.control("DELETE", `/replicas/${replica}?pod`);
  await expectUnverified(page, entry, replica, "no-such-pod");
  await expectHeading(page, "group-serving", { serving: 39, total: 40, unverified: 1 });
  await expectHeading(page, "group-trouble", { group: "cart", unverified: 1, unhealthy: null });
  const lapses = await lapsesOf(page, entry, "unverified");

  const machine = await page.context().newPage();
  await machine.goto(entryPage("shop", entry));
  const ghost = { state: "unverified", connection: "ghost", reason: "no-such-pod", replica, serving: "yes-checked" };
  await expectHeading(machine, "entry-traffic", { entry, ...ghost });
  await expectStatement(machine, "entry-next", { action: "sweep", at: /^\d{13}$/ });
  const countdown = machine.getByRole("timer");
  await expect(countdown).toHaveText(/\d+:\d\d$/);
  const first = (await countdown.textContent()) ?? "";
  await expect(countdown, "it counts").not.toHaveText(first);
  const report = await unfold(machine, "reported-health");
  await expect(report.getByRole("cell", { name: "True" }), "Istio still reports it as healthy").toBeVisible();

  // The other machines of that replica reconnect to other replicas meanwhile. This one does not turn green.
  await page.waitForTimeout(3000);
  expect(await lapses(), "the row was unverified all the time").toEqual([]);
  expect(await loadedAt(page)).toBe(loaded);
  await tellMachine(house, "shop", entry, "connect");
  await expect(stateIn(page, entry, "healthy")).toBeVisible();
});

test("a restarted replica of the same name does not verify a connection older than its container", { tag: "@replica-returns" }, async ({
  page,
  house,
  cluster,
}) => {
  const { entry, replica } = await dieTogether(house, cluster, "storefront");
  await page.goto(groupPage("shop", "storefront"));
  await showHealthyMachines(page);
  await expect(stateIn(page, entry, "healthy")).toBeVisible();
  const pods = await Writes.of(cluster, "pods", "istio-system");
  const askedAt = Date.now();
  await house.control("POST", `/replicas/${replica}`);
  await expectUnverified(page, entry, replica, "restarted");
  await expect.poll(() => pods.first(replica, askedAt, "restarted")).toBeDefined();
  pods.end();
  await page.goto(`/entries?q=state:unverified+group:shop/storefront`);
  await expect(rowOf(page, entry)).toBeVisible();
  await tellMachine(house, "shop", entry, "connect");
});

test("a connection is unverified on a silent Node, and healthy with a reason on a Pod that is not ready", { tag: "@silent-node" }, async ({
  page,
  cluster,
}) => {
  const [held] = await entriesOf(cluster, "shop", "checkout");
  const replica = held?.metadata.annotations?.["istio.io/workloadController"];
  if (held === undefined || replica === undefined) throw new Error("No machine of checkout is connected.");
  const pod = `/api/v1/namespaces/istio-system/pods/${replica}`;
  const node = `/api/v1/nodes/${(await cluster.get(pod)).spec?.nodeName}`;
  const ready = (status: string, reason: string) => ({ status: { conditions: [{ type: "Ready", status, reason }] } });
  await page.goto(groupPage("shop", "checkout"));
  await showHealthyMachines(page);
  const { name } = held.metadata;
  await expect(stateIn(page, name, "healthy").and(page.locator("[data-verified=true]"))).toBeVisible();
  const serving = statementOf(page, "group-serving");
  const before = await serving.getAttribute("data-serving");

  await cluster.patch(`${pod}/status`, ready("False", "ContainersNotReady"));
  await expect(stateIn(page, name, "healthy").and(page.locator('[data-verified=false][data-reason="replica-not-ready"]'))).toBeVisible();
  await expectStatement(rowOf(page, name), "entry-why", { reason: "replica-not-ready", replica });
  await expect(serving, "it still serves").toHaveAttribute("data-serving", before ?? "");

  await cluster.patch(`${node}/status`, ready("Unknown", "NodeStatusUnknown"));
  await expectUnverified(page, name, replica, "node-silent");
  await cluster.patch(`${node}/status`, ready("True", "KubeletReady"));
  await cluster.patch(`${pod}/status`, ready("True", ""));
  await expect(stateIn(page, name, "healthy").and(page.locator("[data-verified=true]"))).toBeVisible();
});

/** The state's word in the row of an entry. */
function stateIn(page: Page, entry: string, state: string): Locator {
  return rowOf(page, entry).locator(`[data-state-word="${state}"]`);
}

async function expectUnverified(page: Page, entry: string, replica: string, reason: string): Promise<void> {
  await expect(stateIn(page, entry, "unverified")).toBeVisible();
  await expectStatement(rowOf(page, entry), "entry-why", { state: "unverified", reason, replica });
}

/** A machine ends without closing its connection, and its replica ends too. No replica records the loss. */
async function dieTogether(house: House, cluster: Cluster, group: string): Promise<{ entry: string; replica: string }> {
  const [victim] = await entriesOf(cluster, "shop", group);
  const replica = victim?.metadata.annotations?.["istio.io/workloadController"];
  if (victim === undefined || replica === undefined) throw new Error(`No machine of ${group} is connected.`);
  const entry = victim.metadata.name;
  await tellMachine(house, "shop", entry, "vanish");
  await house.control("DELETE", `/replicas/${replica}?lost`);
  return { entry, replica };
}

/** A group folds its healthy machines after twenty. */
async function showHealthyMachines(page: Page): Promise<void> {
  // The table renders only rows on the screen.
  await page.setViewportSize({ width: 1280, height: 2600 });
  await page.locator("[data-unfold-machines]").click();
}
