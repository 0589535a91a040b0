import type { Page } from "@playwright/test";
import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expectAlive } from "./alive";
import { expectNoViolations } from "./axe-violations";
import type { Cluster, KubeObject } from "./cluster";
import { expect, test } from "./fixtures";
import { tellMachine } from "./fleet";
import { told, untilRecorded } from "./history";
import type { House } from "./house";
import { startSecond } from "./second-dashboard";

// Replicas end here: a house of their own, at half the pace of the others, as rollouts are told by the record.
test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "5", "--speed", "2"], settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" } },
});

const GROUP = "checkout";
/** The record notices a rollout, and the page asks it now and then: on a busy machine that takes a while. */
const LONG = { timeout: 120_000 };
/** "1,040 moves from a replica that ended: 150 timed by …, 880 by the end of the replica and 10 not timed": the numbers. */
const MOVES =
  /([\d,]+) moves from a replica that ended: ([\d,]+) timed by the machine's own disconnectedAt(?:(?:, | and )([\d,]+) by the end of the replica)?(?:(?:, | and )([\d,]+) not timed)?/;

test("a rollout of istiod, from the baseline to the report (journey e)", async ({ page, context, house, cluster }) => {
  test.setTimeout(420_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await untilRecorded(house.address);
  const before = await replicasOf(cluster);

  await test.step("before: who holds how many, and a baseline", async () => {
    await page.goto("/control-plane");
    await expectAlive(page);
    await expectHeadline(page, /^1,\d\d\d of 1,\d\d\d machines are connected to 4 replicas of istiod\./);
    for (const name of before) await expect(rowOf(page, name)).toContainText(/runs/);
    await expect(async () => {
      const [held, claims] = [await numbersOf(page, before), await claimsOf(cluster)];
      for (const [at, name] of before.entries())
        expect(Math.abs((held[at] ?? 0) - (claims.get(name) ?? 0)), `${name} holds as many as name it`).toBeLessThan(12);
    }).toPass({ timeout: 30_000 });
    await page.getByRole("button", { name: "take a baseline now" }).click();
    await expect(page).toHaveURL(/baseline=\d{4}-\d\d-\d\dT/);
    await expectHeadline(page, /machines that were connected at \d\d:\d\d:\d\d are connected now\./);
  });
  const baseline = page.url();

  const lost = await machineOfEach(cluster, before);
  expect(lost.map(replicaOf).sort()).toEqual(before);
  const claimed = [...(await claimsOf(cluster))].filter(([name]) => before.includes(name)).reduce((sum, [, machines]) => sum + machines, 0);
  for (const { metadata } of lost) await tellMachine(house, metadata.namespace ?? "", metadata.name, "vanish");
  await house.control("POST", "/scenario/istiod-rollout");

  await test.step("meanwhile: the board follows, and nobody loads the page", async () => {
    await page.goto("/control-plane");
    await told(house, /istiod (\S+) ends; its machines move/);
    await expectHeadline(page, /machines? (is|are) back since istiod rolled at \d\d:\d\d:\d\d\./, LONG);
  });
  await expect.poll(async () => (await replicasOf(cluster)).filter((name) => before.includes(name)), { timeout: 180_000 }).toEqual([]);
  const after = await replicasOf(cluster);
  const board = page.getByRole("region", { name: /^The rollout of/ });

  await test.step("n of m are back, and who is missing is named with where it was", async () => {
    await expectHeadline(page, backOf(lost.length), LONG);
    const { back, total } = await backNow(page);
    expect(total - back).toBe(lost.length);
    // Some were between two connections when they were counted.
    expect(total, "all that the four replicas held").toBeGreaterThanOrEqual(claimed);
    expect(total - claimed).toBeLessThan(12);
    const out = page.getByRole("region", { name: "Still out" });
    await expect(out.getByRole("listitem")).toHaveCount(lost.length);
    for (const machine of lost) {
      const line = out.getByRole("listitem").filter({ hasText: machine.metadata.name });
      await expect(line).toContainText(`was held by ${replicaOf(machine)}`);
      await expect(line).toContainText(/not back|vanished/);
    }
  });

  await test.step("how long it took, and which evidence tells that", async () => {
    await expect(board).toContainText(
      /half were back (within|after) .+, 95 % (within|after) |95 % were back (within|after) |all moved before their replica was seen to end/,
    );
    await expect(board).toContainText(/[\d,]+ moves from a replica that ended: [\d,]+ timed by the machine's own disconnectedAt/);
    await expect(board).toContainText(/(; the slowest took )(under )?\d/);
    await expect(board.getByRole("img", { name: /machines connected anew, the last at/ })).toBeVisible();
    await expect(board).toContainText(/\d+ that are checked reported since/);
    const text = (await board.textContent()) ?? "";
    const [, moves = "", own = "", byEnd = "0", early = "0"] = MOVES.exec(text) ?? [];
    expect(count(own) + count(byEnd) + count(early), text).toBe(count(moves));
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
    expect(text).toMatch(/[\d,]+ moves from a replica that ended: /);
    for (const { metadata } of lost) expect(text).toContain(metadata.name);
    const file = await (await fetch(`${house.address}/api/history/export?what=rollout&format=csv`)).text();
    for (const { metadata } of lost) expect(file).toContain(metadata.name);
    await page.getByRole("button", { name: "as table" }).click();
    const table = page.getByRole("table", { name: /^The rollout of/ });
    for (const name of before) await expect(table).toContainText(`${name} ended, which held `);
    await expect(table.getByRole("row").filter({ hasText: "ended, which held" })).toHaveCount(before.length);
    expect(endsTold(house).sort(), "the director of the scenario says the same").toEqual(before);
    await expectNoViolations(page, "/control-plane after a rollout", null);

    const { back, total } = await backNow(page);
    await page.goto(new URL(/https?:\S+$/m.exec(text)?.[0] ?? "").pathname + new URL(/https?:\S+$/m.exec(text)?.[0] ?? "").search);
    await expectHeadline(page, new RegExp(`^${said(back)} of ${said(total)} machines were back (at|by) [\\d:]+ since istiod rolled at`), LONG);
    await page.goto(baseline);
    await expectHeadline(page, /machines that were connected at \d\d:\d\d:\d\d are connected now\. .*still out/, LONG);
  });

  await test.step("it is offered as long as the record knows it", async () => {
    await page.goto("/control-plane");
    await board.getByRole("link", { name: /^\d\d:\d\d:\d\d · / }).click();
    await expect(page).toHaveURL(/rollout=sandbox%40\d+/);
    await expectHeadline(page, backOf(lost.length), LONG);
  });
});

test("what was can be seen as it was, and the past is not green", async ({ page, house }) => {
  await untilRecorded(house.address);
  await page.goto(`/control-plane?at=${new Date(await momentWithReplicas(house.address)).toISOString()}`);
  await expectHeadline(page, /machines were (connected to \d replicas? of istiod|back) (at|by) \d\d:\d\d:\d\d/);
  await expect(page.locator("svg rect.fill-good-cell")).toHaveCount(0);
  await expect(page.locator("svg path.stroke-good")).toHaveCount(0);
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

/** What the headline says now. */
async function backNow(page: Page): Promise<{ readonly back: number; readonly total: number }> {
  const text = ((await page.getByRole("heading", { level: 1 }).textContent()) ?? "").replace(/\s+/g, " ");
  const [, back = "", total = ""] = /^([\d,]+) of ([\d,]+) machines/.exec(text) ?? [];
  return { back: count(back), total: count(total) };
}

/** The replicas that the director of the scenario says it ended. */
function endsTold(house: House): string[] {
  return [...house.sandbox.log().matchAll(/istiod (\S+) ends; its machines move/g)].map(([, name = ""]) => name);
}

/** A moment of which machines and replicas are recorded: the record of the replicas may begin later. */
async function momentWithReplicas(address: string): Promise<number> {
  let at = 0;
  const runningThen = async () => {
    at = Date.now() - 2_000;
    const answer = await fetch(`${address}/api/view?kind=control-plane&query=&offset=0&limit=1&at=${at}`);
    const { head } = (await answer.json()) as { head?: { clusters: readonly { replicas: { running: number } }[] } };
    return head?.clusters[0]?.replicas.running ?? 0;
  };
  await expect.poll(runningThen, LONG).toBeGreaterThan(0);
  return at;
}

function said(number: number): string {
  return number.toLocaleString("en-US");
}

function count(text: string): number {
  return Number(text.replaceAll(",", ""));
}

/** The names of the istiod Pods that run, and are not asked to stop. */
async function replicasOf(cluster: Cluster): Promise<readonly string[]> {
  const { items = [] } = await cluster.get("/api/v1/namespaces/istio-system/pods?labelSelector=app%3Distiod");
  return items.flatMap(({ metadata }) => (metadata.deletionTimestamp === undefined ? [metadata.name] : [])).sort();
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

function replicaOf({ metadata }: KubeObject): string {
  return metadata.annotations?.["istio.io/workloadController"] ?? "";
}

function since({ metadata }: KubeObject): string {
  return metadata.annotations?.["istio.io/connectedAt"] ?? "";
}

/** What each replica's row says that it holds. */
function numbersOf(page: Page, names: readonly string[]): Promise<number[]> {
  return Promise.all(names.map(async (name) => count((await rowOf(page, name).locator("[data-held]").textContent()) ?? "")));
}
