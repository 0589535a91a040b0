import { expect, test } from "@/e2e/cluster/fixtures";
import { expectEntryRow, rowOf, stateWord } from "@/e2e/cluster/fleet-pages";
import { lapsesOf } from "@/e2e/cluster/sighting";
import { Stage } from "@/e2e/cluster/stage";
import { expectHeading } from "@/e2e/statements";

const ALIVE = "checkout-10.30.0.1-vpc-2";
const DEAD = "checkout-10.30.0.2-vpc-2";

test("crash: a machine that died with a replica which restarts in the same Pod is Unverified from the restart on", async ({
  realCluster,
  scenario,
  namespace,
  visit,
  listenTo,
  latencies,
}) => {
  const play = scenario("crash");
  await play.step("kubectl apply");
  const [group, list] = await Promise.all([visit("dashboard", `/c/real/groups/${namespace}/checkout`), visit("dashboard", `/entries?ns=${namespace}`)]);
  for (const _ of [ALIVE, DEAD]) await play.step("connect");
  for (const vm of ["vm-1", "vm-2"]) await play.step(`health ${namespace}/${vm}`);
  for (const name of [ALIVE, DEAD]) await expectEntryRow(list, name, { state: "healthy", verified: true, replica: "istiod-a" });
  const entry = await visit("dashboard", (await rowOf(list, DEAD).getByRole("link", { name: DEAD }).getAttribute("href")) ?? "");

  await play.step("lose-istiod a");
  await play.step(`disconnect ${namespace}/vm-2`);
  const writes = await listenTo("pods", "istio-system");
  const stage = new Stage({ play, list, latencies, writes });
  await stage.turn({
    step: "start-istiod a",
    write: ["istiod-a", "restarted"],
    wanted: { row: DEAD, has: '[data-statement="entry-why"][data-state="unverified"][data-reason="restarted"]' },
  });
  const lapses = await lapsesOf(list, DEAD, "unverified");
  await expectHeading(entry, "entry-traffic", { state: "unverified", reason: "restarted", replica: "istiod-a", serving: "yes-checked" });
  await expect(rowOf(list, ALIVE).locator(stateWord("healthy")).first(), "the other machine is connected again").toBeVisible({ timeout: 20_000 });
  await expectHeading(group, "group-serving", { serving: 1, basis: "registered" });
  await expectHeading(group, "group-trouble", { unverified: 1 });

  await play.step(`disconnect ${namespace}/vm-1`);
  await expect(rowOf(list, ALIVE)).toHaveCount(0, { timeout: 20_000 });
  await play.step(`kubectl -n ${namespace} get we`);
  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await realCluster.kubectl(`-n ${namespace} get we ${DEAD} -o jsonpath='{.status.conditions[0].status}'`), "Istio still calls it Healthy").toBe("True");
  await expectEntryRow(list, DEAD, { state: "unverified" });
  await expectHeading(group, "group-serving", { serving: 0, registered: 1 });
  await expectHeading(group, "group-losses", { lost: 1, recorded: 1, unhealthy: 0, others: 1 });
  expect(await lapses(), "it had no other state since").toEqual([]);
});
