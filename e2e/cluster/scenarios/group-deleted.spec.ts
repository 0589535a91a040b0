import { expect, test } from "@/e2e/cluster/fixtures";
import { expectCells, expectHeadline, expectWords, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { Stage } from "@/e2e/cluster/stage";

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
  await stage.turn({ step: "connect", write: [NAME, "registered"], wanted: { row: NAME, words: ["Awaiting first probe"] } });
  await stage.turn({ step: `health ${namespace}/vm-1`, write: [NAME, "True"], wanted: { row: NAME, words: ["Healthy"] } });
  await expectHeadline(group, /^1 serving\./);
  await expectCells(groups, "checkout", ["1 serving", "All serve"]);
  const entry = await visit("dashboard", (await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href")) ?? "");

  await test.step("the group goes, and its entry with it, while the machine stays connected", async () => {
    await stage.turn({ step: `kubectl -n ${namespace} delete wg checkout`, write: [NAME, "deleted"], wanted: { row: NAME, words: null } });
    await expectHeadline(group, /^This group was deleted (at|between) [\d:]+/);
    await expectWords(group, "1 machine was deleted with it", "Kubernetes deletes the entries that it owns, while their machines stay connected");
    await expect(rowOf(groups, "checkout")).toHaveCount(0);
    await expectHeadline(entry, "This entry is not in the API any more. It was healthy when last seen.");
  });

  await test.step("nothing that the machine says makes it appear", async () => {
    await play.step(`health ${namespace}/vm-1 readiness`);
    await play.step(`disconnect ${namespace}/vm-1`);
    await play.step("connect");
    await play.pass();
    await expect(rowOf(list, NAME)).toHaveCount(0);
    await expectHeadline(fleet, "0 serving.");
  });

  await test.step("the group is back, and its machine is a new entry", async () => {
    await stage.turn({ step: "kubectl apply", write: [NAME, "registered"], wanted: { row: NAME, words: [NAME] } });
    await expect(rowOf(groups, "checkout")).toHaveCount(1);
    await stage.turn({ step: `health ${namespace}/vm-1`, write: [NAME, "True"], wanted: { row: NAME, words: ["Healthy"] } });
    await expectCells(list, NAME, ["Healthy"]);
    await expectHeadline(group, /^1 serving\./);
    await expectHeadline(entry, "This entry is not in the API any more. It was healthy when last seen.");
  });

  const left = await stage.turn({ step: `disconnect ${namespace}/vm-1`, write: [NAME, "disconnected"], wanted: { row: NAME, words: ["Reconnecting"] } });
  await stage.later([NAME, "deleted"], left.at, { row: NAME, words: null });
  await expectHeadline(group, /^No machine is registered\. One machine vanished at [\d:]+\.$/);

  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all([fleet, groups, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
  latencies.expectPrompt();
});
