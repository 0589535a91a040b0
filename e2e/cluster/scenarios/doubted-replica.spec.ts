import { expect, test } from "@/e2e/cluster/fixtures";
import { expectCells, expectHeadline, expectWords, iconColour, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";

const NAME = "checkout-10.30.0.1-vpc-2";

test("doubted replica: not ready is a doubt; a silent Node and a deletion that is over are a replica that does not run", async ({
  realCluster,
  scenario,
  namespace,
  visit,
}) => {
  // Of the file it plays the beginning: a machine comes and is healthy. What happens to its replica is this test's own.
  const play = scenario("lifecycle");
  await play.step("kubectl apply");
  const [fleet, group, list] = await Promise.all([
    visit("dashboard", "/"),
    visit("dashboard", `/c/real/groups/${namespace}/checkout`),
    visit("dashboard", `/entries?ns=${namespace}`),
  ]);
  const loaded = await Promise.all([fleet, group, list].map(loadedAt));
  for (const _ of ["vm-1", "vm-2"]) await play.step("connect");
  await play.step(`health ${namespace}/vm-1`);
  await expectCells(list, NAME, ["Healthy", "istiod-a"]);
  const green = await iconColour(list, NAME);
  const entry = await visit("dashboard", (await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href")) ?? "");

  await test.step("a Pod that is not ready takes the green, and nobody from the serving", async () => {
    await realCluster.control("POST", "/replicas/a?notready");
    await expectCells(list, NAME, ["Healthy, replica not ready", "istiod-a is not ready"]);
    expect(await iconColour(list, NAME), "not green").not.toBe(green);
    await expectHeadline(entry, /^This machine is reported healthy, but its replica is not ready\. No host selects it\./);
    await expectWords(entry, "istiod-a is not ready (ContainersNotReady)");
    await expectHeadline(group, "1 serving.");
    await expectHeadline(fleet, /^2 serving\./);
    await realCluster.control("POST", "/replicas/a?ready");
    await expectCells(list, NAME, ["Healthy", "istiod-a"]);
  });

  await test.step("a Node that stops reporting holds no connection", async () => {
    await realCluster.control("POST", "/nodes/node-1?unknown");
    await expectCells(list, NAME, ["Unverified"]);
    await expect(rowOf(list, NAME)).toContainText("istiod-a is on a Node that has stopped reporting");
    await expectHeadline(entry, "Nobody can vouch for this machine. Istio still lists it as Healthy, but istiod-a is on a Node that has stopped reporting.");
    await expectHeadline(group, /^0 serving\./);
    await expectWords(fleet, "1 machine that nobody can vouch for", "1 istiod replica holds 1 connection");
    await realCluster.control("POST", "/nodes/node-1?ready");
    await expectCells(list, NAME, ["Healthy", "istiod-a"]);
    await expectHeadline(group, "1 serving.");
  });

  await test.step("a Pod that terminates runs until its deletion is over, by the clock alone", async () => {
    await realCluster.control("POST", "/replicas/a?terminating");
    const deletion = await realCluster.kubectl("-n istio-system get pod istiod-a -o jsonpath='{.metadata.deletionTimestamp}'");
    await expectWords(entry, "its Pod is being deleted and has to be gone by");
    await expectCells(list, NAME, ["Healthy", "istiod-a"]);
    await expect(rowOf(list, NAME).locator("[data-state-word]")).toHaveText("Unverified", { timeout: 45_000 });
    expect(Math.abs(Date.now() - Date.parse(deletion)), "milliseconds from the end of the deletion").toBeLessThan(3_000);
    await expect(rowOf(list, NAME)).toContainText("its Pod is past its deletion");
    await expectHeadline(group, /^0 serving\./);
  });

  expect(await realCluster.kubectl(`-n ${namespace} get we ${NAME} -o jsonpath='{.status.conditions[0].status}'`), "Istio still calls it Healthy").toBe("True");
  expect(await Promise.all([fleet, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
});
