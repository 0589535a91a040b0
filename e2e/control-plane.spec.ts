import type { Page } from "@playwright/test";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import { expectNoViolations } from "./axe-violations";
import type { Cluster, KubeObject } from "./cluster";
import { expect, test } from "./fixtures";
import { tellMachine } from "./fleet";
import { told, untilRecorded } from "./history";
import { startSecond } from "./second-dashboard";

// Replicas end here: a house of their own, at half the pace of the others, as rollouts are told by the record.
test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "5", "--speed", "2"], settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" } },
});

const GROUP = "checkout";

test("a rollout of istiod, from the baseline to the report (journey e)", async ({ page, context, house, cluster }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await untilRecorded(house.address);
  const before = await replicasOf(cluster);

  await test.step("before: who holds how many, and a baseline", async () => {
    await page.goto("/control-plane");
    await expectAlive(page);
    await expectHeadline(page, /^1,\d\d\d of 1,\d\d\d machines are connected to 4 replicas of istiod\./);
    for (const name of before) await expect(rowOf(page, name)).toContainText(/runs/);
    const held = await numbersOf(page, before);
    const claims = await claimsOf(cluster);
    for (const [at, name] of before.entries()) expect(Math.abs((held[at] ?? 0) - (claims.get(name) ?? 0)), `${name} holds as many as name it`).toBeLessThan(12);
    await page.getByRole("button", { name: "take a baseline now" }).click();
    await expect(page).toHaveURL(/baseline=\d{4}-\d\d-\d\dT/);
    await expectHeadline(page, /machines that were connected at \d\d:\d\d:\d\d are connected now\./);
  });
  const baseline = page.url();

  const lost = await machineOfEach(cluster, before);
  for (const { metadata } of lost) await tellMachine(house, metadata.namespace ?? "", metadata.name, "vanish");
  await house.control("POST", "/scenario/istiod-rollout");

  await test.step("meanwhile: the board follows, and nobody loads the page", async () => {
    await page.goto("/control-plane");
    await told(house, /istiod (\S+) ends; its machines move/);
    // It is the record that notices a rollout, and the page asks it now and then.
    const headline = page.getByRole("heading", { level: 1 });
    await expect(headline).toHaveAccessibleName(/machines? (is|are) back since istiod rolled at \d\d:\d\d:\d\d\./, { timeout: 60_000 });
  });
  await expect.poll(async () => (await replicasOf(cluster)).filter((name) => before.includes(name)), { timeout: 120_000 }).toEqual([]);
  const after = await replicasOf(cluster);

  await test.step("n of m are back, and who is missing is named with where it was", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(backOf(lost.length), { timeout: 60_000 });
    const [, back = "", total = ""] =
      backOf(lost.length).exec(((await page.getByRole("heading", { level: 1 }).textContent()) ?? "").replace(/\s+/g, " ")) ?? [];
    expect(count(total) - count(back)).toBe(lost.length);
    expect(count(total)).toBeGreaterThan(1_000);
    const out = page.getByRole("region", { name: "Still out" });
    await expect(out.getByRole("listitem")).toHaveCount(lost.length);
    for (const { metadata } of lost) {
      const line = out.getByRole("listitem").filter({ hasText: metadata.name });
      await expect(line).toContainText(`was held by ${metadata.annotations?.["istio.io/workloadController"]}`);
      await expect(line).toContainText(/not back, since \d\d:\d\d:\d\d, (swept|deleted)|vanished/);
    }
    const board = page.getByRole("region", { name: /^The rollout of/ });
    await expect(board).toContainText(/95 % (were back )?(within|after) |moved before their replica was seen to end/);
    await expect(board.getByRole("img", { name: /machines connected anew, the last at/ })).toBeVisible();
    await expect(board).toContainText(/\d+ that are checked reported since/);
  });

  await test.step("where they went, and is anything lying", async () => {
    for (const name of after) await expect(rowOf(page, name)).toContainText(/runs/);
    const lying = await ghostsOf(cluster, after);
    for (const [name, machines] of lying) {
      await expect(rowOf(page, name)).toContainText("gone, still named");
      await expect(rowOf(page, name)).toContainText(new RegExp(`${machines}swept (in|by)`));
    }
    await expect(page.getByRole("region", { name: "Revisions" })).toContainText(
      /1-31-2: 1 replica, [\d,]+ connections? · default: 3 replicas, [\d,]+ connections/,
    );
    await expect(page.getByRole("main")).toContainText("maximum age of a connection15 min (arguments of istiod's Pods)");
  });

  await test.step("the report, the file, the table, and the same from the baseline", async () => {
    await page.getByRole("button", { name: "Copy report" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^## The rollout of [\d:]+\n[\s\S]*\| not back \| group \|/);
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/p50 .+, p95 /);
    for (const { metadata } of lost) expect(text).toContain(metadata.name);
    const file = await (await fetch(`${house.address}/api/history/export?what=rollout&format=csv`)).text();
    for (const { metadata } of lost) expect(file).toContain(metadata.name);
    await page.getByRole("button", { name: "as table" }).click();
    await expect(
      page
        .getByRole("table", { name: /^The rollout of/ })
        .getByRole("row")
        .filter({ hasText: "ended, which held" }),
    ).toHaveCount(before.length);
    await expectNoViolations(page, "/control-plane after a rollout", null);
    await page.goto(baseline);
    await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(
      /machines that were connected at \d\d:\d\d:\d\d are connected now\. .*still out/,
    );
  });
});

test("what was can be seen as it was, and the past is not green", async ({ page, house }) => {
  await untilRecorded(house.address);
  const then = new Date(Date.now() - 3_000).toISOString();
  await page.goto(`/control-plane?at=${then}`);
  await expectHeadline(page, /machines were (connected to \d replicas of istiod|back) (at|by) \d\d:\d\d:\d\d/);
  await expect(page.locator("svg rect.fill-good-cell")).toHaveCount(0);
});

test("whoever sees one namespace reads of its machines only, and that Pods are not visible", async ({ page, house, cluster }) => {
  const second = await startSecond({ KUBECONFIG: house.kubeconfigOf("team-shop") });
  await page.goto(`${second.address}/control-plane`);
  const { items = [] } = await cluster.get("/apis/networking.istio.io/v1/namespaces/shop/workloadentries");
  const managed = items.filter(({ metadata }) => metadata.annotations?.["istio.io/workloadController"]).length;
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(new RegExp(`of ${managed} machines are connected\\.`));
  await expect(page.getByRole("main")).toContainText("istiod's replicas are not visible");
  await expect(page.getByRole("main")).toContainText("Whether istiod is rolled out cannot be told: its Pods are not visible to you.");
  await expect(
    page
      .getByRole("table", { name: /^Replicas of istiod/ })
      .locator("[data-standing]")
      .first(),
  ).toContainText("not visible");
  await page.goto("about:blank");
  await second.end();
});

function rowOf(page: Page, name: string) {
  return page
    .getByRole("table", { name: /^Replicas of istiod/ })
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name, exact: true }) });
}

/** "1,019 of 1,028 machines are back since …": with so many still out. */
function backOf(missing: number): RegExp {
  const word = ["No", "One", "Two", "Three", "Four", "Five"][missing] ?? String(missing);
  return new RegExp(`^([\\d,]+) of ([\\d,]+) machines are back since istiod rolled at [\\d:]+\\. ${word} (is|are) still out`);
}

function count(text: string): number {
  return Number(text.replaceAll(",", ""));
}

/** The names of the istiod Pods that run. */
async function replicasOf(cluster: Cluster): Promise<readonly string[]> {
  const { items = [] } = await cluster.get("/api/v1/namespaces/istio-system/pods?labelSelector=app%3Distiod");
  return items.map(({ metadata }) => metadata.name).sort();
}

async function entries(cluster: Cluster): Promise<readonly KubeObject[]> {
  return (await cluster.get("/apis/networking.istio.io/v1/workloadentries")).items ?? [];
}

/** How many entries say that a replica holds them, by its name. */
async function claimsOf(cluster: Cluster): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { metadata } of await entries(cluster)) {
    const replica = metadata.annotations?.["istio.io/workloadController"] ?? "";
    if (metadata.annotations?.["istio.io/connectedAt"] !== undefined) counts.set(replica, (counts.get(replica) ?? 0) + 1);
  }
  return counts;
}

async function ghostsOf(cluster: Cluster, running: readonly string[]): Promise<readonly (readonly [string, number])[]> {
  return [...(await claimsOf(cluster))].filter(([name]) => name !== "" && !running.includes(name));
}

/** One connected machine of each replica, of the first group that has some. */
async function machineOfEach(cluster: Cluster, replicas: readonly string[]): Promise<readonly KubeObject[]> {
  const all = (await entries(cluster)).filter(({ metadata }) => metadata.annotations?.["istio.io/connectedAt"] !== undefined);
  const own = (replica: string) => all.filter(({ metadata }) => metadata.annotations?.["istio.io/workloadController"] === replica);
  const youngest = (some: readonly KubeObject[]) => [...some].sort((a, b) => since(b).localeCompare(since(a)));
  return replicas.flatMap((replica) => {
    const mine = own(replica).filter(({ metadata }) => metadata.annotations?.["istio.io/autoRegistrationGroup"] !== undefined);
    const [first] = youngest(mine.filter(({ metadata }) => metadata.annotations?.["istio.io/autoRegistrationGroup"] === GROUP));
    return first ?? youngest(mine)[0] ?? [];
  });
}

function since({ metadata }: KubeObject): string {
  return metadata.annotations?.["istio.io/connectedAt"] ?? "";
}

/** What each replica's row says that it holds. */
function numbersOf(page: Page, names: readonly string[]): Promise<number[]> {
  return Promise.all(names.map(async (name) => count((await rowOf(page, name).locator("[data-held]").textContent()) ?? "")));
}
