import type { Locator, Page } from "@playwright/test";
import { expectAlive } from "./alive";
import type { Cluster, KubeObject } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPath, writeEntry } from "./fleet";
import { LINK } from "./labels";
import { expectHeading, expectStatement } from "./statements";

/** The machines of the cluster by their objects: region, zone, number of parts of the locality, and the group that each registered with. */
async function machinesOf(cluster: Cluster): Promise<readonly Machine[]> {
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/workloadentries");
  return items.map((entry) => {
    const parts = localityOf(entry).split("/");
    const [region = "", zone = ""] = parts;
    const group = entry.metadata.annotations?.["istio.io/autoRegistrationGroup"];
    return { region, zone, parts: parts.length, group: group === undefined ? "" : `${entry.metadata.namespace}/${group}` };
  });
}

function localityOf({ spec, metadata }: KubeObject): string {
  const { locality = "", labels = {} } = spec as { locality?: string; labels?: Record<string, string> };
  const all = { ...labels, ...metadata.labels };
  return locality || (all["topology.istio.io/locality"] ?? all["istio-locality"] ?? "").replaceAll(".", "/");
}

interface Machine {
  readonly region: string;
  readonly zone: string;
  readonly parts: number;
  readonly group: string;
}

/** The row of a place in the table, by its level and name. */
const placeRow = (page: Page, level: string, name: string) =>
  page
    .locator("[data-section=regions]")
    .getByRole("row")
    .filter({ has: page.locator(`[data-level=${level}]`) })
    .filter({ hasText: name });

const regionHeading = (page: Page, region: string) => page.locator(`h3[data-level=region][data-region="${region}"]`);

/** The number of machines in a row, as an attribute and as the text beside it. */
async function expectMachines(row: Locator, count: number): Promise<void> {
  const cell = row.locator("td[data-column=machines] [data-machines]");
  await expect(cell).toHaveAttribute("data-machines", String(count));
  await expect(cell).toContainText(`/${count}`);
}

test("maps machines to regions and zones as the objects of the cluster do, and links to them (journey c, 1)", async ({ page, cluster }) => {
  await page.goto("/localities");
  const machines = await machinesOf(cluster);
  await expectHeading(page, "weight-placed", { spread: /^(single|concentrated|spread)$/, region: /./, zone: /./, share: /^[1-9]/, past: false });
  for (const region of ["eu-central-1", "europe-west3", "germanywestcentral"]) await expect(regionHeading(page, region)).toBeVisible();
  await expect(page.locator("h3[data-level=nowhere]")).toBeVisible();
  const odd = machines.filter(({ parts }) => parts > 3).length;
  expect(odd).toBeGreaterThan(0);
  const withoutZone = machines.filter(({ zone }) => zone === "").length;
  await expectStatement(page.getByRole("main"), "machines-placed", { machines: machines.length, odd, withoutZone });

  await page.getByRole("link", { name: LINK.table, exact: true }).click();
  await expect(page).toHaveURL(/show=table/);
  for (const zone of ["eu-central-1a", "europe-west3-b", "germanywestcentral-2"]) {
    const there = machines.filter((machine) => machine.zone === zone).length;
    await expectMachines(placeRow(page, "zone", zone), there);
  }
  const nowhere = machines.filter(({ region, zone }) => region === "" && zone === "").length;
  await expectMachines(placeRow(page, "nowhere", ""), nowhere);
  await placeRow(page, "zone", "eu-central-1a").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/entries\?/);
  const listed = machines.filter(({ zone }) => zone === "eu-central-1a").length;
  await expect(page.locator("main table[aria-rowcount]").first()).toHaveAttribute("aria-rowcount", String(listed + 1));
});

test("lists a group and its service that are in one zone only, and no other group (journey c, 2)", async ({ page, cluster }) => {
  await page.goto("/localities");
  await expectAlive(page);
  const groups = page.locator("[data-section=single-zone-group]");
  await expectStatement(groups, "zones-of-each", { of: "group", one: 0, all: /^[1-9]/ });
  await expect(groups.getByRole("row")).toHaveCount(0);
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
  const group = groups.getByRole("row").filter({ hasText: "only-ledger" });
  await expectMachines(group, 2);
  await expect(group.locator("td[data-column=where]")).toContainText("eu-central-1a");
  await expect(group.locator("td[data-column=hosts]")).toContainText("only-ledger.payments");
  const host = page.locator("[data-section=single-zone-host]").getByRole("row").filter({ hasText: "only-ledger.payments" });
  await expectMachines(host, 2);
  await expect(host.locator("td[data-column=where]")).toContainText("eu-central-1a");
  await expectHeading(page, "weight-placed", { singleZoneGroups: 1, singleZoneServices: 1 });

  const machines = await machinesOf(cluster);
  const zonesOf = (name: string) => new Set(machines.filter((machine) => machine.group === name).map(({ region, zone }) => `${region}/${zone}`));
  const known = [...new Set(machines.map(({ group: name }) => name))].filter((name) => name !== "");
  expect(known.filter((name) => zonesOf(name).size === 1 && ![...zonesOf(name)][0]?.endsWith("/"))).toEqual(["payments/only-ledger"]);
  for (const n of [1, 2]) await cluster.delete(entryPath("payments", `only-ledger-${n}`));
  await cluster.delete("/api/v1/namespaces/payments/services/only-ledger");
});

test("shows a machine in a new region without a reload, and lists an unknown region beside the world map", async ({ page, cluster }) => {
  await page.goto("/localities");
  await expectAlive(page);
  await writeEntry(cluster, "legacy", "far-away", { spec: { address: "10.99.7.1", locality: "mars/olympus" } });
  await expect(regionHeading(page, "mars")).toBeVisible();
  await page.getByRole("link", { name: LINK.world, exact: true }).click();
  const map = page.locator("svg[data-map=world]");
  await expect(map).toBeVisible();
  await expect(map.locator("[data-city=Frankfurt] circle").first()).toBeVisible();
  await expect(page.locator("[data-list=off-map]")).toContainText("mars");
  await cluster.delete("/apis/networking.istio.io/v1/namespaces/legacy/workloadentries/far-away");
  await expect(page.getByRole("main")).not.toContainText("mars");
});

test("shows nothing green and states the last known moment while the stream is cut", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await page.goto("/localities");
  await expectAlive(page);
  await expect(page.locator("main .cell-good").first()).toBeVisible();
  house.pageDoor.cut();
  await expect(page.locator("[data-banner=stale]").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("main .cell-good")).toHaveCount(0);
  await expectHeading(page, "weight-placed", { past: true, asOf: /^\d{13}/ });
});
