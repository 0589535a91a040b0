import { expect, test } from "@/e2e/cluster/fixtures";
import { expectCells, expectHeadline, expectWords, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { lapsesOf } from "@/e2e/cluster/sighting";
import { Stage } from "@/e2e/cluster/stage";

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
  for (const name of [ALIVE, DEAD]) await expectCells(list, name, ["Healthy", "istiod-a"]);
  const entry = await visit("dashboard", (await rowOf(list, DEAD).getByRole("link", { name: DEAD }).getAttribute("href")) ?? "");
  await expectHeadline(group, /^2 serving\./);

  await play.step("lose-istiod a");
  await play.step(`disconnect ${namespace}/vm-2`);
  await expect(rowOf(list, ALIVE), "the machine that lives finds the other replica").toContainText("istiod-b", { timeout: 25_000 });
  await expectCells(list, ALIVE, ["Healthy", "istiod-b"]);

  const writes = await listenTo("pods", "istio-system");
  const stage = new Stage({ play, list, latencies, writes });
  await stage.turn({
    step: "kubectl -n istio-system delete pod",
    write: ["istiod-a", "deleted"],
    wanted: { row: DEAD, words: ["Unverified", "istiod-a is gone"] },
  });
  const lapses = await lapsesOf(list, DEAD, "Unverified");
  // The other replica was there before, so nothing was rolled out.
  await expectUnverified();

  await play.step("start-istiod a");
  await test.step("a replica of the same name does not hold it", async () => {
    await expect(rowOf(list, DEAD)).toContainText("istiod-a restarted after this connection began", { timeout: 20_000 });
    await expectUnverified();
    await expectHeadline(entry, "Nobody can vouch for this machine. Istio still lists it as Healthy, but istiod-a restarted after this connection began.");
    await expectWords(entry, "sweeps the entry away", "yes: the health gate is on and the condition is True, and nothing has removed it");
    await expectCells(list, ALIVE, ["Healthy"]);
  });

  await play.step(`disconnect ${namespace}/vm-1`);
  await expectCells(list, ALIVE, ["Reconnecting"]);
  await expect(rowOf(list, ALIVE)).toHaveCount(0, { timeout: 20_000 });
  await play.step(`kubectl -n ${namespace} get we`);
  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await realCluster.kubectl(`-n ${namespace} get we ${DEAD} -o jsonpath='{.status.conditions[0].status}'`), "Istio still calls it Healthy").toBe("True");
  await expectCells(list, DEAD, ["Unverified"]);
  await expectHeadline(group, /^0 serving\. One machine vanished at [\d:]+, one more is in trouble\.$/);
  await expectWords(group, "1 machine that nobody can vouch for");
  expect(await lapses(), "it never read anything else since").toEqual([]);
  expect(await Promise.all([fleet, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);

  async function expectUnverified() {
    await expectCells(list, DEAD, ["Unverified"]);
    await expectHeadline(group, "1 serving. 1 unverified machine.");
    await expectWords(group, "1 machine that nobody can vouch for");
    await expectHeadline(fleet, "1 serving; 1 more is in doubt. checkout has 1 unverified machine.");
    await expectWords(fleet, /· \d istiod replicas? holds? 1 connection ·.*· 1 machine that nobody can vouch for/);
    await expectCells(fleet, `${namespace} / checkout`, ["Unverified"]);
  }
});
