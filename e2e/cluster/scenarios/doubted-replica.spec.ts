import { expect, test } from "@/e2e/cluster/fixtures";
import { expectEntryRow, expectServingAlone, iconColour, loadedAt, rowOf, stateWord } from "@/e2e/cluster/fleet-pages";
import { expectHeading, expectStatement } from "@/e2e/statements";

const NAME = "checkout-10.30.0.1-vpc-2";

test("doubted replica: a machine is not verified on an unready Pod, and unverified on a silent Node or on a Pod that outlives its deletion", async ({
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
  await expectEntryRow(list, NAME, { state: "healthy", verified: true, replica: "istiod-a" });
  const green = await iconColour(list, NAME);
  const entry = await visit("dashboard", (await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href")) ?? "");

  await test.step("a Pod that is not ready removes the green, and its machines still serve", async () => {
    await realCluster.control("POST", "/replicas/a?notready");
    await expectEntryRow(list, NAME, { state: "healthy", verified: false, reason: "replica-not-ready" });
    expect(await iconColour(list, NAME), "not green").not.toBe(green);
    await expectHeading(entry, "entry-traffic", { state: "healthy", verified: false, reason: "replica-not-ready", services: [], selectedBy: 0 });
    await expect(entry.locator('[data-ready-reason="ContainersNotReady"]')).toBeVisible();
    await expectServingAlone(group, 1);
    await expectHeading(fleet, "fleet-serving", { serving: 2, basis: "registered" });
    await realCluster.control("POST", "/replicas/a?ready");
    await expectEntryRow(list, NAME, { state: "healthy", verified: true, replica: "istiod-a" });
  });

  await test.step("a Node that stops reporting holds no connection", async () => {
    await realCluster.control("POST", "/nodes/node-1?unknown");
    await expectEntryRow(list, NAME, { state: "unverified" });
    await expectEntryRow(list, NAME, { state: "unverified", reason: "node-silent", replica: "istiod-a" });
    await expectHeading(entry, "entry-traffic", { state: "unverified", reason: "node-silent", replica: "istiod-a", serving: "yes-checked" });
    await expectHeading(group, "group-serving", { serving: 0, basis: "registered" });
    await expectStatement(fleet, "machines-unverified", { count: 1 });
    await expectStatement(fleet, "istiod-connections", { replicas: 1, connections: 1 });
    await realCluster.control("POST", "/nodes/node-1?ready");
    await expectEntryRow(list, NAME, { state: "healthy", verified: true, replica: "istiod-a" });
    await expectServingAlone(group, 1);
  });

  // Its kubelet does not answer, so the end of the replica is not orderly, and no machine is expected to reconnect.
  await test.step("a Pod that terminates runs until its deletion is over, by the clock alone", async () => {
    await realCluster.control("POST", "/replicas/a?terminating");
    const deletion = await realCluster.kubectl("-n istio-system get pod istiod-a -o jsonpath='{.metadata.deletionTimestamp}'");
    await expect(entry.locator("[data-deleting-at]")).toHaveAttribute("data-deleting-at", String(Date.parse(deletion)));
    await expectEntryRow(list, NAME, { state: "healthy", verified: true, replica: "istiod-a" });
    await expect(rowOf(list, NAME).locator(stateWord("unverified")).first()).toBeVisible({ timeout: 45_000 });
    expect(Math.abs(Date.now() - Date.parse(deletion)), "milliseconds from the end of the deletion").toBeLessThan(3_000);
    await expectEntryRow(list, NAME, { state: "unverified", reason: "past-deletion" });
    await expectHeading(group, "group-serving", { serving: 0, basis: "registered" });
  });

  expect(await realCluster.kubectl(`-n ${namespace} get we ${NAME} -o jsonpath='{.status.conditions[0].status}'`), "Istio still calls it Healthy").toBe("True");
  expect(await Promise.all([fleet, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
});
