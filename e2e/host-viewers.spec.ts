import type { Page } from "@playwright/test";
import { Cluster } from "@/e2e/cluster";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, groupPage, hostPage } from "./fleet";
import { BUTTON, FIELD } from "./labels";
import { type SecondDashboard, startSecond } from "./second-dashboard";
import { expectHeading, expectStatement, statementOf } from "./statements";

/* The pages of hosts for people who may not see all that answers: one may not list Pods, another works in one namespace. */

// In life's own time: nothing has to happen here, and what somebody sees is no matter of how busy the machine is.
test.use({ houseOptions: { sandboxArguments: ["--scenario", "examples", "--seed", "11", "--speed", "1"], settings: { STOLOS_TIME_SCALE: "1" } } });
const LIFE = { STOLOS_TIME_SCALE: "1", STOLOS_BEAT_SECONDS: "5" };

/** A Service or a ServiceEntry of another namespace, which the viewer may not list, may own the host. */
const OTHERS_MAY_OWN = ':is([data-unseen~="services"], [data-unseen~="serviceentries"])';
const HOST = hostPage("services", "data-platform", "schema-registry");
const RECORD = "cluster=sandbox&kind=Service&ns=data-platform&name=schema-registry&window=15m";

/** One server that sees everything and asks who is there. */
let server: SecondDashboard;
test.beforeAll(async ({ house }) => {
  server = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "token", ...LIFE });
});
test.afterAll(() => server.end());

async function signIn(page: Page, token: string): Promise<void> {
  await page.goto(`${server.address}/services`);
  await page.getByLabel(FIELD.token).fill(token);
  await page.getByRole("button", { name: BUTTON.signIn }).click();
  await expectAlive(page);
}

/** The answer of a route to somebody, as text. */
async function answerTo(token: string, address: string): Promise<string> {
  const answer = await fetch(`${server.address}${address}`, { headers: { authorization: `Bearer ${token}` } });
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.text();
}

interface Remembered {
  readonly machines: { readonly steps: readonly unknown[] } | null;
  readonly pods: { readonly steps: readonly { readonly share: { readonly serving: number } | null }[] } | null;
}

/** What the record tells somebody of the host; null before it has begun. */
async function recordOf(token: string, window = ""): Promise<Remembered | null> {
  const answer = await fetch(`${server.address}/api/history/host?${RECORD}${window}`, { headers: { authorization: `Bearer ${token}` } });
  expect([200, 503]).toContain(answer.status);
  return answer.ok ? ((await answer.json()) as Remembered) : null;
}

test("without the right to list Pods, pages of services have no Pod, no number of Pods and no share", { tag: "@no-pods" }, async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  // Whoever is not signed in yet is refused, which the browser notes.
  // Events are not theirs either: the page says so.
  complaints.claim(/401 \(Unauthorized\)|403 \(Forbidden\)/);
  const [noPods, viewer] = ["no-pods", "viewer"].map((user) => new Cluster(house.kubeconfigOf(user)).token);
  if (noPods === undefined || viewer === undefined) throw new Error("The sandbox has no such users.");
  const { items = [] } = await cluster.get("/api/v1/pods");
  const names = items.filter(({ metadata }) => metadata.namespace !== "istio-system").map(({ metadata }) => metadata.name);
  expect(names.length).toBeGreaterThan(8);
  const expectNoPods = async () => {
    const text = await page.content();
    expect(names.filter((name) => text.includes(name))).toEqual([]);
    const numbers = page.locator('main :is([data-kind="pods"], [data-share], [data-pods]:not([data-pods="not-visible"]), [data-column="pods"] [data-taken])');
    await expect(numbers).toHaveCount(0);
  };
  // Somebody else sees them there, so that they are kept from this one.
  await expect.poll(async () => (await recordOf(viewer))?.pods?.steps.at(-1)?.share?.serving ?? null, { timeout: 90_000 }).toBe(2);
  const then = Date.now();

  await signIn(page, noPods);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /^schema-registry/ }) });
  await expect(row.locator('[data-column="pods"] [data-not-visible]')).toBeVisible();
  await expectStatement(page, "services-pods-hidden", { count: /^[1-9]\d*$/ });
  await expectNoPods();

  await page.goto(`${server.address}${HOST}?window=15m`);
  await expectAlive(page);
  await expectHeading(page, "service-endpoints", { service: "schema-registry", result: "endpoints", machines: 6, pods: null, inline: 0 });
  await expect(page.locator('[data-unseen~="workload-pods"]')).toBeVisible();
  await expect(page.locator('[data-kubectl-pods="not-visible"]')).toBeVisible();
  await expect(page.locator("[data-pods-hidden]").first()).toBeVisible();
  await expect(page.locator('[data-section="endpoints"]').getByRole("row")).toHaveCount(6 + 1);
  await expectNoPods();

  await page.goto(`${server.address}${groupPage("data-platform", "schema-registry")}`);
  await expect(page.locator('[data-section="selected-by"] td[data-serving="6"][data-pods="not-visible"]')).toBeVisible();
  await page.goto(`${server.address}/services/preview?from=${encodeURIComponent("sandbox/services/data-platform/schema-registry")}`);
  await expect(page.getByRole("textbox", { name: FIELD.yaml })).toHaveValue(/selector:/);
  await expect(page.locator('[data-remark="missing"]').first()).toBeVisible();
  await expectNoPods();

  await page.goto(`${server.address}${HOST}?at=${new Date(then).toISOString()}`);
  await expectHeading(page, "service-endpoints", { service: "schema-registry", past: true, machines: 6, pods: null });
  await expect(page.locator('[data-unseen~="workload-pods"]')).toBeVisible();
  await expectNoPods();

  for (const window of ["", `&at=${then}`]) {
    const told = await recordOf(noPods, window);
    expect([told?.machines?.steps.length, told?.pods]).toEqual([expect.any(Number), null]);
  }
  for (const address of ["/api/history/export?what=services&format=csv", `/api/history/export?what=services&format=json&at=${then}`, "/api/search?q=schema"]) {
    const text = await answerTo(noPods, address);
    expect(names.filter((name) => text.includes(name))).toEqual([]);
  }
});

test("without the right to EndpointSlices, the endpoints of a Service without a selector are not known", { tag: "@no-slices" }, async ({
  page,
  house,
  complaints,
}) => {
  complaints.claim(/401 \(Unauthorized\)|403 \(Forbidden\)/);
  const scales = `${server.address}${hostPage("services", "logistics", "scales")}`;
  await signIn(page, new Cluster(house.kubeconfigOf("viewer")).token);
  await page.goto(scales);
  await expectHeading(page, "service-endpoints", { service: "scales", result: "endpoints", machines: 0, pods: 0, addresses: 2, addressesNotReady: 1 });
  await expect(page.locator('[data-section="endpoints"]').getByRole("row")).toHaveCount(3 + 1);
  await expect(page.locator('[data-section="ports"] tr[data-port="8008"][data-ends="8008"]')).toBeVisible();

  await page.context().clearCookies();
  await signIn(page, new Cluster(house.kubeconfigOf("no-pods")).token);
  await expectStatement(page, "services-slices-hidden", { count: /^[1-9]\d*$/ });
  await page.goto(scales);
  await expectHeading(page, "service-endpoints", { service: "scales", result: "slices-not-read", addresses: null });
  await expect(page.locator('[data-unseen~="endpointslices"]')).toBeVisible();
  await expect(page.locator('[data-section="ports"] tr[data-port="8008"]')).toContainText("not known");
  expect(await page.content()).not.toContain("10.60.33.61");
});

test("a viewer of one namespace does not see services of others, and sees that another namespace may own the host", { tag: "@host-one-namespace" }, async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(/401 \(Unauthorized\)|404 \(Not Found\)/);
  await signIn(page, new Cluster(house.kubeconfigOf("team-shop")).token);
  await expect(page.getByRole("row").filter({ hasText: "storefront" }).first()).toBeVisible();
  for (const hidden of ["ledger", "schema-registry", "payments"]) await expect(page.getByRole("main")).not.toContainText(hidden);

  await page.goto(`${server.address}${hostPage("services", "shop", "storefront")}`);
  await expectHeading(page, "service-endpoints", { service: "storefront", result: "endpoints" });
  await expect(page.locator(OTHERS_MAY_OWN)).toBeVisible();
  const count = Number(await statementOf(page, "service-endpoints").getAttribute("data-machines"));
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual((await entriesOf(cluster, "shop", "storefront")).length + 1);

  await page.goto(`${server.address}/services/preview?from=${encodeURIComponent("sandbox/services/shop/storefront")}`);
  await expect(page.getByRole("textbox", { name: FIELD.yaml })).toHaveValue(/app: storefront/);
  await expect(page.locator(':is([data-remark="host"], [data-remark="missing"])').first()).toBeVisible();

  await page.goto(`${server.address}${HOST}`);
  await expectHeading(page, "service-absent", { name: "schema-registry" });
  await expect(page.locator('main :is([data-section="endpoints"], [data-statement="service-endpoints"])')).toHaveCount(0);
});

test("a dashboard with the rights of one namespace has the services of that namespace only", { tag: "@host-account-of-one-namespace" }, async ({
  page,
  house,
}) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop"), ...LIFE });
  await page.goto(`${second.address}/services`);
  await expect(page.getByRole("row").filter({ hasText: "storefront" }).first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("ledger");
  await page.goto(`${second.address}${hostPage("services", "shop", "storefront")}`);
  await expectHeading(page, "service-endpoints", { service: "storefront", result: "endpoints" });
  await expect(page.locator(OTHERS_MAY_OWN)).toBeVisible();
  await page.goto("about:blank");
  await second.end();
});
