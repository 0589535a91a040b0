import { expect, test } from "@/e2e/cluster/fixtures";
import { expectCells, expectHeadline, expectWords, rowOf } from "@/e2e/cluster/fleet-pages";
import { lapsesOf } from "@/e2e/cluster/sighting";
import { Stage } from "@/e2e/cluster/stage";

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
  for (const name of [ALIVE, DEAD]) await expectCells(list, name, ["Healthy", "istiod-a"]);
  const entry = await visit("dashboard", (await rowOf(list, DEAD).getByRole("link", { name: DEAD }).getAttribute("href")) ?? "");

  await play.step("lose-istiod a");
  await play.step(`disconnect ${namespace}/vm-2`);
  const writes = await listenTo("pods", "istio-system");
  const stage = new Stage({ play, list, latencies, writes });
  await stage.turn({
    step: "start-istiod a",
    write: ["istiod-a", "restarted"],
    wanted: { row: DEAD, words: ["Unverified", "istiod-a restarted after this connection began"] },
  });
  const lapses = await lapsesOf(list, DEAD, "Unverified");
  await expectHeadline(entry, "Nobody can vouch for this machine. Istio still lists it as Healthy, but istiod-a restarted after this connection began.");
  await expect(rowOf(list, ALIVE), "the machine that lives is connected again").toContainText(/Healthy/, { timeout: 20_000 });
  await expectHeadline(group, "1 serving. 1 unverified machine.");
  await expectWords(group, "1 machine that nobody can vouch for");

  await play.step(`disconnect ${namespace}/vm-1`);
  await expect(rowOf(list, ALIVE)).toHaveCount(0, { timeout: 20_000 });
  await play.step(`kubectl -n ${namespace} get we`);
  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await realCluster.kubectl(`-n ${namespace} get we ${DEAD} -o jsonpath='{.status.conditions[0].status}'`), "Istio still calls it Healthy").toBe("True");
  await expectCells(list, DEAD, ["Unverified"]);
  await expectHeadline(group, /^0 serving\. One machine vanished at [\d:]+, one more is in trouble\.$/);
  expect(await lapses(), "it never read anything else since").toEqual([]);
});
