import type { Page } from "@playwright/test";
import { expectHeadline, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { lapsesOf } from "@/e2e/cluster/sighting";
import { Writes } from "@/e2e/cluster/writes";
import type { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage, tellMachine } from "./fleet";
import type { House } from "./house";

// Replicas die here: a house of their own.
test.use({
  // Tall enough for all machines of a group: a row below the fold is not in the page.
  viewport: { width: 1440, height: 2400 },
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "2", "--speed", "4"], settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" } },
});

test("a machine that died with its replica is unverified from the moment the replica's Pod is gone, and stays so", async ({ page, house, cluster }) => {
  const { entry, replica } = await dieTogether(house, cluster, "cart");
  await page.goto(groupPage("shop", "cart"));
  await expect(rowOf(page, entry), "nothing tells yet: its Pod is still there").toContainText("Healthy");
  const loaded = await loadedAt(page);

  await house.control("DELETE", `/replicas/${replica}?pod`);
  await expectUnverified(page, entry, `${replica} is gone; swept in`);
  await expectHeadline(page, /^39 of 40 expected machines serve\. 1 unverified machine/);
  await expect(page.getByRole("main")).toContainText("1 machine that nobody can vouch for");
  const lapses = await lapsesOf(page, entry, "Unverified");

  const machine = await page.context().newPage();
  await machine.goto(entryPage("shop", entry));
  await expectHeadline(machine, `Nobody can vouch for this machine. Istio still lists it as Healthy, but ${replica} is gone.`);
  await expect(machine.getByRole("main")).toContainText("sweeps the entry away, unless the machine connects again before");
  const countdown = machine.getByRole("timer");
  await expect(countdown).toHaveText(/^in\s*\d+:\d\d$/);
  const first = (await countdown.textContent()) ?? "";
  await expect(countdown, "it counts").not.toHaveText(first);
  const report = machine.getByRole("region", { name: "Reported health" });
  await expect(report.getByRole("cell", { name: "True" }), "Istio itself goes on calling it healthy").toBeVisible();

  // Other machines of that replica come back on other replicas meanwhile; this one does not turn green with them.
  await page.waitForTimeout(3000);
  expect(await lapses(), "the row read Unverified all the time").toEqual([]);
  expect(await loadedAt(page)).toBe(loaded);
  await tellMachine(house, "shop", entry, "connect");
  await expect(rowOf(page, entry)).toContainText("Healthy");
});

test("a replica that came back under its own name does not vouch for a connection that is older than its container", async ({ page, house, cluster }) => {
  const { entry, replica } = await dieTogether(house, cluster, "storefront");
  await page.goto(groupPage("shop", "storefront"));
  await expect(rowOf(page, entry)).toContainText("Healthy");
  const pods = await Writes.of(cluster, "pods", "istio-system");
  const askedAt = Date.now();
  await house.control("POST", `/replicas/${replica}`);
  await expectUnverified(page, entry, `${replica} restarted after this connection began`);
  await expect.poll(() => pods.first(replica, askedAt, "restarted")).toBeDefined();
  pods.end();
  await page.goto(`/entries?q=state:unverified+group:shop/storefront`);
  await expect(rowOf(page, entry)).toBeVisible();
  await tellMachine(house, "shop", entry, "connect");
});

test("a Node that stops reporting holds no connection, and a Pod that is not ready is only in doubt", async ({ page, cluster }) => {
  const [held] = await entriesOf(cluster, "shop", "checkout");
  const replica = held?.metadata.annotations?.["istio.io/workloadController"];
  if (held === undefined || replica === undefined) throw new Error("No machine of checkout is connected.");
  const pod = `/api/v1/namespaces/istio-system/pods/${replica}`;
  const node = `/api/v1/nodes/${(await cluster.get(pod)).spec?.nodeName}`;
  const ready = (status: string, reason: string) => ({ status: { conditions: [{ type: "Ready", status, reason }] } });
  await page.goto(groupPage("shop", "checkout"));
  await expect(rowOf(page, held.metadata.name).locator("[data-state-word]")).toHaveText("Healthy");
  const before = await page.getByRole("heading", { level: 1 }).textContent();

  await cluster.patch(`${pod}/status`, ready("False", "ContainersNotReady"));
  await expect(rowOf(page, held.metadata.name)).toContainText("Healthy, replica not ready");
  await expect(rowOf(page, held.metadata.name)).toContainText(`${replica} is not ready`);
  await expect(page.getByRole("heading", { level: 1 }), "it serves all the same").toHaveText(before ?? "");

  await cluster.patch(`${node}/status`, ready("Unknown", "NodeStatusUnknown"));
  await expectUnverified(page, held.metadata.name, `${replica} is on a Node that has stopped reporting`);
  await cluster.patch(`${node}/status`, ready("True", "KubeletReady"));
  await cluster.patch(`${pod}/status`, ready("True", ""));
  await expect(rowOf(page, held.metadata.name).locator("[data-state-word]")).toHaveText("Healthy");
});

async function expectUnverified(page: Page, entry: string, why: string): Promise<void> {
  await expect(rowOf(page, entry)).toContainText("Unverified");
  await expect(rowOf(page, entry)).toContainText(why);
}

/** A machine dies without a word, and so does the replica that held its connection: nobody is left to write it down. */
async function dieTogether(house: House, cluster: Cluster, group: string): Promise<{ entry: string; replica: string }> {
  const [victim] = await entriesOf(cluster, "shop", group);
  const replica = victim?.metadata.annotations?.["istio.io/workloadController"];
  if (victim === undefined || replica === undefined) throw new Error(`No machine of ${group} is connected.`);
  const entry = victim.metadata.name;
  await tellMachine(house, "shop", entry, "vanish");
  await house.control("DELETE", `/replicas/${replica}?lost`);
  return { entry, replica };
}
