import type { Page } from "@playwright/test";
import { Cluster } from "@/e2e/cluster";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, groupPage, hostPage } from "./fleet";
import { type SecondDashboard, startSecond } from "./second-dashboard";

/* The pages of hosts for people who may not see all that answers: one may not list Pods, another works in one namespace. */

// In life's own time: nothing has to happen here, and what somebody sees is no matter of how busy the machine is.
test.use({ houseOptions: { sandboxArguments: ["--scenario", "examples", "--seed", "11", "--speed", "1"], settings: { STOLOS_TIME_SCALE: "1" } } });
const LIFE = { STOLOS_TIME_SCALE: "1", STOLOS_BEAT_SECONDS: "5" };

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
  await page.getByLabel("Token of the cluster").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
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

test("who may not list Pods is told so on every page of a host, and of no Pod and no share, the past included", async ({
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
    await expect(page.getByRole("main")).not.toContainText(/\d pods?\b|% by weight|% of the weight/);
  };
  // Somebody else sees them there, so that they are kept from this one.
  await expect.poll(async () => (await recordOf(viewer))?.pods?.steps.at(-1)?.share?.serving ?? null, { timeout: 90_000 }).toBe(2);
  const then = Date.now();

  await signIn(page, noPods);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /^schema-registry/ }) });
  await expect(row).toContainText("not visible");
  await expect(page.getByRole("main")).toContainText(/pods are not visible for \d+ hosts/);
  await expectNoPods();

  await page.goto(`${server.address}${HOST}?window=15m`);
  await expectAlive(page);
  await expectHeadline(page, /^6 machines answer for schema-registry\./);
  // Those of istiod's own namespace he may list: how else would he know who holds a machine.
  const unseen = /Pods are (not visible to you|visible to you in istio-system only): numbers of pods are left out/;
  for (const words of [unseen, "kubectl get endpoints lists Pods only", "pods are not visible"]) await expect(page.getByRole("main")).toContainText(words);
  await expect(page.getByRole("table", { name: "Endpoints of the host" }).getByRole("row")).toHaveCount(6 + 1);
  await expectNoPods();

  await page.goto(`${server.address}${groupPage("data-platform", "schema-registry")}`);
  await expect(page.getByRole("table", { name: "Hosts that select machines of this group" })).toContainText("6 machines, pods not visible");
  await page.goto(`${server.address}/services/preview?from=${encodeURIComponent("sandbox/services/data-platform/schema-registry")}`);
  await expect(page.getByRole("textbox", { name: "The object as YAML" })).toHaveValue(/selector:/);
  await expect(page.getByRole("main")).toContainText(/pods/i);
  await expectNoPods();

  await page.goto(`${server.address}${HOST}?at=${new Date(then).toISOString()}`);
  await expectHeadline(page, /^6 machines answered for schema-registry/);
  await expect(page.getByRole("main")).toContainText(/Pods are (not visible|visible to you in istio-system only|known here in)/);
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

test("with one namespace only, the hosts of others do not exist, and another may own a host", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/401 \(Unauthorized\)|404 \(Not Found\)/);
  await signIn(page, new Cluster(house.kubeconfigOf("team-shop")).token);
  await expect(page.getByRole("row").filter({ hasText: "storefront" }).first()).toBeVisible();
  for (const hidden of ["ledger", "schema-registry", "payments"]) await expect(page.getByRole("main")).not.toContainText(hidden);

  await page.goto(`${server.address}${hostPage("services", "shop", "storefront")}`);
  await expectHeadline(page, /answer for storefront\./);
  await expect(page.getByRole("main")).toContainText(/another namespace may/i);
  const count = Number(/^([\d,]+) machine/.exec((await page.getByRole("heading", { level: 1 }).textContent()) ?? "")?.[1]?.replace(",", ""));
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual((await entriesOf(cluster, "shop", "storefront")).length + 1);

  await page.goto(`${server.address}/services/preview?from=${encodeURIComponent("sandbox/services/shop/storefront")}`);
  await expect(page.getByRole("textbox", { name: "The object as YAML" })).toHaveValue(/app: storefront/);
  await expect(page.getByRole("main")).toContainText(/another namespace may own (this host|these hosts)/i);

  await page.goto(`${server.address}${HOST}`);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("answer");
  for (const hidden of ["6 machines", "8 endpoints"]) await expect(page.getByRole("main")).not.toContainText(hidden);
});

test("with an account of one namespace, the pages of hosts are those of that namespace", async ({ page, house }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop"), ...LIFE });
  await page.goto(`${second.address}/services`);
  await expect(page.getByRole("row").filter({ hasText: "storefront" }).first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("ledger");
  await page.goto(`${second.address}${hostPage("services", "shop", "storefront")}`);
  await expectHeadline(page, /answer for storefront\./);
  await expect(page.getByRole("main")).toContainText(/another namespace may/i);
  await page.goto("about:blank");
  await second.end();
});
