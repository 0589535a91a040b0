import type { Page } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import type { Cluster, KubeObject } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, FIELD } from "./labels";
import { expectHeading, statementOf } from "./statements";

const REGION = "eu-central-1";
const ZONE = "eu-central-1a";
const LOST = `lost=${encodeURIComponent(`zone:${REGION}/${ZONE}`)}`;

/** The fields of an entry or a Pod that a loss depends on. */
interface Machine {
  readonly metadata: KubeObject["metadata"] & { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly locality?: string; readonly address?: string; readonly network?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

interface Counted {
  readonly machines: readonly Machine[];
  /** Of these, those that Istio sends to callers. */
  readonly serving: readonly Machine[];
  /** Names of the istiod replicas in the zone. */
  readonly replicas: readonly string[];
}

async function listed(cluster: Cluster, path: string): Promise<readonly Machine[]> {
  const { items = [] } = await cluster.get(path);
  return items as readonly Machine[];
}

const ENTRIES = "/apis/networking.istio.io/v1/workloadentries";
const ISTIOD = "/api/v1/namespaces/istio-system/pods?labelSelector=app%3Distiod";

/** The zone as the API server has it, counted by hand. */
async function countedIn(cluster: Cluster): Promise<Counted> {
  const [entries, pods] = [await listed(cluster, ENTRIES), await listed(cluster, ISTIOD)];
  const machines = entries.filter(({ spec }) => (spec?.locality ?? "").startsWith(`${REGION}/${ZONE}`));
  const isHere = ({ metadata }: Machine) => metadata.labels?.["topology.kubernetes.io/zone"] === ZONE;
  return { machines, serving: machines.filter(isServing), replicas: pods.filter(isHere).map(({ metadata }) => metadata.name) };
}

function isServing({ metadata, spec, status }: Machine): boolean {
  const labels = { ...spec?.labels, ...metadata.labels };
  if (labels["istio.io/draining"] || (!spec?.address && !spec?.network)) return false;
  const isGated = metadata.annotations?.["proxy.istio.io/health-checks-enabled"] === "true";
  return !isGated || (status?.conditions ?? []).some(({ type, status: is }) => type === "Healthy" && is === "True");
}

const ofGroup = (entries: readonly Machine[], namespace: string, group: string) =>
  entries.filter(({ metadata }) => metadata.namespace === namespace && metadata.annotations?.["istio.io/autoRegistrationGroup"] === group).length;

/** The number of serving machines that are connected to a replica of the zone. */
function heldInZone({ serving, replicas }: Counted): number {
  return serving.filter(({ metadata }) => replicas.includes(metadata.annotations?.["istio.io/workloadController"] ?? "")).length;
}

/** The largest group of the zone, as "NAMESPACE/NAME". */
function largestGroup({ serving }: Counted): readonly [namespace: string, name: string] {
  const counts = new Map<string, number>();
  for (const { metadata } of serving) {
    const group = metadata.annotations?.["istio.io/autoRegistrationGroup"];
    const key = `${metadata.namespace}/${group}`;
    if (group !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [largest] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["/"];
  const [namespace = "", name = ""] = largest.split("/");
  return [namespace, name];
}

/** The JSON file of a simulated loss. */
interface WhatIfFile {
  readonly head: { readonly asOf: number | string; readonly assumptions: readonly string[] };
  readonly hosts: readonly { readonly host: string }[];
}

/** The part of the page about the supposed loss. */
const supposed = (page: Page) => page.locator("[data-what-if]");
const groupRow = (page: Page, name: string) => supposed(page).locator("[data-section=groups]").getByRole("row").filter({ hasText: name });

test("simulates the loss of a zone with machines, istiod replicas and groups as the objects have them (journey c)", async ({ page, cluster }) => {
  const counted = await countedIn(cluster);
  await page.goto("/localities");
  await page.getByLabel(FIELD.lostPlace).selectOption(`zone:${REGION}/${ZONE}`);
  await expect(page).toHaveURL(new RegExp(LOST));
  const loss = statementOf(supposed(page), "supposed-loss");
  await expect(loss).toHaveAttribute("data-parts", `zone:${REGION}/${ZONE}`);
  await expect(loss).toHaveAttribute("data-as-of", /^\d{13}/);
  for (const place of [ZONE, REGION]) await expect(loss).toContainText(place);
  await expectHeading(page, "services-after-loss", { total: /^[1-9]/ });
  const gone = statementOf(supposed(page), "gone");
  await expect(gone).toHaveAttribute("data-machines", String(counted.machines.length));
  await expect(gone).toContainText(counted.machines.length.toLocaleString("en"));

  // Machines that are lost together with their istiod replica stay Healthy and listed until the sweep.
  expect(counted.replicas.length).toBeGreaterThan(0);
  for (const replica of counted.replicas) await expect(supposed(page).locator("[data-section=control-plane]")).toContainText(replica);
  const withReplica = statementOf(supposed(page), "machines-leaving").and(page.locator("[data-way=with-replica]"));
  // Machines change their replica at any time: the page is compared with objects that were read at the same time.
  await expect(async () => {
    const held = heldInZone(await countedIn(cluster));
    if (held === 0) return;
    await expect(withReplica).toHaveAttribute("data-count", String(held), { timeout: 2_000 });
    await expect(withReplica).toContainText(held.toLocaleString("en"), { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  // A group before and after the loss.
  const [namespace, name] = largestGroup(counted);
  const all = await listed(cluster, ENTRIES);
  const before = ofGroup(all.filter(isServing), namespace, name);
  const after = before - ofGroup(counted.serving, namespace, name);
  for (const [column, count] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const cell = groupRow(page, `${namespace}/${name}`).locator(`td[data-column=${column}] [data-serving]`);
    await expect(cell).toHaveAttribute("data-serving", String(count));
    await expect(cell).toContainText(count.toLocaleString("en"));
  }
});

test("keeps the moment and the headroom in the address, and computes the loss for them (journey c)", async ({ page }) => {
  await page.goto(`/localities?${LOST}`);
  const hosts = supposed(page).locator("[data-section=services]");
  const atOnce = supposed(page).locator("button[data-moment=at-once]");
  await expect(atOnce).toHaveAttribute("aria-pressed", "true");
  await expect(atOnce).toHaveAttribute("data-dead", /^[1-9]/);
  await expect(hosts.locator("[data-move=not-yet], [data-move=nobody], [data-move=panics]").first()).toBeVisible();

  await supposed(page).locator("button[data-moment=after-age]").click();
  await expect(page).toHaveURL(/moment=after-age/);
  await expect(hosts.locator("[data-move=moved]").first()).toBeVisible();

  await page.getByLabel(FIELD.headroom).fill("900");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/headroom=900/);
  await expect(hosts.locator("[data-capacity=overloaded]")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel(FIELD.headroom)).toHaveValue("30");

  await hosts
    .getByRole("button")
    .filter({ has: page.locator("[data-move=moved]") })
    .first()
    .click();
  await expect(page.getByRole("dialog").and(page.locator("[data-host]"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoViolations(page, "a what-if");
});

test("exports a simulated loss as CSV and Markdown, and closes it (journey c)", async ({ page }) => {
  await page.goto(`/localities?${LOST}&moment=after-grace`);
  const [download] = await Promise.all([page.waitForEvent("download"), supposed(page).locator("a[download][href*='format=csv']").click()]);
  expect(download.suggestedFilename()).toBe("stolos-what-if.csv");
  const fileOf = async (format: string) => (await page.request.get(`/api/what-if?${LOST}&moment=after-grace&format=${format}`)).text();
  const {
    head: { asOf, assumptions },
    hosts,
  }: WhatIfFile = JSON.parse(await fileOf("json"));
  const markdown = await fileOf("md");
  expect(markdown).toContain(`\`zone:${REGION}/${ZONE}\``);
  // The two files were computed within the same minute, or the next one.
  const minutes = [0, 60_000].map((later) => new Date(new Date(asOf).getTime() + later).toISOString().slice(0, 16).replace("T", " "));
  expect(
    minutes.some((minute) => markdown.includes(minute)),
    `${minutes.join(" or ")} in the Markdown`,
  ).toBe(true);
  expect(assumptions.length).toBeGreaterThan(0);
  expect(markdown).toContain(hosts[0]?.host ?? "no host");
  // The texts have whole minutes, and one can end between two requests.
  await expect(async () => {
    const file: WhatIfFile = JSON.parse(await fileOf("json"));
    const text = await fileOf("md");
    for (const assumption of file.head.assumptions) expect(text).toContain(assumption);
  }).toPass({ timeout: 20_000 });
  await page.getByRole("button", { name: BUTTON.leave, exact: true }).click();
  await expect(page).toHaveURL(/\/localities$/);
  await expect(supposed(page)).toHaveCount(0);
});

test("rejects a part that it cannot parse, and names it", async ({ page }) => {
  await page.goto("/localities?lost=zone:eu-central-1a");
  await expect(page.locator("[data-notice=error][data-subject='zone:eu-central-1a']")).toContainText("zone:REGION/ZONE");
  await page.goto(`/localities?lost=${encodeURIComponent("set:planet:earth")}`);
  await expect(page.locator("[data-notice=error]")).toContainText("planet:earth");
});
