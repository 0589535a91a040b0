import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { groupPage, hostPage } from "./fleet";
import type { House } from "./house";
import { FIELD, NAVIGATION } from "./labels";
import { expectHeading, statementOf } from "./statements";

// Four examples of Istio's own texts beside the demo's hosts.
test.use({
  houseOptions: {
    sandboxArguments: ["--scenario", "examples", "--seed", "11", "--speed", "4"],
    settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" },
  },
});

const endpointRows = (page: Page) => page.locator('[data-section="endpoints"]').getByRole("row");
const ONE_MACHINE = { result: "endpoints", machines: 1, pods: 0, inline: 0, unhealthy: 0 } as const;

for (const [what, path, values, endpoints, port] of [
  [
    "product",
    hostPage("services", "default", "product"),
    { ...ONE_MACHINE, service: "product", pods: 1 },
    ["product-vm-1.2.3.4", "product-7d4b9c6f58-x2kqp"],
    [80, 80],
  ],
  ["details, by address", hostPage("serviceentries", "bookinfo", "details-svc"), { ...ONE_MACHINE, service: "details.bookinfo.com" }, ["2.2.2.2"], [80, 8080]],
  [
    "details, by name",
    hostPage("serviceentries", "bookinfo-dns", "details-svc"),
    { ...ONE_MACHINE, service: "details.bookinfo.com" },
    ["vm1.vpc01.corp.net"],
    [80, 8080],
  ],
  [
    "analytics",
    hostPage("services", "smm-demo", "analytics"),
    { ...ONE_MACHINE, service: "analytics" },
    ["analytics-v1-3.67.91.181-vm-network-1"],
    [8080, 8080],
  ],
  [
    "vmservice",
    hostPage("serviceentries", "vm-services", "vm-workload-svc"),
    { ...ONE_MACHINE, service: "vmservice.example.com" },
    ["python-http-10.5.0.9"],
    [80, 9090],
  ],
] as const) {
  test(`${what} has the endpoints and the port of its text in Istio's documentation`, async ({ page }) => {
    await page.goto(path);
    await expectHeading(page, "service-endpoints", values);
    await expect(endpointRows(page)).toHaveCount(endpoints.length + 1);
    for (const endpoint of endpoints) await expect(endpointRows(page).filter({ hasText: endpoint })).toContainText(String(port[1]));
    const [asked, ends] = port;
    const row = page.locator(`[data-section="ports"] tr[data-port="${asked}"][data-ends="${ends}"]`);
    await expect(row).toHaveAttribute("data-protocol", /^(HTTP|TCP)$/);
    await expect(row).toContainText("http");
  });
}

test("a service moves from machines to Pods until no machine is left (journey d)", { tag: "@migration" }, async ({ page, house, cluster }) => {
  await page.goto("/services?q=schema-registry");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /schema-registry/ }) });
  await expect(row.locator("[data-share]")).toHaveAttribute("data-share", "0.75");
  await row
    .getByRole("link", { name: /schema-registry/ })
    .first()
    .click();
  await expectHeading(page, "service-endpoints", { service: "schema-registry", result: "endpoints", machines: 6, pods: 2 });
  // A preview shows the selector without machines before it is saved.
  await page.goto(`/services/preview?from=${encodeURIComponent("sandbox/services/data-platform/schema-registry")}`);
  const text = page.getByRole("textbox", { name: FIELD.yaml });
  await expect(text).toHaveValue(/selector:/);
  await text.fill((await text.inputValue()).replace(/selector:\n( +)app: schema-registry/, "selector:\n$1app: schema-registry\n$1version: containers"));
  await expectHeading(page, "selector-changed", { goes: 6, comes: 0 });

  await page.goto(hostPage("services", "data-platform", "schema-registry"));
  await expectAlive(page);
  await house.control("POST", "/scenario/migration");
  await expectHeading(page, "service-endpoints", { service: "schema-registry", machines: 5, pods: 3 });
  await expectHeading(page, "service-endpoints", { service: "schema-registry", machines: 0, pods: 8 }, { timeout: 120_000 });
  await expect(page.locator("[data-kubectl-pods]")).toHaveAttribute("data-kubectl-pods", "8");
  const endpoints = await cluster.get("/api/v1/namespaces/data-platform/endpoints/schema-registry");
  expect(endpoints).toMatchObject({ subsets: [{ addresses: Array(8).fill(expect.objectContaining({ nodeName: expect.any(String) })) }] });
  await page.goto("/services?q=schema-registry");
  await expect(row.locator("[data-share]")).toHaveAttribute("data-share", "0");
  await page.goto(groupPage("data-platform", "schema-registry"));
  await expectHeading(page, "group-serving", { group: "schema-registry", serving: 0, registered: 0 });
  await expect(statementOf(page, "group-trouble")).toHaveCount(0);
  await expectRecorded(page, house);
});

/** The history has the same steps: the share of machines by weight falls to zero, with the edits on the way. */
async function expectRecorded(page: Page, house: House): Promise<void> {
  const remembered = () => page.request.get(`${house.address}/api/history/host?${RECORD}`).then((answer) => answer.json() as Promise<Remembered>);
  const atEnd = async () => [(await remembered()).machines, (await remembered()).pods].map((column) => column?.steps.at(-1)?.share?.weight);
  await expect.poll(atEnd, { timeout: 30_000 }).toEqual([0, 8]);
  await page.goto(`${hostPage("services", "data-platform", "schema-registry")}?window=15m`);
  await expect(page.locator('li[data-kind="machines"]')).toHaveAttribute("data-weight", "0");
  await expect(page.locator('li[data-kind="pods"]')).toHaveAttribute("data-serving", "8");

  await page.goto(`${hostPage("services", "data-platform", "schema-registry")}?window=15m&as=table`);
  const rows = page.locator("table[data-table=shares] tbody tr");
  await expect(rows.first()).toBeVisible();
  const steps = await rows.evaluateAll((all) =>
    all.map((row) => {
      const cell = (column: string) => row.querySelector<HTMLElement>(`[data-column="${column}"]`)?.dataset;
      return {
        machines: cell("machines")?.count,
        unverified: cell("machines")?.unverified,
        pods: cell("pods")?.count,
        marker: (row as HTMLElement).dataset.marker,
        text: row.textContent ?? "",
      };
    }),
  );
  const oldestFirst = steps.reverse();
  // Unverified machines count too: the replicas may be missing for a moment.
  const counts = oldestFirst.flatMap(({ machines, unverified, pods }) =>
    machines === undefined || pods === undefined ? [] : [[Number(machines) + Number(unverified), Number(pods)]],
  );
  expect(counts[0]).toEqual([6, 2]);
  expect(counts.at(-1)).toEqual([0, 8]);
  for (const [index, [machines = 0, pods = 0]] of counts.entries()) {
    const [before = machines, podsBefore = pods] = counts[index - 1] ?? [];
    expect([machines <= before, pods >= podsBefore], `step ${index} of ${JSON.stringify(counts)}`).toEqual([true, true]);
  }
  // A machine goes after its group expects one less.
  const edits = oldestFirst.filter(({ marker }) => marker === "group-edited");
  expect(edits.map(({ text }) => text).join("\n")).toMatch(/expected/);
}

const RECORD = "cluster=sandbox&kind=Service&ns=data-platform&name=schema-registry&window=15m";

/** What the record tells of the weights of a host. */
type Remembered = Readonly<Record<"machines" | "pods", { readonly steps: readonly { readonly share: { readonly weight: number } | null }[] } | null>>;

test("the preview of an edit shows the zones without an endpoint, and nothing is written", async ({ page, cluster }) => {
  const path = "/apis/networking.istio.io/v1/namespaces/payments/serviceentries/ledger";
  const before = await cluster.get(path);
  await page.goto(`/services/preview?from=${encodeURIComponent("sandbox/serviceentries/payments/ledger")}`);
  const text = page.getByRole("textbox", { name: FIELD.yaml });
  await expect(text).toHaveValue(/app: ledger/);
  await text.fill((await text.inputValue()).replace(/^( +)app: ledger$/m, "$1app: ledger\n$1topology.kubernetes.io/zone: eu-central-1a"));
  await expectHeading(page, "selector-changed", { goes: /^[1-9]\d*$/, lostZoneCount: 2, hosts: ["ledger.payments.mesh.internal"] });
  await expect(page.locator('[data-before="6"][data-after="0"]').first()).toBeVisible();
  expect((await cluster.get(path)).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
});

test("a service opens with a default caller, and the address keeps another kind of caller", async ({ page }) => {
  await page.goto(hostPage("services", "shop", "storefront"));
  const seenFrom = page.locator("#seen-from");
  const basisOf = (part: string) => seenFrom.locator(`[data-part="${part}"]`);
  await expect(basisOf("network")).toHaveAttribute("data-basis", "known");
  await expect(basisOf("namespace")).toHaveAttribute("data-basis", "known");
  await page.getByLabel(FIELD.callerKind).selectOption({ index: 1 });
  await expect(page).toHaveURL(/\?caller=gateway$/);
  await expect(basisOf("namespace")).toHaveAttribute("data-basis", "assumed");
  await page.getByLabel(FIELD.callerKind).selectOption({ index: 2 });
  await expect(page).toHaveURL(/\?caller=outside$/);
  await expect(basisOf("network")).toHaveCount(0);
  await expect(basisOf("namespace")).toHaveAttribute("data-basis", "known");
  await page.goBack();
  await expect(basisOf("namespace")).toHaveAttribute("data-basis", "assumed");
  await page.reload();
  await expect(page.getByLabel(FIELD.callerKind)).toHaveValue("1");
  await expect(basisOf("network")).toHaveAttribute("data-basis", "known");
});

test("the list of services and the page of one print without controls", async ({ page }) => {
  await page.setViewportSize({ width: 794, height: 1_123 });
  for (const path of ["/services", hostPage("services", "data-platform", "schema-registry")]) {
    await page.goto(path);
    await expectAlive(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation", { name: NAVIGATION.pages })).toBeHidden();
    await expect(page.getByRole("table").first()).toBeVisible();
    const working = page.locator("main :is(button, input, select, textarea, summary):not(th button):not([data-print])").filter({ visible: true });
    await expect(working).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} is as wide as the paper`).toBeLessThanOrEqual(794);
    await page.emulateMedia({ media: "screen" });
  }
});
