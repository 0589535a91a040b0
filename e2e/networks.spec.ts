import type { Page } from "@playwright/test";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import type { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPath, writeEntry } from "./fleet";
import { untilRecorded } from "./history";

const SERVICES = "/api/v1/namespaces/istio-system/services";
const GATEWAY = "/apis/networking.istio.io/v1/namespaces/istio-system/gateways/cross-network-gateway";

const table = (page: Page, name: string) => page.getByRole("table", { name });
const row = (page: Page, name: string, text: string | RegExp) => table(page, name).getByRole("row").filter({ hasText: text });

/** A Service that leads into a network, with an address of its own. */
function gatewayService(network: string, number: number) {
  const labels = { "topology.istio.io/network": network };
  const metadata = { name: `gateway-${network}-${number}`, namespace: "istio-system", labels };
  const ports = [{ name: "tls", port: 15443, protocol: "TCP" }];
  return { apiVersion: "v1", kind: "Service", metadata, spec: { selector: { app: "gateway" }, ports, externalIPs: [`192.0.2.${number}`] } };
}

/** How many entries the API server has in a network. */
async function machinesIn(cluster: Cluster, network: string): Promise<number> {
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/workloadentries");
  return items.filter((entry) => (entry.spec as { readonly network?: string } | undefined)?.network === network).length;
}

test("a network without a gateway is called directly until it gets one, and again once it is gone", async ({ page, cluster }) => {
  const count = await machinesIn(cluster, "azure-frankfurt");
  await page.goto("/networks");
  await expectAlive(page);
  await expectHeadline(page, `Three networks, two gateways. ${count} machines in azure-frankfurt have no gateway.`);
  await expect(page.getByRole("main")).toContainText("Sidecars elsewhere call azure-frankfurt directly, and nothing here can tell whether that works");
  await expect(row(page, "Networks and how callers reach them", "azure-frankfurt")).toContainText("called directly");
  await expect(row(page, "Networks and how callers reach them", "gcp-frankfurt")).toContainText("198.51.100.24:15443");
  await expect(row(page, "Gateways into networks", "203.0.113.10")).toContainText(
    "Service istio-system/istio-eastwestgateway, label topology.istio.io/network",
  );

  await expect(row(page, "Gateways into networks", "198.51.100.24")).toContainText(
    "Gateway istio-system/istio-eastwestgateway-gcp (gateway.networking.k8s.io)",
  );
  await cluster.create(SERVICES, gatewayService("azure-frankfurt", 77));
  await expectHeadline(page, "Three networks, three gateways.");
  await expect(row(page, "Networks and how callers reach them", "azure-frankfurt")).toContainText("192.0.2.77:15443");
  await cluster.delete(`${SERVICES}/gateway-azure-frankfurt-77`);
  await expectHeadline(page, `Three networks, two gateways. ${count} machines in azure-frankfurt have no gateway.`);
});

test("what gateways keep back is told with its reason: no mutual TLS, and hosts that nothing lists", async ({ page, cluster }) => {
  await writeEntry(cluster, "shop", "net-vm-1", { spec: { address: "10.99.7.1", network: "gcp-frankfurt" } });
  await writeEntry(cluster, "shop", "net-vm-2", { metadata: { labels: { "topology.istio.io/network": "gcp-frankfurt" } }, spec: { serviceAccount: "web" } });
  await page.goto("/networks");
  const kept = "Machines that callers are kept from by their networks";
  await expect(row(page, kept, "net-vm-1")).toContainText("no mutual TLS");
  await expect(row(page, kept, "net-vm-2")).toContainText("network in a label only");
  await cluster.patch(entryPath("shop", "net-vm-1"), { spec: { serviceAccount: "web" } });
  await expect(row(page, kept, "net-vm-1")).toHaveCount(0);

  const hosts = "Hosts whose machines behind gateways callers of other networks do not reach";
  await expect(row(page, hosts, "ledger.payments.mesh.internal")).toContainText("no AUTO_PASSTHROUGH server of a Gateway lists it");
  const { spec } = (await cluster.get(GATEWAY)) as unknown as { readonly spec: { readonly servers: readonly object[] } };
  await cluster.patch(GATEWAY, { spec: { servers: spec.servers.map((server) => ({ ...server, hosts: ["*"] })) } });
  await expect(page.getByRole("main")).toContainText("No rule and no list of hosts keeps machines behind gateways from callers.");
  await cluster.patch(GATEWAY, { spec });
  await expect(row(page, hosts, "ledger.payments.mesh.internal")).toBeVisible();
  for (const name of ["net-vm-1", "net-vm-2"]) await cluster.delete(entryPath("shop", name));
});

test("from another network, in ambient mode: all of it is in the address", async ({ page }) => {
  await page.goto("/networks");
  await expectAlive(page);
  await page.getByLabel("The network that callers are in").selectOption({ label: "from azure-frankfurt" });
  await expect(page).toHaveURL(/from=azure-frankfurt/);
  await expect(row(page, "Networks and how callers reach them", "azure-frankfurt")).toContainText("directly");
  await expect(row(page, "Networks and how callers reach them", "aws-frankfurt")).toContainText("203.0.113.10:15443");
  await page.getByRole("button", { name: "ambient mode" }).click();
  await expect(row(page, "Networks and how callers reach them", "aws-frankfurt")).toContainText("left out");
  await expect(page.getByRole("main")).toContainText("from Istio's source, not measured");
  await page.reload();
  await expect(row(page, "Networks and how callers reach them", "aws-frankfurt")).toContainText("left out");
  await page.goBack();
  await expect(row(page, "Networks and how callers reach them", "aws-frankfurt")).toContainText("through a gateway");
});

test("of the past no gateway is known; when the stream is cut nothing stays as it was", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await untilRecorded(house.address);
  await page.goto(`/networks?at=${new Date(Date.now() - 1_000).toISOString()}`);
  await expect(page.getByRole("main")).toContainText("Not all gateways are known: gateways are not recorded.");
  await expect(row(page, "Networks and how callers reach them", "azure-frankfurt")).toContainText("not known");
  await page.goto("/networks");
  await expectAlive(page);
  house.pageDoor.cut();
  await expectHeadline(page, /^Three networks, two gateways at \d\d:\d\d:\d\d\. \d+ machines in azure-frankfurt had no gateway\./);
});

test("30 networks and 40 gateways are drawn apart, and read by the arrow keys", async ({ page, cluster }) => {
  test.setTimeout(240_000);
  const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
  const nameOf = (at: number) => `wide-${String(at).padStart(2, "0")}`;
  for (const at of numbers)
    await writeEntry(cluster, "shop", `${nameOf(at)}-vm`, { spec: { address: `10.98.0.${at}`, network: nameOf(at), serviceAccount: "web" } });
  const gateways = numbers.flatMap((at) =>
    at === 30 ? [] : at <= 11 ? [gatewayService(nameOf(at), at), gatewayService(nameOf(at), at + 100)] : [gatewayService(nameOf(at), at)],
  );
  for (const service of gateways) await cluster.create(SERVICES, service);
  await page.goto("/networks");
  await expectHeadline(page, /^33 networks, 42 gateways\./);
  const graph = page.getByRole("figure", { name: "Who reaches whom from aws-frankfurt" });
  const boxes = await graph.locator("[data-node]").evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes.length).toBeGreaterThan(60);
  const meet = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  expect(boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => meet(one, other)))).toEqual([]);

  await expectAlive(page);
  await graph.getByRole("link", { name: /^callers in aws-frankfurt: / }).focus();
  await page.keyboard.press("ArrowRight");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-node") ?? "");
  expect(await focused()).toMatch(/^(gateway|way) /);
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toMatch(/^network /);
  const first = await focused();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).not.toBe(first);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/entries\?.*network/);
  for (const { metadata } of gateways) await cluster.delete(`${SERVICES}/${metadata.name}`);
  for (const at of numbers) await cluster.delete(entryPath("shop", `${nameOf(at)}-vm`));
});
