import { expectHeadline } from "@/e2e/cluster/fleet-pages";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage } from "./fleet";
import { groupsAt, happened, laneRows, lineOf, told, untilRecorded, untilWell } from "./history";

// What a person reads on the pages after each of the demo's incidents, told from the record alone. Half the pace of the others.
test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "3", "--speed", "2"], settings: { STOLOS_TIME_SCALE: "2", STOLOS_BEAT_SECONDS: "1" } },
});

test.beforeEach(async ({ house }) => {
  await untilRecorded(house.address);
});

test.afterEach(({ house }) => house.control("POST", "/scenario/steady"));

test("zone outage: the group says who vanished, when, and that all were in one zone; each of them keeps a page", async ({ page, house }) => {
  await house.control("POST", "/scenario/zone-outage");
  const [locality = ""] = await told(house, /(\S+) goes dark with \d+ machines/);
  const zone = locality.split("/")[1] ?? "";
  await page.goto(groupPage("shop", "storefront"));
  // A machine that dies with its zone is missed when its keep-alive is, half a minute later.
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(new RegExp(`machines vanished .*; .* in zone ${zone}`), { timeout: 90_000 });
  const lost = page.getByRole("region", { name: /^Lost/ });
  const share = lost.getByRole("listitem").filter({ hasText: `zone ${zone}` });
  await expect(share, "every one of the lost").toContainText(/(\d+) of \1/);
  const first = lost
    .getByRole("listitem")
    .filter({ has: page.getByRole("link") })
    .first();
  await expect(first).toContainText(/disconnected \d\d:\d\d:\d\d, not back in time, deleted \d\d:\d\d:\d\d/);

  await first.getByRole("link").first().click();
  await expectHeadline(page, /^This entry is not in the API any more\. It was (reconnecting|disconnected) when last seen\.$/);
  await expect(page.getByRole("main")).toContainText(/Vanished\s*Disconnected \d\d:\d\d:\d\d, not back in time, deleted \d\d:\d\d:\d\d\./);
  const facts = page.getByRole("region", { name: "When last seen" });
  await expect(facts).toContainText(locality);
  await expect(facts).toContainText("as istiod reported it");
  await expect(facts).toContainText("as it was received here");
  await facts.getByRole("link", { name: "its page as it was then" }).click();
  await expect(page.getByRole("region", { name: "The past" })).toContainText(/As it was at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
  await expectHeadline(page, /^This machine (had just left|was not connected) at \d\d:\d\d:\d\d\./);

  await page.goto("/activity?type=ended&group=storefront");
  await expect(lineOf(page, /(was|were) lost: disconnected and not back within the grace period/).first()).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("region", { name: /^In trouble/ })).toContainText(/Lost \w+ machines .*, all in zone /);
});

test("istiod rollout: sessions change hands, nobody vanishes and no health turns", async ({ page, house, cluster }) => {
  // Another cloud than that of the zone that went dark.
  const [victim] = await entriesOf(cluster, "logistics", "warehouse-picking");
  const name = victim?.metadata.name ?? "";
  const before = victim?.metadata.annotations?.["istio.io/workloadController"] ?? "";
  await house.control("POST", "/scenario/istiod-rollout");
  await told(house, new RegExp(`istiod (${before}) ends; its machines move`));
  await page.goto(`${entryPage("logistics", name)}?as=table`);
  await expect.poll(async () => (await laneRows(page)).filter((row) => row.startsWith("connected to|")).length).toBeGreaterThan(1);
  const lanes = await laneRows(page);
  expect(lanes.filter((row) => row.startsWith("connected to|")).at(-1), "the session before").toContain(before);
  expect(
    lanes.filter((row) => row.startsWith("exists|")),
    "one entry all the time",
  ).toHaveLength(1);
  expect(
    lanes.filter((row) => row.startsWith("health|")),
    "one verdict all the time",
  ).toHaveLength(1);
  await expect(page.getByRole("main")).toContainText("no flap in 24 h");

  await page.goto("/activity?type=replica-went&type=replica-came");
  await expect(lineOf(page, before).filter({ hasText: "is gone" })).toBeVisible();
  await expect(lineOf(page, /came, revision/).first()).toBeVisible();
  await page.goto(groupPage("logistics", "warehouse-picking"));
  await expect(page.getByRole("img", { name: /changes? marked/ })).toContainText(/istiod (rolled|replica gone|replica came)/);
  await expect(page.getByRole("region", { name: /^Lost/ })).toContainText("No machine was lost");
});

test("flapping: the machine's page counts its falls, and the log gives the probe's words", async ({ page, house }) => {
  await house.control("POST", "/scenario/flapping");
  const undecided = async () => {
    const falls = (await happened(house.address, "type=health&limit=500")).filter(({ to }) => to === "False");
    const all = falls.flatMap(({ namespace, names }) => names.map((name) => ({ namespace, name })));
    return all.find((one) => all.filter(({ name }) => name === one.name).length > 1) ?? null;
  };
  await expect.poll(undecided, { timeout: 120_000 }).not.toBeNull();
  const fall = await undecided();
  if (fall === null) throw new Error("Nobody flapped.");
  await page.goto(`${entryPage(fall.namespace, fall.name)}?as=table`);
  await expect(page.getByRole("main")).toContainText(/\d+ flaps in 24 h/);
  await expect.poll(async () => (await laneRows(page)).filter((row) => row.startsWith("health|") && !/\|(True|no report)/.test(row)).length).toBeGreaterThan(1);
  await expect(page.getByRole("list", { name: "True time in state" })).toContainText(/Unhealthy (under )?\d+\.\d %/);
  await page.goto(`/activity?type=health&q=${encodeURIComponent(fall.name)}`);
  await expect(lineOf(page, /failed (its|their) probe: /).first()).toBeVisible();
  await expect(lineOf(page, /passed (its|their) probe/).first()).toBeVisible();
});

test("bad deploy: the group says how many fail at once, the log folds them, and the band keeps it after the rollback", async ({ page, house }) => {
  await untilWell(house);
  const began = Date.now();
  await house.control("POST", "/scenario/bad-deploy");
  const [count = "", , group = ""] = await told(house, /a bad version reaches (\d+) of (\d+) machines of (\S+)/);
  const fell = async () => (await happened(house.address, `type=health&limit=500&group=${group}`)).filter(({ at, to }) => at > began && to === "False");
  await expect.poll(async () => (await fell()).reduce((sum, one) => sum + one.count, 0), { timeout: 60_000 }).toBe(Number(count));
  const namespace = (await fell())[0]?.namespace ?? "";
  // Who is expected and was never there is not serving either; and what the journeys before did to the group is no part of this window.
  const missing = (await groupsAt(house.address, began)).find((row) => row.name === group)?.missing ?? 0;
  const worst = new RegExp(`at most ${Number(count) + missing} of \\d+ not serving or in doubt`);
  const during = `window=${began}-${Date.now()}`;
  await page.goto(`${groupPage(namespace, group)}?${during}`);
  await expect(page.getByRole("main")).toContainText(`${count} unhealthy machines`);
  await expect(page.getByRole("img", { name: worst })).toBeVisible();
  await page.goto(`/activity?type=health&group=${group}`);
  await expect(lineOf(page, /failed (its|their) probe/).first()).toBeVisible();
  await house.control("POST", "/scenario/steady");
  await page.goto(`${groupPage(namespace, group)}?${during}`);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("unhealthy");
  await expect(page.getByRole("img", { name: worst }), "what was, stays").toBeVisible();
});

test("reused IP: the address has a new entry in another group, the old one was lost, and each page says so", async ({ page, house }) => {
  const began = Date.now();
  await house.control("POST", "/scenario/reused-ip");
  const [heir = "", replaced = ""] = await told(house, /(\S+) has the address of (\S+)/);
  const lost = async () =>
    (await happened(house.address, "type=ended&limit=100")).find(({ at, count, group }) => at > began && count === 1 && replaced.startsWith(`${group}-`)) ??
    null;
  await expect.poll(lost, { message: `${replaced} is told as lost`, timeout: 60_000 }).not.toBeNull();
  const old = await lost();
  if (old === null) throw new Error("Nobody was lost.");
  await page.goto(entryPage(old.namespace, old.name));
  await expectHeadline(page, /^This entry is not in the API any more\./);
  await expect(page.getByRole("main")).toContainText("not back in time");
  const address =
    (await page
      .getByRole("region", { name: "The machine" })
      .getByText(/^\d+\.\d+\.\d+\.\d+$/)
      .first()
      .textContent()) ?? "";
  await page.goto(`/entries?q=${address}`);
  const now = page.getByRole("row").filter({ hasText: heir.replace(/-heir$/, "").replace(/-\d+$/, "") });
  await expect(now, "who has the address now").toHaveCount(1);
  await expect(now).toContainText(address);
});
