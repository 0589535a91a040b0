import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, groupObject, groupPage, reportHealth, tellMachine } from "./fleet";
import { pastBanner } from "./freshness";
import { untilRecorded } from "./history";
import { BUTTON, LINK } from "./labels";
import { menuAction } from "./page-menu";
import { expectHeading, expectStatement, expectValues } from "./statements";
import { unfold } from "./unfold";

/** The steps of an on-call engineer on a phone, from the link of an alert until the group recovered. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark", permissions: ["clipboard-read", "clipboard-write"] });

const GROUP = groupPage("shop", "checkout");
const section = (page: Page, name: string) => page.locator(`[data-section="${name}"]`);

test("ten steps lead from the link of an alert to the recovered group", async ({ page, house, cluster }) => {
  await untilRecorded(house.address);
  const machines = (await entriesOf(cluster, "shop", "checkout")).slice(0, 8).map(({ metadata }) => metadata.name);
  const { expected } = await groupObject(cluster, "shop", "checkout");
  const [lost, ailing = "", leaving] = [machines.slice(0, 3), machines[3], machines.slice(4)];
  for (const name of lost) await tellMachine(house, "shop", name, "vanish");
  await reportHealth(house, "shop", ailing, "connection refused on :8080");
  await expect
    .poll(async () => (await entriesOf(cluster, "shop", "checkout")).filter(({ metadata }) => lost.includes(metadata.name)).length, { timeout: 60_000 })
    .toBe(0);
  const alertAt = Math.ceil(Date.now() / 1_000);

  await test.step("1: the alert's link opens the group at its moment", async () => {
    await expect.poll(async () => Date.now() / 1_000 > alertAt + 2).toBe(true);
    await page.goto(`${GROUP}?at=${alertAt}`);
    await expect(pastBanner(page)).toHaveAttribute("data-at", String(alertAt * 1_000));
    await expectHeading(page, "group-serving", { total: expected, basis: "expected", past: true });
    await expectStatement(page.locator('[data-fact="expected-size"]'), "template-size", { expected, source: "declared" });
    for (const name of [BUTTON.delete, BUTTON.edit, BUTTON.drain, BUTTON.changeTheExpectedSize]) {
      await expect(page.getByRole("main").getByRole("button", { name }), name).toHaveCount(0);
    }
    await page.getByRole("link", { name: LINK.backToLive }).tap();
    await expectAlive(page);
  });

  await test.step("2: the headline states the time and the pace", async () => {
    await expectStatement(page, "group-losses", { lost: lost.length, from: /^\d+$/ });
    await expectStatement(page, "group-pace", { pace: "sudden", count: lost.length + 1, lastedMs: /^\d+$/ });
    await expect(page.locator('[data-statement="band"]')).toHaveAttribute("data-of", String(expected));
    await expect(page.locator('[data-statement="band"]')).toHaveAttribute("data-worst", /^[1-9]/);
  });

  await test.step("3 and 4: the lost machines, and what they share", async () => {
    await unfold(page, "lost");
    const gone = section(page, "lost").locator("li[data-machine]");
    await expect(gone).toHaveCount(lost.length);
    for (const name of lost) {
      await expectStatement(section(page, "lost").locator(`li[data-machine="${name}"]`), "entry-ended", {
        cause: "left",
        disconnectedAt: /^\d+$/,
        endedAt: /^\d+$/,
      });
    }
    await expectStatement(section(page, "lost"), "lost-compared", { lost: lost.length, stayed: /^[1-9]/ });
  });

  await test.step("5: the registered machines, worst first", async () => {
    const [row] = await page.getByRole("main").locator("tbody tr:has([data-row-link])").all();
    await expect((row as Locator).locator("[data-state-word=unhealthy]")).toBeVisible();
    await expect(row as Locator).toContainText("connection refused on :8080");
  });

  await test.step("6: the services, with their remaining endpoints", async () => {
    await expectValues(section(page, "selected-by").locator("[data-service] [data-serving]").first(), { serving: /^[1-9]/ });
    const where = await unfold(page, "breakdown");
    await expectValues(where.locator("[data-zones]").first(), { zones: /./ });
    await expectValues(where.locator("[data-ejects]").first(), { ejects: /^(true|false)$/ });
  });

  await test.step("7: the comparison with other machines on the same replicas of istiod", async () => {
    const compared = section(page, "replicas");
    await expectStatement(compared, "machines-on-same-replicas", { machines: /^[1-9]/, troubled: /^\d+$/ });
    await expectStatement(compared, "istiod-replicas-ready", { ready: /^[1-9]/, total: /^[1-9]/ });
  });

  await test.step("8: the next step of Istio with a countdown, and commands to copy", async () => {
    const leave = async () => {
      // Each countdown runs for a few seconds.
      for (const name of leaving) {
        await tellMachine(house, "shop", name, "disconnect");
        await wait(2_000);
      }
    };
    const countdown = section(page, "next").locator('[data-next="delete"][data-connection="reconnecting"] [role=timer]').first();
    await Promise.all([expect(countdown).toContainText(/0:0\d/), leave()]);
    await unfold(page, "commands");
    await expect(section(page, "commands")).toContainText(/ssh 10\.[\d.]+ sudo journalctl --unit istio/);
    await expect(section(page, "commands")).toContainText(/istioctl proxy-status .*grep -F -e \.shop/);
  });

  await test.step("9: the summary to copy, with a link to the moment", async () => {
    await (await menuAction(page, BUTTON.copySummary)).tap();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain("sandbox shop/checkout");
    const text = await copied();
    const [about, headline = ""] = text.split("\n");
    expect(about).toBe("sandbox shop/checkout");
    expect(headline).toMatch(new RegExp(`^\\d+ .*\\b${expected}\\b`));
    const losses = (await section(page, "lost").locator("li[data-machine]").count()).toString();
    expect(text.match(/\d+/g), "the number of lost machines").toContain(losses);
    const [link = ""] = /http:\S+at=\S+/.exec(text) ?? [];
    const then = await page.context().newPage();
    await then.goto(link);
    await expect(pastBanner(then)).toBeVisible();
    await then.close();
  });

  await test.step("10: the line that states the recovery", async () => {
    for (const name of [...lost, ...leaving]) await tellMachine(house, "shop", name, "connect");
    await reportHealth(house, "shop", ailing, "");
    await expectStatement(page, "group-recovered", { serving: expected, size: expected, since: /^\d+$/ }, { timeout: 120_000 });
    await expect(page.locator("html")).toHaveAttribute("data-stream", "live");
  });
});
