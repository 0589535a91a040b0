import { expect, test } from "@/e2e/cluster/fixtures";
import { expectEntryRow, expectServingAlone, iconColour, loadedAt, rowOf, stateWord, whyWithMessage } from "@/e2e/cluster/fleet-pages";
import { Stage } from "@/e2e/cluster/stage";
import { expectHeading, expectStatement } from "@/e2e/statements";

const NAME = "checkout-10.20.0.11-vpc-2";
const PATHS = ["/", "/groups", "/entries", "/c/real/groups/shop/checkout", "/api/search?q=1", "/api/search?q=checkout"];
/** What exists in other namespaces: their names, groups, entries and addresses. That of istiod is a setting, and no secret. */
const FOREIGN = /\bplay\b|\blegacy\b|hand-written|10\.30\.|\/plain\b|>plain<|plain-\d/;

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
  await expectHeading(groups, "groups-listed", { total: 1, matched: 1 });
  await expectServingAlone(group, 0);
  const stage = new Stage({ play, list, latencies, writes: await listenTo("entries", "shop") });

  await stage.turn({ step: "connect", write: [NAME, "registered"], wanted: { row: NAME, has: stateWord("awaiting") } });
  const entry = await visit("team-shop", (await rowOf(list, NAME).getByRole("link", { name: NAME }).getAttribute("href")) ?? "");
  await expectHeading(entry, "entry-traffic", { state: "awaiting", serving: "no-awaiting" });

  await test.step("healthy by the word of a replica that this team cannot see", async () => {
    await stage.turn({
      step: "health shop/vm-1",
      write: [NAME, "True"],
      wanted: { row: NAME, has: `${stateWord("healthy")}[data-reason="replica-not-visible"]` },
    });
    await expectEntryRow(list, NAME, { state: "healthy", verified: false, reason: "replica-not-visible" });
    const row = rowOf(groups, "checkout");
    await expect(row.locator("[data-serving]").first()).toHaveAttribute("data-serving", "1");
    await expect(row.locator(`${stateWord("healthy")}[data-verified="false"][data-reason="replica-not-visible"]`)).toBeVisible();
    await expectHeading(fleet, "fleet-registered", { registered: 1, serving: 1, total: 1, namespace: "istio-system" });
    await expectStatement(fleet, "fleet-size", { groups: 1, namespaces: 1 });
    await expectStatement(fleet, "istiod-connections", { replicas: null, connections: 1 });
    await expectHeading(entry, "entry-traffic", {
      state: "healthy",
      verified: false,
      reason: "replica-not-visible",
      replica: "istiod-a",
      connectedAt: /^\d{13}$/,
    });
    await expectStatement(entry, "entry-next", { action: "renew", assumed: true });
    await expect(entry.locator('[data-replicas="denied"]')).toBeVisible();
    await expectEntryRow(whole, NAME, { state: "healthy", verified: true });
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
    await expectStatement(list, "entries-matched", { matched: 1, total: 1, sort: "" });
    const stranger = await visit("team-shop", `/c/real/groups/${namespace}/checkout`, "missing");
    await expectHeading(stranger, "group-gone", { group: "checkout", deleted: false, past: false });
    await expect(stranger.locator('[data-notice="not-found"]')).toBeVisible();
    await stranger.close();
  });

  await stage.turn({ step: "health shop/vm-1 readiness", write: [NAME, "False"], wanted: { row: NAME, has: whyWithMessage("readiness probe failed: 503") } });
  await expectHeading(group, "group-serving", { serving: 0, basis: "registered" });
  await expectHeading(group, "group-trouble", { unhealthy: 1 });
  await expectEntryRow(group, NAME, { state: "unhealthy", message: "readiness probe failed: 503" });
  await expectHeading(fleet, "fleet-registered", { registered: 1, serving: 0, total: 1, namespace: "istio-system" });
  await expectHeading(fleet, "fleet-worst-group", { group: "checkout", unhealthy: 1, missing: 0 });

  const left = await stage.turn({ step: "disconnect shop/vm-1", write: [NAME, "disconnected"], wanted: { row: NAME, has: stateWord("unhealthy") } });
  await expectHeading(entry, "entry-traffic", { state: "unhealthy", serving: "no-unhealthy", connection: /^(reconnecting|disconnected)$/ });
  await expectStatement(entry, "entry-next", { action: "delete" });
  await stage.later([NAME, "deleted"], left.at, { row: NAME, has: null });
  await expectHeading(entry, "entry-gone", { state: "unhealthy" });

  await play.step("kubectl -n shop delete wg checkout");
  await expectHeading(group, "group-gone", { group: "checkout", deleted: true, to: /^\d{13}$/ });
  await expectHeading(fleet, "fleet-registered", { registered: 0 });
  expect(play.isOver, "every step of the file was played").toBe(true);
  expect(await Promise.all([fleet, groups, group, list].map(loadedAt)), "no page was loaded again").toEqual(loaded);
  latencies.expectPrompt();
});
