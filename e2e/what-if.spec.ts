import type { Page } from "@playwright/test";
import { expectHeadline, expectWords } from "@/e2e/cluster/fleet-pages";
import { expectNoViolations } from "./axe-violations";
import type { Cluster, KubeObject } from "./cluster";
import { expect, test } from "./fixtures";

const REGION = "eu-central-1";
const ZONE = "eu-central-1a";
const LOST = `lost=${encodeURIComponent(`zone:${REGION}/${ZONE}`)}`;

/** An entry or a Pod as far as a loss looks at it. */
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

/** How many that Istio sends to callers are held by a replica of the zone. */
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

const groupRow = (page: Page, name: string) => page.getByRole("table", { name: "Groups before and after" }).getByRole("row").filter({ hasText: name });

test("what if a zone is lost: who is left, when, and whether traffic would move (journey c)", async ({ page, cluster }) => {
  const counted = await countedIn(cluster);
  await page.goto("/localities");
  await page.getByLabel("What if a place is lost?").selectOption(`zone:${REGION}/${ZONE}`);
  await expect(page).toHaveURL(new RegExp(LOST));
  await expectWords(page, `zone ${ZONE} of ${REGION} is lost`, "nothing has happened", "Below is the fleet as it is.");
  await expectHeadline(page, /would have|would notice/);
  await expectWords(page, new RegExp(`${counted.machines.length} machines and \\d+ pods? gone`));

  // istiod, and who dies together with the replica that holds them: Healthy and listed until the sweep.
  expect(counted.replicas.length).toBeGreaterThan(0);
  await expectWords(page, ...counted.replicas);
  // Machines go from replica to replica all the while: the page is compared with the objects of its own moment.
  await expect(async () => {
    const held = heldInZone(await countedIn(cluster));
    const words = new RegExp(`\\b${held} machines? (dies|die) together with the istiod replica`);
    if (held > 0) await expect(page.getByRole("main")).toContainText(words, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });

  // A group before and after, beside the size that it should have.
  const [namespace, name] = largestGroup(counted);
  const all = await listed(cluster, ENTRIES);
  const before = ofGroup(all.filter(isServing), namespace, name);
  const after = before - ofGroup(counted.serving, namespace, name);
  await expect(groupRow(page, `${namespace}/${name}`)).toContainText(new RegExp(`${before}.*${after}`));
});

test("the moment and the headroom change what is said, and stand in the address (journey c)", async ({ page }) => {
  await page.goto(`/localities?${LOST}`);
  const hosts = page.getByRole("table", { name: "Hosts before and after" });
  await expect(page.getByRole("button", { name: /^At once · \d+ dead still served/ })).toHaveAttribute("aria-pressed", "true");
  await expect(hosts.getByRole("row").filter({ hasText: "no" }).first()).toBeVisible();

  await page.getByRole("button", { name: /^After the sweep/ }).click();
  await expect(page).toHaveURL(/moment=after-age/);
  await expect(hosts).toContainText("The lost endpoints have left the list: callers ask the others.");

  await page.getByLabel("room to spare taken as").fill("900");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/headroom=900/);
  await expect(hosts).not.toContainText("Overloaded");
  await page.goBack();
  await expect(page.getByLabel("room to spare taken as")).toHaveValue("30");

  await hosts
    .getByRole("button", { name: /have left the list/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: /Would the traffic of .* move\?/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoViolations(page, "a what-if");
});

test("a what-if is taken along as CSV and Markdown, and left again (journey c)", async ({ page }) => {
  await page.goto(`/localities?${LOST}&moment=after-grace`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export what would be left as CSV" }).click()]);
  expect(download.suggestedFilename()).toBe("stolos-what-if.csv");
  const text = await (await page.request.get(`/api/what-if?${LOST}&moment=after-grace&format=md`)).text();
  expect(text).toContain(`# What if \`zone:${REGION}/${ZONE}\` is lost`);
  expect(text).toContain("Nothing has happened: computed on the fleet of");
  expect(text).toContain("## Taken for granted");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL(/\/localities$/);
  await expect(page.getByText("Below is the fleet as it is.")).toHaveCount(0);
});

test("a part that is not understood is said, not guessed", async ({ page }) => {
  await page.goto("/localities?lost=zone:eu-central-1a");
  await expectWords(page, "What is lost was not understood", "zone:REGION/ZONE");
  await page.goto(`/localities?lost=${encodeURIComponent("set:planet:earth")}`);
  await expectWords(page, "planet:earth");
});
