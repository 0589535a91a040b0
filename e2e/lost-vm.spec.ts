import type { Page } from "@playwright/test";
import { loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { Latencies } from "@/e2e/cluster/latencies";
import { sighted } from "@/e2e/cluster/sighting";
import { Writes } from "@/e2e/cluster/writes";
import { expect, test } from "./fixtures";
import { entryPage, freshEntry, groupPage, tellMachine } from "./fleet";
import { expectHeading, expectStatement, statementOf } from "./statements";

// Half the pace of the others: a countdown of five seconds is seen on a busy machine as well.
test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "2"], settings: { STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" } },
});

const GROUPS = [
  ["checkout", 48],
  ["cart", 40],
  ["storefront", 64],
] as const;

test("a lost machine counts down and leaves within a second of each write, with its group and the fleet", async ({
  page,
  context,
  house,
  cluster,
}, testInfo) => {
  const latencies = new Latencies();
  const writes = await Writes.of(cluster, "entries", "shop");
  const fleet = await context.newPage();
  await fleet.goto("/");
  const fleetLoaded = await loadedAt(fleet);
  const servingBefore = await servingOf(fleet);

  for (const [group, size] of GROUPS) {
    const entry = await freshEntry(cluster, "shop", group);
    await page.goto(groupPage("shop", group));
    const full = { serving: size, total: size, basis: "expected" } as const;
    await expectHeading(page, "group-serving", full);
    const loaded = await loadedAt(page);

    const askedAt = Date.now();
    const counted = sighted(page, { row: entry, has: '[data-statement="entry-why"][data-state="reconnecting"][data-deadline]' });
    await tellMachine(house, "shop", entry, "disconnect");
    const [countedAt, gone] = [await counted, sighted(page, { row: entry, has: null })];
    // A machine within its grace period still serves.
    await expectHeading(page, "group-serving", full);
    const goneAt = await gone;

    for (const [kind, seenAt] of [
      ["disconnected", countedAt],
      ["deleted", goneAt],
    ] as const) {
      await expect.poll(() => writes.first(entry, askedAt, kind)).toBeDefined();
      latencies.take(`${entry} ${kind}`, writes.first(entry, askedAt, kind)?.at ?? Number.NaN, seenAt);
    }
    await expectHeading(page, "group-serving", { serving: size - 1, total: size });
    await expectHeading(page, "group-losses", { group, lost: 1, recorded: 1, notRegistered: 0 });
    expect(await loadedAt(page), "the page was not loaded again").toBe(loaded);
  }
  await expect.poll(() => servingOf(fleet)).toBe(servingBefore - GROUPS.length);
  const row = fleet.locator('[data-section="trouble"] li').filter({ hasText: "shop / checkout" });
  await expectStatement(row, "group-lost", { namespace: "shop", group: "checkout", lost: 1 });
  expect(await loadedAt(fleet)).toBe(fleetLoaded);
  writes.end();
  latencies.expectPrompt();
  await testInfo.attach("latencies.txt", { body: latencies.report(testInfo.title) });
  process.stdout.write(latencies.report("lost machines"));
});

test("the page of a lost machine keeps its last known values, and its machine registers again", { tag: "@lost-page" }, async ({ page, house, cluster }) => {
  const entry = await freshEntry(cluster, "payments", "ledger");
  await page.goto(entryPage("payments", entry));
  await expectHeading(page, "entry-traffic", { entry, state: "healthy", verified: true });
  await tellMachine(house, "payments", entry, "disconnect");
  const leaving = { state: "reconnecting", serving: "yes-checked", origin: "auto-registered", deadline: /^\d{13}$/ };
  await expectHeading(page, "entry-traffic", { ...leaving, services: ["ledger.payments.mesh.internal"], moreServices: 0 });
  await expectStatement(page, "entry-next", { action: "delete" });
  await expect(page.getByRole("timer")).toHaveText(/\d+:\d\d$/);
  await expectHeading(page, "entry-gone", { entry, state: /^(reconnecting|disconnected)$/ });
  await expect(page.locator('[data-section="last-seen"]')).toContainText("aws-frankfurt");

  await page.goto(groupPage("payments", "ledger"));
  await expectHeading(page, "group-serving", { serving: 17, total: 18 });
  await tellMachine(house, "payments", entry, "connect");
  await expect(rowOf(page, entry).locator("[data-state-word=healthy]")).toBeVisible();
  await expectHeading(page, "group-serving", { serving: 18, total: 18 });
});

test.afterEach(({ house }) => house.control("POST", "/scenario/steady"));

async function servingOf(fleet: Page): Promise<number> {
  return Number(await statementOf(fleet, "fleet-serving").getAttribute("data-serving"));
}
