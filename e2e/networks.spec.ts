import type { Locator, Page } from "@playwright/test";
import { expectAlive } from "./alive";
import type { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { entryPath, writeEntry } from "./fleet";
import { untilRecorded } from "./history";
import { BUTTON, FIELD } from "./labels";
import { expectHeading, expectStatement } from "./statements";

const SERVICES = "/api/v1/namespaces/istio-system/services";
const GATEWAY = "/apis/networking.istio.io/v1/namespaces/istio-system/gateways/cross-network-gateway";

/** The row of a section's table that has this name or address in it. */
const row = (page: Page, section: string, text: string) => page.locator(`[data-section=${section}]`).getByRole("row").filter({ hasText: text });

/** The path of callers to the network of a row, in the column for wide screens. */
const expectWay = (network: Locator, way: string) => expect(network.locator("td[data-column=reached] [data-way]")).toHaveAttribute("data-way", way);

/** The object that names the gateway of a row. */
async function expectFoundBy(gateway: Locator, by: string, object: string): Promise<void> {
  const found = gateway.locator("[data-found-by]");
  await expect(found).toHaveAttribute("data-found-by", by);
  await expect(found).toHaveAttribute("data-object", object);
  for (const value of [object, "topology.istio.io/network"]) await expect(found).toContainText(value);
}

/** The Service of a gateway into a network, with its own address. */
function gatewayService(network: string, number: number) {
  const labels = { "topology.istio.io/network": network };
  const metadata = { name: `gateway-${network}-${number}`, namespace: "istio-system", labels };
  const ports = [{ name: "tls", port: 15443, protocol: "TCP" }];
  return { apiVersion: "v1", kind: "Service", metadata, spec: { selector: { app: "gateway" }, ports, externalIPs: [`192.0.2.${number}`] } };
}

/** The number of entries that the API server has in a network. */
async function machinesIn(cluster: Cluster, network: string): Promise<number> {
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/workloadentries");
  return items.filter((entry) => (entry.spec as { readonly network?: string } | undefined)?.network === network).length;
}

test("calls the machines of a network directly while it has no gateway", async ({ page, cluster }) => {
  const count = await machinesIn(cluster, "azure-frankfurt");
  await page.goto("/networks");
  await expectAlive(page);
  const withoutGateway = { networks: 3, gateways: 2, isComplete: true, unverified: ["azure-frankfurt"], unverifiedMachines: count, leftOutMachines: 0 };
  await expectHeading(page, "networks-known", withoutGateway);
  await expectWay(row(page, "networks", "azure-frankfurt"), "unverified");
  await expect(row(page, "networks", "gcp-frankfurt")).toContainText("198.51.100.24:15443");
  await expectFoundBy(row(page, "gateways", "203.0.113.10"), "service", "istio-system/istio-eastwestgateway");
  await expectFoundBy(row(page, "gateways", "198.51.100.24"), "kubernetes-gateway", "istio-system/istio-eastwestgateway-gcp");
  await cluster.create(SERVICES, gatewayService("azure-frankfurt", 77));
  await expectHeading(page, "networks-known", { networks: 3, gateways: 3, unverifiedMachines: 0, leftOutMachines: 0 });
  await expect(row(page, "networks", "azure-frankfurt")).toContainText("192.0.2.77:15443");
  await cluster.delete(`${SERVICES}/gateway-azure-frankfurt-77`);
  await expectHeading(page, "networks-known", withoutGateway);
});

test("names why gateways pass no traffic: machines without mutual TLS, and services that no Gateway lists", async ({ page, cluster }) => {
  await writeEntry(cluster, "shop", "net-vm-1", { spec: { address: "10.99.7.1", network: "gcp-frankfurt" } });
  await writeEntry(cluster, "shop", "net-vm-2", { metadata: { labels: { "topology.istio.io/network": "gcp-frankfurt" } }, spec: { serviceAccount: "web" } });
  await page.goto("/networks");
  const kept = "unreachable-machines";
  await expect(row(page, kept, "net-vm-1").locator("td[data-column=why] [data-gap=not-marked]")).toBeVisible();
  await expect(row(page, kept, "net-vm-2").locator("td[data-column=why] [data-gap=label-only]")).toBeVisible();
  await cluster.patch(entryPath("shop", "net-vm-1"), { spec: { serviceAccount: "web" } });
  await expect(row(page, kept, "net-vm-1")).toHaveCount(0);

  const hosts = "blocked-services";
  await expect(row(page, hosts, "data-platform/kafka-broker").locator("td[data-column=why] [data-gap~=not-covered]")).toBeVisible();
  await expect(row(page, hosts, "payments/ledger").locator("td[data-column=why] [data-gap~=not-exported]")).toBeVisible();
  const { spec } = (await cluster.get(GATEWAY)) as unknown as { readonly spec: { readonly servers: readonly object[] } };
  await cluster.patch(GATEWAY, { spec: { servers: spec.servers.map((server) => ({ ...server, hosts: ["*"] })) } });
  await expectStatement(page.locator(`[data-section=${hosts}]`), "services-passed", { blocked: 2, passed: ["aws-frankfurt/*", "gcp-frankfurt/*"] });
  await expect(row(page, hosts, "data-platform/kafka-broker")).toHaveCount(0);
  await expect(row(page, hosts, "telemetry/kafka-mirror").locator("td[data-column=why] [data-gap~=other-owner]")).toBeVisible();
  await cluster.patch(GATEWAY, { spec });
  await expect(row(page, hosts, "data-platform/kafka-broker")).toBeVisible();
  for (const name of ["net-vm-1", "net-vm-2"]) await cluster.delete(entryPath("shop", name));
});

test("keeps the network of the callers and the mode in the address", async ({ page }) => {
  await page.goto("/networks");
  await expectAlive(page);
  await page.getByLabel(FIELD.callerNetwork).selectOption({ label: "from azure-frankfurt" });
  await expect(page).toHaveURL(/from=azure-frankfurt/);
  await expectWay(row(page, "networks", "azure-frankfurt"), "direct");
  await expect(row(page, "networks", "aws-frankfurt")).toContainText("203.0.113.10:15443");
  await page.getByRole("button", { name: BUTTON.ambientMode }).click();
  await expectWay(row(page, "networks", "aws-frankfurt"), "left-out");
  await expect(page.locator("[data-section=reachability] [data-mode=ambient]")).toHaveAttribute("data-basis", "source");
  await page.reload();
  await expectWay(row(page, "networks", "aws-frankfurt"), "left-out");
  await page.goBack();
  await expectWay(row(page, "networks", "aws-frankfurt"), "gateways");
});

test("knows no gateway of the past, and states the last known moment while the stream is cut", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await untilRecorded(house.address);
  await page.goto(`/networks?at=${new Date(Date.now() - 1_000).toISOString()}`);
  await expectHeading(page, "networks-known", { isComplete: false, past: true });
  await expectWay(row(page, "networks", "azure-frankfurt"), "not-known");
  await page.goto("/networks");
  await expectAlive(page);
  house.pageDoor.cut();
  const values = { networks: 3, gateways: 2, unverified: ["azure-frankfurt"], unverifiedMachines: /^[1-9]/ };
  await expectHeading(page, "networks-known", { ...values, past: true, asOf: /^\d{13}/ });
});

test("draws 30 networks and 40 gateways without overlap, and moves between them by the arrow keys", async ({ page, cluster }) => {
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
  await expectHeading(page, "networks-known", { networks: 33, gateways: 42 });
  const graph = page.locator("figure[data-from=aws-frankfurt]");
  const boxes = await graph.locator("[data-node]").evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes.length).toBeGreaterThan(60);
  const meet = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  expect(boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => meet(one, other)))).toEqual([]);

  await expectAlive(page);
  await graph.locator("a[data-kind=callers]").focus();
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
