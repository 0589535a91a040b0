import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";
import { expectEntryRow, expectReplica, loadedAt, rowOf, stateWord } from "@/e2e/cluster/fleet-pages";
import { expectHeading, expectStatement, statementOf } from "@/e2e/statements";

const FIRST = "checkout-10.30.0.1-vpc-2";
const FAILING = "checkout-10.30.0.2-vpc-2";
const PLAIN = "plain-10.30.0.3";
const MOVE = { timeout: 20_000 };

test("rollout: machines keep their states as they move between replicas, and none stays green on a replica that ended", async ({
  scenario,
  namespace,
  visit,
}) => {
  const play = scenario("rollout");
  await play.step("kubectl apply");
  const [fleet, group, list, control] = await Promise.all([
    visit("dashboard", "/"),
    visit("dashboard", `/c/real/groups/${namespace}/checkout`),
    visit("dashboard", `/entries?ns=${namespace}`),
    visit("dashboard", `/control-plane?ns=${namespace}`),
  ]);
  const pages = [fleet, group, list, control];
  const loaded = await Promise.all(pages.map(loadedAt));
  const expectAllOn = async (checkout: string, plain: string) => {
    for (const [name, replica] of [
      [FIRST, checkout],
      [FAILING, checkout],
      [PLAIN, plain],
    ] as const)
      await expect(rowOf(list, name).locator('[data-column="replica"]'), `the replica of ${name}`).toHaveAccessibleName(replica, MOVE);
    await expectEntryRow(list, FIRST, { state: "healthy", verified: true, replica: checkout });
    await expectEntryRow(list, FAILING, { state: "unhealthy", message: "readiness probe failed: 503", replica: checkout });
    await expectEntryRow(list, PLAIN, { state: "unchecked", replica: plain });
    await expectReplica(group, checkout, 2, 1);
    await expectHeading(group, "group-serving", { serving: 1, basis: "registered" });
    await expectHeading(group, "group-trouble", { unhealthy: 1 });
    await expectHeading(fleet, "fleet-serving", { serving: 2, basis: "registered", unverified: 0 });
    await expectHeading(fleet, "fleet-worst-machine", { machine: FAILING, word: "unhealthy" });
  };

  for (const _ of [FIRST, FAILING, PLAIN]) await play.step("connect");
  await play.step(`health ${namespace}/vm-1`);
  await play.step(`health ${namespace}/vm-2 readiness probe failed: 503`);
  await test.step("before", () => expectAllOn("istiod-a", "istiod-b"));
  await expectStatement(fleet, "istiod-connections", { replicas: 2, connections: 3 });
  await expectHeading(control, "machines-connected", { connected: 3, managed: 3, replicas: 2 });
  await expectHolds(control, [
    ["istiod-a", 2],
    ["istiod-b", 1],
  ]);

  await play.step("stop-istiod a");
  await test.step("a goes, its machines are on b", () => expectAllOn("istiod-b", "istiod-b"));
  await expect(group.getByRole("link", { name: "istiod-a", exact: true })).toHaveCount(0);
  await expectStatement(fleet, "istiod-connections", { replicas: 1, connections: 3 });
  await expectFacet(list, "istiod-b", 3);
  await test.step("the board: both of a are back", async () => {
    await expectHeading(control, "machines-reconnected", { since: "rollout", reconnected: 2, total: 2 });
    await expectHolds(control, [["istiod-b", 3]]);
  });

  await play.step("start-istiod c");
  await expectStatement(fleet, "istiod-connections", { replicas: 2, connections: 3 });
  await play.step("stop-istiod b");
  await test.step("b goes, all are on c", () => expectAllOn("istiod-c", "istiod-c"));
  await expectFacet(list, "istiod-c", 3);
  await test.step("the board: all three came back, two of them twice", async () => {
    await expectHeading(control, "machines-reconnected", { since: "rollout", reconnected: 3, total: 3 });
    const board = control.locator('[data-section="rollout"] [data-moves]');
    await expect(board).toHaveAttribute("data-targets", /(^| )istiod-c=3( |$)/);
    await expect(board).toHaveAttribute("data-moves", "5");
    // The agent sends its report after the second move at its own pace.
    await expect(board).toHaveAttribute("data-confirmed", /^[012]$/);
    await expect(board).toHaveAttribute("data-checked", "2");
    await expect(control.locator('[data-section="rollout"]').locator(':is([data-p95-ms], [data-timed="0"])')).toBeVisible();
    await expect(control.locator('[data-section="missing-machines"]'), "no machine is missing").toHaveCount(0);
    await expectHolds(control, [["istiod-c", 3]]);
  });

  await play.step("start-istiod a");
  await play.step("start-istiod b");
  for (const _ of [FIRST, FAILING, PLAIN]) await play.step("disconnect");
  await play.step("stop-istiod c");
  await play.pass();
  await test.step("no row is healthy after machines and their replica ended together", async () => {
    const rows = list.getByRole("row").filter({ has: list.getByRole("link", { name: /^(checkout|plain)-/ }) });
    for (const row of await rows.all()) {
      const left = await row.getByRole("link").first().textContent();
      await expect(row.locator("[data-state-word]"), `${left} is lost`).toHaveAttribute(
        "data-state-word",
        /^(unverified|unhealthy|disconnected|reconnecting)$/,
      );
    }
    await expect(list.locator(`tr :is(${stateWord("healthy")}, ${stateWord("unchecked")})`)).toHaveCount(0);
    await expect(async () => {
      const serving = await statementOf(group, "group-serving").getAttribute("data-serving");
      const reconnecting = await rowOf(list, FIRST).locator(stateWord("reconnecting")).count();
      expect(serving === "0" || (serving === "1" && reconnecting > 0), `${serving} serving, ${reconnecting} reconnecting`).toBe(true);
    }).toPass();
  });

  await test.step("the board: no machine is back, and each is listed with its replica", async () => {
    await expectHeading(control, "machines-reconnected", { since: "rollout", reconnected: 0, total: 3, missing: 3 });
    const missing = control.locator('[data-section="missing-machines"]');
    await expect(missing.locator("[data-machine]")).toHaveCount(3);
    for (const name of [FIRST, FAILING, PLAIN]) await expect(missing.locator(`[data-machine="${name}"]`)).toHaveAttribute("data-replica", /^istiod-[ab]$/);
  });

  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all(pages.map(loadedAt)), "no page was loaded again").toEqual(loaded);
});

/** Expects the number of connections of each replica. */
async function expectHolds(control: Page, held: readonly (readonly [replica: string, count: number])[]): Promise<void> {
  for (const [replica, count] of held)
    await expect(rowOf(control, replica).locator("[data-held]"), `connections of ${replica}`).toHaveAttribute("data-held", String(count), MOVE);
}

/** Expects the facet of replicas to count the machines of this one. */
async function expectFacet(list: Parameters<typeof rowOf>[0], replica: string, count: number): Promise<void> {
  await expect(list.locator(`[data-facet="replica"] button[data-value="${replica}"]`).first()).toHaveAttribute("data-count", String(count));
}
