import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, groupPage, reportHealth, tellMachine } from "./fleet";
import { untilRecorded } from "./history";

/** What somebody on call does on a phone at night, from the alert's link until the group is back. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark", permissions: ["clipboard-read", "clipboard-write"] });

const GROUP = groupPage("shop", "checkout");
const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const part = (page: Page, name: RegExp | string) => page.getByRole("region", { name });

test("from the alert's link to the group that is back, in ten steps", async ({ page, house, cluster }) => {
  await untilRecorded(house.address);
  const machines = (await entriesOf(cluster, "shop", "checkout")).slice(0, 8).map(({ metadata }) => metadata.name);
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
    await expect(part(page, "The past")).toContainText("As it was at");
    await expect(headline(page)).toContainText(/^\d+ of 48 expected machines served at \d\d:\d\d:\d\d/);
    await expect(page.getByRole("main")).toContainText("expected 48 is declared on the group");
    await expect(page.getByRole("main").getByRole("button", { name: /delete|edit|drain|expected size/i })).toHaveCount(0);
    await page.getByRole("button", { name: "Back to live" }).tap();
    await expectAlive(page);
  });

  await test.step("2: since when, and how suddenly", async () => {
    await expect(headline(page)).toContainText(/[Tt]hree machines vanished .*at \d\d:\d\d:\d\d/);
    await expect(page.getByRole("main")).toContainText(/suddenly, 4 machines within \d+ s/);
    await expect(page.getByRole("main")).toContainText(/at most \d+ of 48/);
  });

  await test.step("3 and 4: who is gone, and what they share that others do not", async () => {
    await inSightAfter(page, "Lost");
    const gone = part(page, /^Lost/)
      .getByRole("listitem")
      .filter({ has: page.getByRole("link") });
    await expect(gone).toHaveCount(3);
    await expect(gone.first()).toContainText(/disconnected \d\d:\d\d:\d\d, not back in time, deleted \d\d:\d\d:\d\d/);
    await expect(part(page, /^Lost/)).toContainText(/What the three share, against the \d+ that stayed/);
  });

  await test.step("5: those that are still there, the worst first", async () => {
    const [row] = await page.getByRole("main").locator("tbody tr:has([data-row-link])").all();
    await expect(row as Locator).toContainText("Unhealthy");
    await expect(row as Locator).toContainText("connection refused on :8080");
  });

  await test.step("6: who is hurt, with what is left", async () => {
    await inSightAfter(page, "Hosts");
    const host = page.getByRole("list", { name: "Hosts that select machines of this group" }).getByRole("listitem").first();
    await expect(host).toContainText(/Answer: \d+ machines/);
    await expect(host).toContainText(/machines in .+ \(\d+\)/);
    await expect(host).toContainText(/outlier detection/);
  });

  await test.step("7: is it the control plane", async () => {
    const replicas = part(page, /^Is it the control plane/);
    await expect(replicas).toContainText(/held \d of the 3 lost, \d of the \d+ in trouble/);
    await expect(replicas.getByRole("listitem").first()).toContainText("runs");
    await expect(replicas).toContainText(/On the same replicas, (none|\d+) of [\d,]+ machines of/);
    await expect(replicas).toContainText(/In the whole cluster \d+ of [\d,]+ machines? reconnects? now/);
  });

  await test.step("8: what Istio does next, with a clock, and commands to copy", async () => {
    await inSightAfter(page, "Next");
    const next = page.getByRole("list", { name: "What Istio does next" });
    const leave = async () => {
      // Of each, the clock runs for a few seconds.
      for (const name of leaving) {
        await tellMachine(house, "shop", name, "disconnect");
        await wait(2_000);
      }
    };
    const clock = next.getByRole("listitem").filter({ hasText: /reconnecting machines?: Istio deletes the entry, unless the machine is back before/ });
    await Promise.all([expect(clock.first()).toContainText(/in\s*0:0\d/), leave()]);
    await inSightAfter(page, "Commands");
    await expect(part(page, /^Commands/)).toContainText(/ssh 10\.[\d.]+ sudo journalctl --unit istio/);
    await expect(part(page, /^Commands/)).toContainText(/istioctl proxy-status .*grep -F -e \.shop/);
  });

  await test.step("9: the summary for the channel, with a link that keeps the moment", async () => {
    const button = page.getByRole("button", { name: "Copy summary" }).filter({ visible: true });
    const box = await button.boundingBox();
    expect(box?.y ?? 0, "in the lower half of the screen").toBeGreaterThan(844 / 2);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await button.tap();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(/^sandbox shop\/checkout\n\d+ of 48 expected machines serve/);
    expect(text).toMatch(/\d lost/);
    const [link = ""] = /http:\S+at=\S+/.exec(text) ?? [];
    const then = await page.context().newPage();
    await then.goto(link);
    await expect(part(then, "The past")).toBeVisible();
    await then.close();
  });

  await test.step("10: the line that ends the waiting", async () => {
    for (const name of [...lost, ...leaving]) await tellMachine(house, "shop", name, "connect");
    await reportHealth(house, "shop", ailing, "");
    await expect(page.getByRole("main")).toContainText(/Back since \d\d:\d\d:\d\d(?: or before)?: 48 of 48 for (?:at least )?(\d+ s|\d+ min)\./, {
      timeout: 120_000,
    });
    await expect(page.locator("html")).toHaveAttribute("data-stream", "live");
  });
});

/** Presses the word under the thumb, and expects its part of the page in the sight of the reader. */
async function inSightAfter(page: Page, word: string): Promise<void> {
  const link = page.getByRole("navigation", { name: "Parts of this page" }).getByRole("link", { name: word });
  const box = await link.boundingBox();
  expect(box?.y ?? 0, `${word} is in the lower half of the screen`).toBeGreaterThan(844 / 2);
  expect(box?.height, `${word} is tall enough`).toBeGreaterThanOrEqual(44);
  await link.tap();
  await expect(page.locator(`section${await link.getAttribute("href")}`)).toBeInViewport();
}
