import type { Page } from "@playwright/test";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import type { Cluster, KubeObject } from "./cluster";
import { expect, test } from "./fixtures";
import { writeEntry } from "./fleet";

/** Where the machines of the cluster are by their objects, counted here once more: region, zone, and the group that each registered with. */
async function machinesOf(cluster: Cluster): Promise<readonly { readonly region: string; readonly zone: string; readonly group: string }[]> {
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/workloadentries");
  return items.map((entry) => {
    const [region = "", zone = ""] = localityOf(entry).split("/");
    const group = entry.metadata.annotations?.["istio.io/autoRegistrationGroup"];
    return { region, zone, group: group === undefined ? "" : `${entry.metadata.namespace}/${group}` };
  });
}

function localityOf({ spec, metadata }: KubeObject): string {
  const { locality = "", labels = {} } = spec as { locality?: string; labels?: Record<string, string> };
  const all = { ...labels, ...metadata.labels };
  return locality || (all["topology.istio.io/locality"] ?? all["istio-locality"] ?? "").replaceAll(".", "/");
}

const placeRow = (page: Page, name: string) =>
  page
    .getByRole("table", { name: /^Regions, zones/ })
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });

test("the map says who is where, as the cluster's objects do, and each place leads to its machines (journey c, 1)", async ({ page, cluster }) => {
  await page.goto("/localities");
  await expectHeadline(page, /(carries .* of the weight|share the weight: .* carries most, \d+ %)\./);
  for (const region of ["eu-central-1", "europe-west3", "germanywestcentral", "nowhere"])
    await expect(page.getByRole("heading", { level: 3, name: new RegExp(`^${region}`) })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("wrote a fourth part, which Istio drops");

  await page.getByRole("link", { name: "Table", exact: true }).click();
  await expect(page).toHaveURL(/show=table/);
  const machines = await machinesOf(cluster);
  for (const zone of ["eu-central-1a", "europe-west3-b", "germanywestcentral-2"]) {
    const there = machines.filter((machine) => machine.zone === zone).length;
    await expect(placeRow(page, zone)).toContainText(`/${there}`);
  }
  const nowhere = machines.filter(({ region, zone }) => region === "" && zone === "").length;
  await expect(placeRow(page, "No locality")).toContainText(`/${nowhere}`);
  await placeRow(page, "eu-central-1a").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/entries\?/);
  await expect(page.getByRole("main")).toContainText(`${machines.filter(({ zone }) => zone === "eu-central-1a").length} of`);
});

test("a group and its host in one zone only are named, and no other group is (journey c, 2)", async ({ page, cluster }) => {
  await page.goto("/localities");
  await expectAlive(page);
  await expect(page.getByRole("region", { name: "Groups in one zone only" })).toContainText("No group is in one zone only.");
  for (const n of [1, 2]) {
    const annotations = { "istio.io/autoRegistrationGroup": "only-ledger" };
    await writeEntry(cluster, "payments", `only-ledger-${n}`, {
      metadata: { annotations },
      spec: { address: `10.99.8.${n}`, locality: "eu-central-1/eu-central-1a", labels: { app: "only-ledger" } },
    });
  }
  await cluster.create("/api/v1/namespaces/payments/services", {
    ...{ apiVersion: "v1", kind: "Service", metadata: { name: "only-ledger", namespace: "payments" } },
    spec: { selector: { app: "only-ledger" }, ports: [{ port: 80 }] },
  });
  const group = page.getByRole("table", { name: "Groups in one zone only" }).getByRole("row").filter({ hasText: "only-ledger" });
  await expect(group).toContainText(/eu-central-1a.*\/2.*only-ledger\.payments/s);
  const host = page.getByRole("table", { name: "Hosts in one zone only" }).getByRole("row").filter({ hasText: "only-ledger.payments" });
  await expect(host).toContainText(/eu-central-1a.*\/2/s);
  await expectHeadline(page, /One group and one host are in one zone only\.$/);

  const machines = await machinesOf(cluster);
  const zonesOf = (name: string) => new Set(machines.filter((machine) => machine.group === name).map(({ region, zone }) => `${region}/${zone}`));
  const known = [...new Set(machines.map(({ group: name }) => name))].filter((name) => name !== "");
  expect(known.filter((name) => zonesOf(name).size === 1 && ![...zonesOf(name)][0]?.endsWith("/"))).toEqual(["payments/only-ledger"]);
});

test("a machine in a new region appears by itself, and the map of the world has no place for an unknown one", async ({ page, cluster }) => {
  await page.goto("/localities");
  await expectAlive(page);
  await writeEntry(cluster, "legacy", "far-away", { spec: { address: "10.99.7.1", locality: "mars/olympus" } });
  await expect(page.getByRole("heading", { level: 3, name: /^mars/ })).toBeVisible();
  await page.getByRole("link", { name: "World", exact: true }).click();
  const map = page.getByRole("img", { name: /^A map of the world: Frankfurt/ });
  await expect(map).toBeVisible();
  await expect(map.locator("circle").first()).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Not on the map.*mars/s);
  await cluster.delete("/apis/networking.istio.io/v1/namespaces/legacy/workloadentries/far-away");
  await expect(page.getByRole("main")).not.toContainText("mars");
});

test("nothing on the map is green while the stream is cut, and its sentence speaks of the past", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await page.goto("/localities");
  await expectAlive(page);
  await expect(page.locator("main .cell-good").first()).toBeVisible();
  house.pageDoor.cut();
  await expect(page.getByText("Not live").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("main .cell-good")).toHaveCount(0);
  await expectHeadline(page, /(carried|shared the weight)/);
});
