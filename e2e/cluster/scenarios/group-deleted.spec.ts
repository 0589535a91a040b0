import { expect, test } from "@/e2e/cluster/fixtures";
import { expectEntryRow, loadedAt, rowOf, stateWord } from "@/e2e/cluster/fleet-pages";
import { Stage } from "@/e2e/cluster/stage";
import { expectHeading, expectStatement } from "@/e2e/statements";

const NAME = "checkout-10.30.0.1-vpc-2";

test("group-deleted: the entries go with their group, and come back as others when it is back", async ({ scenario, namespace, visit, listenTo, latencies }) => {
  const play = scenario("group-deleted");
  await play.step("kubectl apply");
  const [fleet, groups, group, list] = await Promise.all([
    visit("dashboard", "/"),
    visit("dashboard", `/groups?ns=${namespace}`),
    visit("dashboard", `/c/real/groups/${namespace}/checkout`),
    visit("dashboard", `/entries?ns=${namespace}`),
  ]);
  const loaded = await Promise.all([fleet, groups, group, list].map(loadedAt));
  const writes = await listenTo("entries", namespace);
  const stage = new Stage({ play, list, latencies, writes });
  await stage.turn({ step: "connect", write: [NAME, "registered"], wanted: { row: NAME, has: stateWord("awaiting") } });
  await stage.turn({ step: `health ${namespace}/vm-1`, write: [NAME, "True"], wanted: { row: NAME, has: stateWord("healthy") } });
  await expectHeading(group, "group-serving", { serving: 1, basis: "registered" });
  await expect(rowOf(groups, "checkout").locator(`${stateWord("healthy")}[data-verified="true"]`)).toBeVisible();
  await expect(rowOf(groups, "checkout").locator("[data-serving]").first()).toHaveAttribute("data-serving", "1");
  const entry = await visit("dashboard", (await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href")) ?? "");

  await test.step("the group goes, and its entry with it, while the machine stays connected", async () => {
    await stage.turn({ step: `kubectl -n ${namespace} delete wg checkout`, write: [NAME, "deleted"], wanted: { row: NAME, has: null } });
    await expectHeading(group, "group-gone", { group: "checkout", deleted: true, to: /^\d{13}$/ });
    await expectStatement(group, "deleted-with-group", { count: 1, isCut: false });
    await expect(rowOf(groups, "checkout").locator(stateWord("vanished"))).toBeVisible();
    await expectHeading(entry, "entry-gone", { state: "healthy" });
  });

  await test.step("nothing that the machine says makes it appear", async () => {
    await play.step(`health ${namespace}/vm-1 readiness`);
    await play.step(`disconnect ${namespace}/vm-1`);
    await play.step("connect");
    await play.pass();
    await expect(rowOf(list, NAME)).toHaveCount(0);
    await expectHeading(fleet, "fleet-serving", { serving: 0, unverified: 0 });
  });

  await test.step("the group is back, and its machine is a new entry", async () => {
    await stage.turn({ step: "kubectl apply", write: [NAME, "registered"], wanted: { row: NAME, has: "td" } });
    await expect(rowOf(groups, "checkout")).toHaveCount(1);
    await stage.turn({ step: `health ${namespace}/vm-1`, write: [NAME, "True"], wanted: { row: NAME, has: stateWord("healthy") } });
    await expectEntryRow(list, NAME, { state: "healthy", verified: true });
    await expectHeading(group, "group-serving", { serving: 1, basis: "registered" });
    await expectHeading(entry, "entry-gone", { state: "healthy" });
  });

  const left = await stage.turn({ step: `disconnect ${namespace}/vm-1`, write: [NAME, "disconnected"], wanted: { row: NAME, has: stateWord("reconnecting") } });
  await stage.later([NAME, "deleted"], left.at, { row: NAME, has: null });
  await expectHeading(group, "group-serving", { serving: 0, registered: 0 });
  await expectHeading(group, "group-losses", { lost: 1, recorded: 1, unhealthy: 0, others: 0 });

  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all([fleet, groups, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
  latencies.expectPrompt();
});
