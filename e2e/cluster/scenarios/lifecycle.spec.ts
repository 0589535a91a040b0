import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";
import { expectEntryRow, expectServingAlone, loadedAt, rowOf, stateWord, whyWithMessage } from "@/e2e/cluster/fleet-pages";
import { Stage } from "@/e2e/cluster/stage";
import { expectHeading, expectStatement } from "@/e2e/statements";

const CHECKED = "checkout-10.30.0.1-vpc-2";
const PLAIN = "plain-10.30.0.2";

/** istiod deletes an entry when its grace period is over, or a moment later. */
const FORGOTTEN = { state: /^(reconnecting|disconnected)$/ } as const;

test("lifecycle: pages show a machine that registers, fails, recovers, leaves and is deleted, without a reload", async ({
  scenario,
  namespace,
  visit,
  listenTo,
  latencies,
}) => {
  const play = scenario("lifecycle");
  await play.step("kubectl apply");
  const [fleet, group, list] = await Promise.all([
    visit("dashboard", "/"),
    visit("dashboard", `/c/real/groups/${namespace}/checkout`),
    visit("dashboard", `/entries?ns=${namespace}`),
  ]);
  const loaded = await Promise.all([fleet, group, list].map(loadedAt));
  const writes = await listenTo("entries", namespace);
  const stage = new Stage({ play, list, latencies, writes });

  await expectEntryRow(list, "hand-written", { state: "awaiting" });
  await expectHeading(group, "group-serving", { serving: 0, registered: 0 });
  await expectStatement(group, "expected-size", { source: "unknown", expected: null });
  await expectHeading(fleet, "fleet-serving", { serving: 0, basis: "registered", unverified: 0 });

  await test.step("registered, and nothing reported yet", async () => {
    await stage.turn({ step: "connect", write: [CHECKED, "registered"], wanted: { row: CHECKED, has: stateWord("awaiting") } });
    await stage.turn({ step: "connect", write: [PLAIN, "registered"], wanted: { row: PLAIN, has: stateWord("unchecked") } });
  });
  const hrefs = await Promise.all([CHECKED, PLAIN].map((name) => rowOf(list, name).getByRole("link", { name }).getAttribute("href")));
  const [entry, plain] = await Promise.all([visit("dashboard", hrefs[0] ?? ""), visit("dashboard", hrefs[1] ?? "")]);
  await expectEntryRow(list, CHECKED, { state: "awaiting", zone: "eu-central-1b", replica: "istiod-a" });
  await expectEntryRow(list, PLAIN, { state: "unchecked", replica: "istiod-b" });
  await expectHeading(entry, "entry-traffic", { state: "awaiting", serving: "no-awaiting" });
  await expectHeading(plain, "entry-traffic", { state: "unchecked", serving: "yes-unchecked", services: [], selectedBy: 0 });
  await expectHeading(group, "group-serving", { serving: 0, basis: "registered" });
  await expectHeading(fleet, "fleet-serving", { serving: 1, basis: "registered", unverified: 0 });
  await expectStatement(fleet, "istiod-connections", { replicas: 2, connections: 2 });

  await test.step("healthy", async () => {
    await stage.turn({ step: `health ${namespace}/vm-1`, write: [CHECKED, "True"], wanted: { row: CHECKED, has: stateWord("healthy") } });
    await expectEntryRow(list, CHECKED, { state: "healthy", verified: true });
    await expectHeading(entry, "entry-traffic", {
      state: "healthy",
      verified: true,
      services: [],
      selectedBy: 0,
      replica: "istiod-a",
      connectedAt: /^\d{13}$/,
    });
    await expectStatement(entry, "entry-next", { action: "renew", assumed: false });
    await expect(entry.locator(`[data-max-age="known"][data-max-age-ms="${30 * 60_000}"]`)).toHaveAttribute("data-source", /istiod-a/);
    await expectHeading(group, "group-serving", { serving: 1, basis: "registered" });
    await expectHeading(fleet, "fleet-serving", { serving: 2, basis: "registered", unverified: 0 });
  });

  await test.step("unhealthy, with the probe's own words", async () => {
    const refused = 'Get "http://10.30.0.1:8080/healthz": dial tcp 10.30.0.1:8080: connect: connection refused';
    await stage.turn({ step: `health ${namespace}/vm-1 Get`, write: [CHECKED, "False"], wanted: { row: CHECKED, has: whyWithMessage(refused) } });
    await expectEntryRow(list, CHECKED, { state: "unhealthy", message: refused });
    await expectEntryRow(group, CHECKED, { state: "unhealthy", message: refused });
    await expectHeading(group, "group-serving", { serving: 0, basis: "registered" });
    await expectHeading(group, "group-trouble", { unhealthy: 1 });
    await expectHeading(fleet, "fleet-serving", { serving: 1, basis: "registered", unverified: 0 });
    await expectHeading(fleet, "fleet-worst-group", { group: "checkout", unhealthy: 1, missing: 0 });
    const trouble = fleet.locator('[data-section="trouble"] li').filter({ hasText: `${namespace} / checkout` });
    await expect(trouble.locator(stateWord("unhealthy"))).toBeVisible();
    await expectStatement(trouble, "group-trouble", { unhealthy: 1, message: refused });
    await expectHeading(entry, "entry-traffic", { state: "unhealthy", serving: "no-unhealthy" });
    await expectHeading(entry, "entry-traffic", { message: refused });

    await stage.turn({
      step: `health ${namespace}/vm-1 readiness`,
      write: [CHECKED, "False"],
      wanted: { row: CHECKED, has: whyWithMessage("readiness probe failed: 503") },
    });
    await play.step(`health ${namespace}/vm-1 readiness`);
    await expectEntryRow(list, CHECKED, { state: "unhealthy", message: "readiness probe failed: 503" });
  });

  await test.step("healthy again", async () => {
    await stage.turn({ step: `health ${namespace}/vm-1`, write: [CHECKED, "True"], wanted: { row: CHECKED, has: stateWord("healthy") } });
    await expectEntryRow(list, CHECKED, { state: "healthy", verified: true });
    await expectHeading(group, "group-serving", { serving: 1, basis: "registered" });
    await expectHeading(fleet, "fleet-serving", { serving: 2, basis: "registered", unverified: 0 });
    await expectStatement(fleet, "no-group-in-trouble", { groups: /^\d$/ });
  });

  await test.step("lost: a countdown, then nothing", async () => {
    const left = await stage.turn({
      step: `disconnect ${namespace}/vm-1`,
      write: [CHECKED, "disconnected"],
      wanted: { row: CHECKED, has: stateWord("reconnecting") },
    });
    const gone = stage.later([CHECKED, "deleted"], left.at, { row: CHECKED, has: null });
    // All at once: the real grace period is ten seconds.
    await Promise.all([
      expectStatement(rowOf(list, CHECKED), "entry-why", { state: "reconnecting", deadline: /^\d{13}$/ }),
      expectHeading(entry, "entry-traffic", { state: "reconnecting", deadline: /^\d{13}$/, services: [], selectedBy: 0 }),
      // A machine that reconnects still serves, and its group is in no trouble.
      expectServingAlone(group, 1),
      expectHeading(fleet, "fleet-serving", { serving: 2 }),
      expectStatement(fleet, "no-group-in-trouble", { groups: /^\d$/ }),
      expectStatement(fleet, "istiod-connections", { replicas: 2, connections: 1 }),
      expectCountdown(entry),
    ]);
    await gone;
    await expect(rowOf(list, CHECKED)).toHaveCount(0);
    await expectHeading(group, "group-serving", { serving: 0, registered: 0 });
    await expectHeading(group, "group-losses", { lost: 1, recorded: 1, unhealthy: 0, others: 0 });
    await expectHeading(fleet, "fleet-serving", { serving: 1 });
    await expectHeading(fleet, "fleet-worst-group", { group: "checkout", lost: 1 });
    await expectHeading(entry, "entry-gone", FORGOTTEN);
  });

  await test.step("the machine without a probe leaves as well", async () => {
    const left = await stage.turn({
      step: `disconnect ${namespace}/vm-2`,
      write: [PLAIN, "disconnected"],
      wanted: { row: PLAIN, has: stateWord("reconnecting") },
    });
    await stage.later([PLAIN, "deleted"], left.at, { row: PLAIN, has: null });
    await expectHeading(plain, "entry-gone", FORGOTTEN);
    await expectHeading(fleet, "fleet-serving", { serving: 0 });
    await expectHeading(fleet, "fleet-worst-group", { lost: 1, number: 1 });
    await expectStatement(fleet, "istiod-connections", { connections: 0 });
  });

  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all([fleet, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
  latencies.expectPrompt();
});

/** A clock that runs down, in seconds. */
async function expectCountdown(entry: Page): Promise<void> {
  const timer = entry.getByRole("timer");
  await expect(timer).toHaveText(/0:\d\d$/);
  const first = (await timer.textContent()) ?? "";
  await expect(timer, "the countdown runs").not.toHaveText(first);
}
