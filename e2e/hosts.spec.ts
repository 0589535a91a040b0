import type { Page } from "@playwright/test";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { groupPage, hostPage } from "./fleet";
import type { House } from "./house";

// Four examples of Istio's own texts beside the demo's hosts.
test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "examples", "--seed", "11", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" },
  },
});

/** The row of an endpoint of the host that is shown, or of a port. */
const inTable = (page: Page, caption: string, text: string | RegExp) => page.getByRole("table", { name: caption }).getByRole("row").filter({ hasText: text });

for (const [what, path, headline, endpoints, port] of [
  [
    "product",
    hostPage("services", "default", "product"),
    /^1 machine and 1 pod answer for product\./,
    ["product-vm-1.2.3.4", "product-7d4b9c6f58-x2kqp"],
    [80, 80],
  ],
  ["details, by address", hostPage("serviceentries", "bookinfo", "details-svc"), /^1 machine answers for details\.bookinfo\.com\./, ["2.2.2.2"], [80, 8080]],
  [
    "details, by name",
    hostPage("serviceentries", "bookinfo-dns", "details-svc"),
    /^1 machine answers for details\.bookinfo\.com\./,
    ["vm1.vpc01.corp.net"],
    [80, 8080],
  ],
  ["analytics", hostPage("services", "smm-demo", "analytics"), /^1 machine answers for analytics\./, ["analytics-v1-3.67.91.181-vm-network-1"], [8080, 8080]],
  [
    "vmservice",
    hostPage("serviceentries", "vm-services", "vm-workload-svc"),
    /^1 machine answers for vmservice\.example\.com\./,
    ["python-http-10.5.0.9"],
    [80, 9090],
  ],
] as const) {
  test(`${what} reads as its text says: who answers, and on which port`, async ({ page }) => {
    await page.goto(path);
    await expectHeadline(page, headline);
    await expect(page.getByRole("table", { name: "Endpoints of the host" }).getByRole("row")).toHaveCount(endpoints.length + 1);
    for (const endpoint of endpoints) await expect(inTable(page, "Endpoints of the host", endpoint)).toContainText(String(port[1]));
    const [asked, ends] = port;
    await expect(inTable(page, "Ports", new RegExp(`^${asked}http(HTTP|TCP)${ends}`))).toBeVisible();
  });
}

test("a host moves from machines to Pods until no machine is left (journey d)", async ({ page, house, cluster }) => {
  await page.goto("/services?q=schema-registry");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /schema-registry/ }) });
  await expect(row).toContainText("75 %");
  await row
    .getByRole("link", { name: /schema-registry/ })
    .first()
    .click();
  await expectHeadline(page, /^6 machines and 2 pods answer for schema-registry\./);
  // What the selector would do without machines is seen before it is saved.
  await page.goto(`/services/preview?from=${encodeURIComponent("sandbox/services/data-platform/schema-registry")}`);
  const text = page.getByRole("textbox", { name: "The object as YAML" });
  await expect(text).toHaveValue(/selector:/);
  await text.fill((await text.inputValue()).replace(/selector:\n( +)app: schema-registry/, "selector:\n$1app: schema-registry\n$1version: containers"));
  await expectHeadline(page, /^This edit takes 6 machines away\./);

  await page.goto(hostPage("services", "data-platform", "schema-registry"));
  await expectAlive(page);
  await house.control("POST", "/scenario/migration");
  await expectHeadline(page, /^5 machines and 3 pods answer for schema-registry\./);
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(/^8 pods answer for schema-registry\./, { timeout: 120_000 });
  await expect(page.getByRole("main")).toContainText("kubectl get endpoints lists the 8 pods only");
  const endpoints = await cluster.get("/api/v1/namespaces/data-platform/endpoints/schema-registry");
  expect(endpoints).toMatchObject({ subsets: [{ addresses: Array(8).fill(expect.objectContaining({ nodeName: expect.any(String) })) }] });
  await page.goto("/services?q=schema-registry");
  await expect(row).toContainText("0 %");
  await page.goto(groupPage("data-platform", "schema-registry"));
  await expectHeadline(page, /^No machine is registered\.$/);
  await expectTold(page, house);
});

/** The record tells the same course: the share of machines by weight from what it was to zero, with what was done on the way. */
async function expectTold(page: Page, house: House): Promise<void> {
  const remembered = () => page.request.get(`${house.address}/api/history/host?${RECORD}`).then((answer) => answer.json() as Promise<Remembered>);
  const atEnd = async () => [(await remembered()).machines, (await remembered()).pods].map((column) => column?.steps.at(-1)?.share?.weight);
  await expect.poll(atEnd, { timeout: 30_000 }).toEqual([0, 8]);
  await page.goto(`${hostPage("services", "data-platform", "schema-registry")}?window=15m`);
  await expect(page.getByRole("img", { name: /^Machines and pods over time: 0 machines · 0 % by weight and 8 pods at the end/ })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("0 machines · 0 % by weight");

  await page.goto(`${hostPage("services", "data-platform", "schema-registry")}?window=15m&as=table`);
  const rows = page.getByRole("table", { name: /^Machines and pods/ }).getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  const cells = await rows.evaluateAll((all) => all.slice(1).map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")));
  const oldestFirst = cells.reverse();
  const counts = oldestFirst.flatMap(([, machines = "", pods = ""]) => {
    // Machines that nobody vouches for, as while the replicas are not seen for a moment, are there all the same.
    const sent = /^(\d+)(?: and (\d+) in doubt)?$/.exec(machines);
    return sent !== null && /^\d+$/.test(pods) ? [[Number(sent[1]) + Number(sent[2] ?? 0), Number(pods)]] : [];
  });
  expect(counts[0]).toEqual([6, 2]);
  expect(counts.at(-1)).toEqual([0, 8]);
  for (const [index, [machines = 0, pods = 0]] of counts.entries()) {
    const [before = machines, podsBefore = pods] = counts[index - 1] ?? [];
    expect([machines <= before, pods >= podsBefore], `step ${index} of ${JSON.stringify(counts)}`).toEqual([true, true]);
  }
  // A machine goes after its group expects one less.
  const edits = oldestFirst.flatMap(([, , , , words = ""]) => (words.startsWith("group edited") ? [words] : []));
  expect(edits.join("\n")).toMatch(/expected/);
}

const RECORD = "cluster=sandbox&kind=Service&ns=data-platform&name=schema-registry&window=15m";

/** What the record tells of the weights of a host. */
type Remembered = Readonly<Record<"machines" | "pods", { readonly steps: readonly { readonly share: { readonly weight: number } | null }[] } | null>>;

test("an edit that cuts zones is seen before it would be saved, and nothing is written", async ({ page, cluster }) => {
  const path = "/apis/networking.istio.io/v1/namespaces/payments/serviceentries/ledger";
  const before = await cluster.get(path);
  await page.goto(`/services/preview?from=${encodeURIComponent("sandbox/serviceentries/payments/ledger")}`);
  const text = page.getByRole("textbox", { name: "The object as YAML" });
  await expect(text).toHaveValue(/app: ledger/);
  await text.fill((await text.inputValue()).replace(/^( +)app: ledger$/m, "$1app: ledger\n$1topology.kubernetes.io/zone: eu-central-1a"));
  await expectHeadline(page, /^This edit takes \d+ machines away\. 2 zones lose their last endpoint of ledger\.payments\.mesh\.internal: /);
  await expect(page.getByText(/6 → 0/).first()).toBeVisible();
  expect((await cluster.get(path)).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
});

test("the list of hosts and the page of one are on paper what they say, without what works them", async ({ page }) => {
  await page.setViewportSize({ width: 794, height: 1_123 });
  for (const path of ["/services", hostPage("services", "data-platform", "schema-registry")]) {
    await page.goto(path);
    await expectAlive(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
    await expect(page.getByRole("table").first()).toBeVisible();
    const working = page.locator("main :is(button, input, select, textarea, summary):not(th button):not([data-print])").filter({ visible: true });
    await expect(working).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} is as wide as the paper`).toBeLessThanOrEqual(794);
    await page.emulateMedia({ media: "screen" });
  }
});
