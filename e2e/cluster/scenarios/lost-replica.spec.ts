import { expect, test } from "@/e2e/cluster/fixtures";
import { expectEntryRow, loadedAt, rowOf, stateWord } from "@/e2e/cluster/fleet-pages";
import { lapsesOf } from "@/e2e/cluster/sighting";
import { Stage } from "@/e2e/cluster/stage";
import { expectHeading, expectStatement } from "@/e2e/statements";

const ALIVE = "checkout-10.30.0.1-vpc-2";
const DEAD = "checkout-10.30.0.2-vpc-2";

test("lost-replica: a machine that died with its replica, which Istio still calls Healthy, is Unverified once the Pod is gone, and stays so", async ({
  realCluster,
  scenario,
  namespace,
  visit,
  listenTo,
  latencies,
}) => {
  const play = scenario("lost-replica");
  await play.step("kubectl apply");
  const [fleet, group, list] = await Promise.all([
    visit("dashboard", "/"),
    visit("dashboard", `/c/real/groups/${namespace}/checkout`),
    visit("dashboard", `/entries?ns=${namespace}`),
  ]);
  const loaded = await Promise.all([fleet, group, list].map(loadedAt));
  for (const _ of [ALIVE, DEAD]) await play.step("connect");
  for (const vm of ["vm-1", "vm-2"]) await play.step(`health ${namespace}/${vm}`);
  for (const name of [ALIVE, DEAD]) await expectEntryRow(list, name, { state: "healthy", verified: true, replica: "istiod-a" });
  const entry = await visit("dashboard", (await rowOf(list, DEAD).getByRole("link", { name: DEAD }).getAttribute("href")) ?? "");
  await expectHeading(group, "group-serving", { serving: 2, basis: "registered" });

  await play.step("lose-istiod a");
  await play.step(`disconnect ${namespace}/vm-2`);
  await expect(rowOf(list, ALIVE).locator('[data-column="replica"]'), "the other machine finds the other replica").toHaveAccessibleName("istiod-b", {
    timeout: 25_000,
  });
  await expectEntryRow(list, ALIVE, { state: "healthy", verified: true, replica: "istiod-b" });

  const writes = await listenTo("pods", "istio-system");
  const stage = new Stage({ play, list, latencies, writes });
  await stage.turn({
    step: "kubectl -n istio-system delete pod",
    write: ["istiod-a", "deleted"],
    wanted: { row: DEAD, has: '[data-statement="entry-why"][data-state="unverified"][data-reason="no-such-pod"]' },
  });
  const lapses = await lapsesOf(list, DEAD, "unverified");
  // The other replica was there before, so this is no rollout.
  await expectUnverified();

  await play.step("start-istiod a");
  await test.step("a replica of the same name does not hold it", async () => {
    await expectStatement(rowOf(list, DEAD), "entry-why", { state: "unverified", reason: "restarted", replica: "istiod-a" });
    await expectUnverified();
    await expectHeading(entry, "entry-traffic", { state: "unverified", reason: "restarted", replica: "istiod-a", serving: "yes-checked" });
    await expectStatement(entry, "entry-next", { action: "sweep" });
    await expectEntryRow(list, ALIVE, { state: "healthy", verified: true });
  });

  await play.step(`disconnect ${namespace}/vm-1`);
  await expectEntryRow(list, ALIVE, { state: "reconnecting" });
  await expect(rowOf(list, ALIVE)).toHaveCount(0, { timeout: 20_000 });
  await play.step(`kubectl -n ${namespace} get we`);
  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await realCluster.kubectl(`-n ${namespace} get we ${DEAD} -o jsonpath='{.status.conditions[0].status}'`), "Istio still calls it Healthy").toBe("True");
  await expectEntryRow(list, DEAD, { state: "unverified" });
  await expectHeading(group, "group-serving", { serving: 0, registered: 1 });
  await expectHeading(group, "group-losses", { lost: 1, recorded: 1, unhealthy: 0, others: 1 });
  expect(await lapses(), "it had no other state since").toEqual([]);
  expect(await Promise.all([fleet, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);

  async function expectUnverified() {
    await expectEntryRow(list, DEAD, { state: "unverified" });
    await expectHeading(group, "group-serving", { serving: 1, basis: "registered" });
    await expectHeading(group, "group-trouble", { unverified: 1 });
    await expectHeading(fleet, "fleet-serving", { serving: 1, unverified: 1 });
    await expectHeading(fleet, "fleet-worst-machine", { machine: DEAD, word: "unverified" });
    await expectStatement(fleet, "istiod-connections", { replicas: /^\d$/, connections: 1 });
    await expectStatement(fleet, "machines-unverified", { count: 1 });
    await expect(rowOf(fleet, `${namespace} / checkout`).locator(stateWord("unverified"))).toBeVisible();
  }
});
