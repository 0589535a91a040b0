import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage } from "./fleet";
import { pastBanner } from "./freshness";
import { eventRows, groupsAt, happened, laneRows, told, untilRecorded, untilWell } from "./history";
import { LINK } from "./labels";
import { expectHeading, expectStatement, statementOf } from "./statements";
import { unfold } from "./unfold";

// The pages after each of the demo's incidents, at half the speed of other journeys.
test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "3", "--speed", "2"], settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" } },
});

test.beforeEach(async ({ house }) => {
  await untilRecorded(house.address);
});

test.afterEach(({ house }) => house.control("POST", "/scenario/steady"));

test("zone outage: the group states the lost machines and their common zone, and each of them keeps a page", { tag: "@zone-outage" }, async ({
  page,
  house,
}) => {
  await house.control("POST", "/scenario/zone-outage");
  const [locality = ""] = await told(house, /(\S+) goes dark with \d+ machines/);
  const zone = locality.split("/")[1] ?? "";
  await page.goto(groupPage("shop", "storefront"));
  // istiod notices a machine that dies with its zone by its missing keep-alive, half a minute later.
  await expectStatement(page, "group-losses", { group: "storefront", trait: "zone", value: zone }, { timeout: 90_000 });
  const lost = await unfold(page, "lost");
  const share = lost.locator(`[data-trait="zone"][data-value="${zone}"]`);
  const { lost: inZone } = await share.evaluate((item) => ({ ...item.dataset }));
  await expectStatement(lost, "lost-compared", { lost: inZone ?? "" });
  const first = lost.locator("li[data-machine]").first();
  await expectStatement(first, "entry-ended", { cause: "left", disconnectedAt: /^\d+$/, endedAt: /^\d+$/ });

  await first.getByRole("link").first().click();
  await expectHeading(page, "entry-gone", { state: /^(reconnecting|disconnected)$/ });
  await expectStatement(page, "entry-ended", { cause: "left", disconnectedAt: /^\d+$/, endedAt: /^\d+$/ });
  const facts = page.locator('[data-section="last-seen"]');
  await expect(facts.locator('[data-fact="locality"]')).toContainText(locality);
  const ended = statementOf(page, "entry-ended");
  const { disconnectedAt, endedAt } = await ended.evaluate((node) => ({ ...(node as HTMLElement).dataset }));
  await expect(facts.locator('[data-fact="disconnected"] time')).toHaveAttribute("datetime", isoOf(disconnectedAt));
  await expect(facts.locator('[data-fact="deleted"] time').last()).toHaveAttribute("datetime", isoOf(endedAt));
  await facts.getByRole("link", { name: LINK.itsPageAsItWasThen }).click();
  const at = Number(await pastBanner(page).getAttribute("data-at"));
  expect(at, "before the entry ended").toBeLessThan(Number(endedAt));
  expect(at, "after the machine left").toBeGreaterThanOrEqual(Number(disconnectedAt));
  await expectHeading(page, "entry-traffic", { state: /^(reconnecting|disconnected)$/, past: true });

  await page.goto("/activity?type=ended&group=storefront");
  await expect(eventRows(page, { event: "ended", after: "left", group: "shop/storefront" }).first()).toBeVisible();
  await page.goto("/");
  await expect(
    page.locator(`[data-section="incidents"] [data-statement="incident-title"][data-values~="${zone}"]`).filter({ visible: true }).first(),
  ).toBeVisible();
});

test("istiod rollout: connections move to another replica, and no machine is lost or unhealthy", { tag: "@istiod-rollout" }, async ({
  page,
  house,
  cluster,
}) => {
  // A group in another cloud than the zone that went dark.
  const [victim] = await entriesOf(cluster, "logistics", "warehouse-picking");
  const name = victim?.metadata.name ?? "";
  const before = victim?.metadata.annotations?.["istio.io/workloadController"] ?? "";
  await house.control("POST", "/scenario/istiod-rollout");
  await told(house, new RegExp(`istiod (${before}) ends; its machines move`));
  await page.goto(`${entryPage("logistics", name)}?as=table`);
  const valuesOf = async (lane: string) => (await laneRows(page)).filter((row) => row.lane === lane).map(({ value }) => value);
  await expect.poll(async () => (await valuesOf("connection")).length).toBeGreaterThan(1);
  expect((await valuesOf("connection")).at(-1), "the connection before").toBe(before);
  expect(await valuesOf("existence"), "one entry all the time").toHaveLength(1);
  expect(await valuesOf("health"), "one status all the time").toHaveLength(1);
  await expect(page.locator("[data-flaps]")).toHaveAttribute("data-flaps", "0");

  await page.goto("/activity?type=replica-went&type=replica-came");
  await expect(eventRows(page, { event: "replica-went" }).filter({ hasText: before })).toBeVisible();
  await expect(eventRows(page, { event: "replica-came" }).first()).toHaveAttribute("data-after", /./);
  await page.goto(groupPage("logistics", "warehouse-picking"));
  await expect(page.locator('[data-lane] [data-marks~="istiod"]').first()).toBeVisible();
  await expect(statementOf(await unfold(page, "lost"), "none-lost")).toBeVisible();
});

test("flapping: the machine's page counts its flaps, and the log has the message of the probe", { tag: "@flapping" }, async ({ page, house }) => {
  await house.control("POST", "/scenario/flapping");
  const undecided = async () => {
    const falls = (await happened(house.address, "type=health&limit=500")).filter(({ to }) => to === "False");
    const all = falls.flatMap(({ namespace, names }) => names.map((name) => ({ namespace, name })));
    return all.find((one) => all.filter(({ name }) => name === one.name).length > 1) ?? null;
  };
  await expect.poll(undecided, { timeout: 120_000 }).not.toBeNull();
  const fall = await undecided();
  if (fall === null) throw new Error("No machine flapped.");
  await page.goto(`${entryPage(fall.namespace, fall.name)}?as=table`);
  await expect(page.locator("[data-flaps]")).toHaveAttribute("data-flaps", /^[1-9]/);
  await expect.poll(async () => (await laneRows(page)).filter(({ lane, value }) => lane === "health" && value === "False").length).toBeGreaterThan(1);
  await expect(page.locator('li[data-state="unhealthy"][data-ms]')).toHaveAttribute("data-ms", /^[1-9]/);
  const search = `type=health&q=${encodeURIComponent(fall.name)}`;
  const message = (await happened(house.address, `${search}&limit=500`)).find(({ to, detail }) => to === "False" && detail !== "")?.detail ?? "";
  expect(message, "the message of the probe").not.toBe("");
  await page.goto(`/activity?${search}`);
  await expect(eventRows(page, { event: "health", after: "False" }).filter({ hasText: message }).first()).toBeVisible();
  await expect(eventRows(page, { event: "health", after: "True" }).first()).toBeVisible();
});

test("bad deploy: the group states how many fail at once, and the band keeps that after the rollback", { tag: "@bad-deploy" }, async ({ page, house }) => {
  await untilWell(house);
  const began = Date.now();
  await house.control("POST", "/scenario/bad-deploy");
  const [count = "", , group = ""] = await told(house, /a bad version reaches (\d+) of (\d+) machines of (\S+)/);
  const fell = async () => (await happened(house.address, `type=health&limit=500&group=${group}`)).filter(({ at, to }) => at > began && to === "False");
  await expect.poll(async () => (await fell()).reduce((sum, one) => sum + one.count, 0), { timeout: 60_000 }).toBe(Number(count));
  const namespace = (await fell())[0]?.namespace ?? "";
  // Expected machines that never registered do not serve either. The window leaves out earlier journeys.
  const missing = (await groupsAt(house.address, began)).find((row) => row.name === group)?.missing ?? 0;
  const worst = page.locator(`[data-statement="band"][data-worst="${Number(count) + missing}"]`);
  const during = `window=${began}-${Date.now()}`;
  await page.goto(`${groupPage(namespace, group)}?${during}`);
  await expectStatement(page, "group-trouble", { unhealthy: count });
  await expect(worst).toBeVisible();
  await page.goto(`/activity?type=health&group=${group}`);
  await expect(eventRows(page, { event: "health", after: "False", group: `${namespace}/${group}` }).first()).toBeVisible();
  await page.goto("/incidents");
  await page.locator("a[data-row-link]").filter({ hasText: group }).first().click();
  await expectHeading(page, "incident-title", { groups: `${namespace}/${group}`, peak: count });
  await expect(page.locator('[data-section="shared-traits"] [data-trait]').first()).toHaveAttribute("data-bad", count);
  await expect(page.locator(`[data-section="incident-groups"] [data-group="${namespace}/${group}"]`)).toBeVisible();
  await expect(page.locator('[data-section="incident-machines"] [data-condition]').first()).toBeVisible();
  await house.control("POST", "/scenario/steady");
  await page.goto(`${groupPage(namespace, group)}?${during}`);
  await expect(page.locator("h1 [data-unhealthy]")).toHaveCount(0);
  await expect(worst, "the band keeps it").toBeVisible();
});

test("reused IP: the address has a new entry in another group, and the old entry is lost", { tag: "@reused-address" }, async ({ page, house }) => {
  const began = Date.now();
  await house.control("POST", "/scenario/reused-ip");
  const [heir = "", replaced = ""] = await told(house, /(\S+) has the address of (\S+)/);
  const lost = async () =>
    (await happened(house.address, "type=ended&limit=100")).find(({ at, count, group }) => at > began && count === 1 && replaced.startsWith(`${group}-`)) ??
    null;
  await expect.poll(lost, { message: `${replaced} is lost`, timeout: 60_000 }).not.toBeNull();
  const old = await lost();
  if (old === null) throw new Error("No machine was lost.");
  await page.goto(entryPage(old.namespace, old.name));
  await expectHeading(page, "entry-gone", { entry: old.name });
  await expectStatement(page, "entry-ended", { cause: "left" });
  const address = (await page.locator('[data-fact="address"]').first().textContent()) ?? "";
  expect(address).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
  await page.goto(`/entries?q=${address}`);
  const now = page.getByRole("row").filter({ hasText: heir.replace(/-heir$/, "").replace(/-\d+$/, "") });
  await expect(now, "the entry that has the address now").toHaveCount(1);
  await expect(now).toContainText(address);
});

/** A moment in milliseconds as the `datetime` of a time element. */
function isoOf(ms: string | undefined): string {
  return new Date(Number(ms)).toISOString();
}
