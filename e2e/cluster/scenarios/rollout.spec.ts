import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/cluster/fixtures";
import { expectCells, expectHeadline, expectReplica, expectWords, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";

const FIRST = "checkout-10.30.0.1-vpc-2";
const FAILING = "checkout-10.30.0.2-vpc-2";
const PLAIN = "plain-10.30.0.3";
const MOVE = { timeout: 20_000 };

test("rollout: machines move from replica to replica and keep their words; nobody is left with a replica that is gone unsaid", async ({
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
    await expect(rowOf(list, FIRST), `${FIRST} is held by ${checkout}`).toContainText(checkout, MOVE);
    await expect(rowOf(list, FAILING)).toContainText(checkout, MOVE);
    await expect(rowOf(list, PLAIN)).toContainText(plain, MOVE);
    await expectCells(list, FIRST, ["Healthy", checkout]);
    await expectCells(list, FAILING, ["Unhealthy", "readiness probe failed: 503", checkout]);
    await expectCells(list, PLAIN, ["Not checked", plain]);
    await expectReplica(group, checkout, "1 / 2");
    await expectHeadline(group, "1 serving. 1 unhealthy machine.");
    await expectHeadline(fleet, "2 serving. checkout has 1 unhealthy machine.");
  };

  for (const _ of [FIRST, FAILING, PLAIN]) await play.step("connect");
  await play.step(`health ${namespace}/vm-1`);
  await play.step(`health ${namespace}/vm-2 readiness probe failed: 503`);
  await test.step("before", () => expectAllOn("istiod-a", "istiod-b"));
  await expectWords(fleet, "2 istiod replicas hold 3 connections");
  await expectHeadline(control, "3 of 3 machines are connected to 2 replicas of istiod.");
  await expectHolds(control, [
    ["istiod-a", 2],
    ["istiod-b", 1],
  ]);

  await play.step("stop-istiod a");
  await test.step("a goes, its machines are on b", () => expectAllOn("istiod-b", "istiod-b"));
  await expect(group.getByRole("link", { name: "istiod-a", exact: true })).toHaveCount(0);
  await expectWords(fleet, "1 istiod replica holds 3 connections");
  await expectFacet(list, "istiod-b", 3);
  await test.step("the board: both of a are back", async () => {
    await expectHeadline(control, /^2 of 2 machines are back since istiod rolled at \d\d:\d\d:\d\d\.$/);
    await expectHolds(control, [["istiod-b", 3]]);
  });

  await play.step("start-istiod c");
  await expectWords(fleet, "2 istiod replicas hold 3 connections");
  await play.step("stop-istiod b");
  await test.step("b goes, all are on c", () => expectAllOn("istiod-c", "istiod-c"));
  await expectFacet(list, "istiod-c", 3);
  await test.step("the board: all three came back, two of them twice", async () => {
    await expectHeadline(control, /^3 of 3 machines are back since istiod rolled at \d\d:\d\d:\d\d\.$/);
    const board = control.getByRole("region", { name: /^The rollout of/ });
    await expect(board).toContainText("3 to istiod-c");
    await expect(board).toContainText(/5 moves from a replica that ended: .*(timed by|not timed)/);
    // Whether an agent's report comes after its second move in a few seconds is a matter of its own pace.
    await expect(board).toContainText(/(all 2|[01] of 2) that are checked reported since/);
    await expect(board).toContainText(/95 % (were back )?(within|after) \d+(\.\d)? s|moved before their replica was seen to end/);
    await expect(control.getByRole("region", { name: "Still out" }), "nobody is out").toHaveCount(0);
    await expectHolds(control, [["istiod-c", 3]]);
  });

  await play.step("start-istiod a");
  await play.step("start-istiod b");
  for (const _ of [FIRST, FAILING, PLAIN]) await play.step("disconnect");
  await play.step("stop-istiod c");
  await play.pass();
  await test.step("machines and replica went together: what Istio could not write down is in no row well", async () => {
    const rows = list.getByRole("row").filter({ has: list.getByRole("link", { name: /^(checkout|plain)-/ }) });
    for (const row of await rows.all()) {
      const left = await row.getByRole("link").first().textContent();
      await expect(row.locator("[data-state-word]"), `${left} is lost, and says so`).toHaveText(/^(Unverified|Unhealthy|Disconnected|Reconnecting)$/);
    }
    await expect(list.getByRole("cell", { name: "Healthy", exact: true })).toHaveCount(0);
    await expect(list.getByRole("cell", { name: "Not checked", exact: true })).toHaveCount(0);
    await expectHeadline(group, /^(0 serving\.|1 serving\. .*(reconnecting|disconnected)|No machine)/);
  });

  await test.step("the board: nobody is back, and each is named with where it was", async () => {
    await expectHeadline(control, /^0 of 3 machines are back since istiod rolled at \d\d:\d\d:\d\d\. Three are still out/);
    const out = control.getByRole("region", { name: "Still out" }).getByRole("listitem");
    await expect(out).toHaveCount(3);
    for (const name of [FIRST, FAILING, PLAIN]) await expect(out.filter({ hasText: name })).toContainText(/was held by istiod-[ab]/);
  });

  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all(pages.map(loadedAt)), "no page was loaded again").toEqual(loaded);
});

/** The rows of replicas say that each holds so many. */
async function expectHolds(control: Page, held: readonly (readonly [replica: string, count: number])[]): Promise<void> {
  for (const [replica, count] of held)
    await expect(rowOf(control, replica).locator("[data-held]"), `${replica} holds ${count}`).toHaveText(String(count), MOVE);
}

/** The facet of replicas counts so many machines for this one. */
async function expectFacet(list: Parameters<typeof rowOf>[0], replica: string, count: number): Promise<void> {
  const facet = list.getByRole("region", { name: "Filter by replica" });
  await expect(facet.getByRole("button", { name: new RegExp(`^${replica}\\s*${count}$`) })).toBeVisible();
}
