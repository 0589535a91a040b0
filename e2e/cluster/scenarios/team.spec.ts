import { expect, test } from "@/e2e/cluster/fixtures";
import { expectCells, expectHeadline, expectWords, iconColour, loadedAt, rowOf } from "@/e2e/cluster/fleet-pages";
import { Stage } from "@/e2e/cluster/stage";

const NAME = "checkout-10.20.0.11-vpc-2";
const PATHS = ["/", "/groups", "/entries", "/c/real/groups/shop/checkout", "/api/search?q=1", "/api/search?q=checkout"];
/** What exists in other namespaces: their names, groups, entries and addresses. That of istiod is a setting, and no secret. */
const FOREIGN = /\bplay\b|\blegacy\b|hand-written|10\.30\.|plain/;

test("team-shop has a full product in its namespace, and nothing of any other", async ({
  scenario,
  namespace,
  visit,
  dashboardOf,
  listenTo,
  latencies,
  request,
}) => {
  const others = scenario("lifecycle");
  for (const step of ["kubectl apply", "connect", "connect", `health ${namespace}/vm-1`]) await others.step(step);
  const play = scenario("team");
  await play.step("kubectl apply");

  const [fleet, groups, group, list, whole] = await Promise.all([
    visit("team-shop", "/"),
    visit("team-shop", "/groups"),
    visit("team-shop", "/c/real/groups/shop/checkout"),
    visit("team-shop", "/entries"),
    visit("dashboard", "/entries?ns=shop"),
  ]);
  const loaded = await Promise.all([fleet, groups, group, list].map(loadedAt));
  await expectHeadline(groups, "1 group");
  await expectHeadline(group, "No machine is registered.");
  const stage = new Stage({ play, list, latencies, writes: await listenTo("entries", "shop") });

  await stage.turn({ step: "connect", write: [NAME, "registered"], wanted: { row: NAME, words: ["Awaiting first probe"] } });
  const entry = await visit("team-shop", (await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href")) ?? "");
  await expectHeadline(entry, "This machine waits for its first health report. Istio sends it no traffic.");

  await test.step("healthy by the word of a replica that this team cannot see", async () => {
    await stage.turn({ step: "health shop/vm-1", write: [NAME, "True"], wanted: { row: NAME, words: ["Healthy, replica not visible"] } });
    await expectCells(list, NAME, ["Healthy, replica not visible", "replica not visible"]);
    await expectCells(groups, "checkout", ["1 serving", "Healthy, replica not visible"]);
    await expectHeadline(fleet, "1 serving.");
    await expectWords(fleet, "1 group in 1 namespace", "1 connection, held by istiod replicas that are not visible");
    await expectHeadline(
      entry,
      /^This machine is reported healthy, but its replica is not visible\. (No host selects it|It may get traffic from hosts that select it)\. It has been connected to istiod-a for \d+ s\.$/,
    );
    await expectWords(entry, "The time rests on an assumed value.", "istiod's Pods are not visible with these rights");
    await expectCells(whole, NAME, ["Healthy"]);
    const green = await iconColour(whole, NAME);
    for (const [page, row] of [
      [list, NAME],
      [group, NAME],
      [groups, "checkout"],
    ] as const)
      expect(await iconColour(page, row), "not green").not.toBe(green);
  });

  await test.step("nothing of other namespaces in any page, answer or count", async () => {
    const { address } = await dashboardOf("team-shop");
    for (const path of PATHS) {
      const answer = await request.get(`${address}${path}`);
      expect(answer.status(), path).toBe(200);
      expect(FOREIGN.exec(await answer.text())?.[0] ?? "nothing foreign", path).toBe("nothing foreign");
    }
    for (const page of [fleet, groups, group, list, entry])
      expect(FOREIGN.exec(await page.content())?.[0] ?? "nothing foreign", page.url()).toBe("nothing foreign");
    await expect(list.getByRole("status").filter({ hasText: "worst first" })).toHaveText("1 of 1 · worst first");
    const stranger = await visit("team-shop", `/c/real/groups/${namespace}/checkout`, "missing");
    await expectHeadline(stranger, "No such group can be seen.");
    await expectWords(stranger, "It does not exist, or it is not visible to you");
    await stranger.close();
  });

  await stage.turn({ step: "health shop/vm-1 readiness", write: [NAME, "False"], wanted: { row: NAME, words: ["Unhealthy", "readiness probe failed: 503"] } });
  await expectHeadline(group, "0 serving. 1 unhealthy machine.");
  await expectCells(group, NAME, ["Unhealthy", "readiness probe failed: 503"]);
  await expectHeadline(fleet, "0 serving. checkout has 1 unhealthy machine.");

  const left = await stage.turn({ step: "disconnect shop/vm-1", write: [NAME, "disconnected"], wanted: { row: NAME, words: ["Unhealthy"] } });
  await expectHeadline(entry, "This machine fails its health check. Istio sends it no traffic. It is not connected either.");
  await expectWords(entry, "deletes the entry, unless the machine is back before");
  await stage.later([NAME, "deleted"], left.at, { row: NAME, words: null });
  await expectHeadline(entry, "This entry is not in the API any more. It was unhealthy when last seen.");

  await play.step("kubectl -n shop delete wg checkout");
  await expectHeadline(group, /^This group was deleted (at|between) [\d:]+/);
  await expectHeadline(fleet, "No machine yet.");
  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all([fleet, groups, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
  latencies.expectPrompt();
});
