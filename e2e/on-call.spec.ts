import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupObject, groupPage, reportHealth } from "./fleet";
import { banners, pastBanner } from "./freshness";
import { untilRecorded, untilTroubleIsNew } from "./history";
import { BUTTON, LINK, NAVIGATION } from "./labels";
import { startSecond } from "./second-dashboard";
import { expectHeading, expectStatement } from "./statements";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Titles of the links that STOLOS_LINKS adds below. The page adds a mark to them. */
const [LOGS, METRICS, NAMESPACE] = [/^Logs/, /^Metrics/, /^Namespace/];

/** The row of the open incident that names a text. */
const incidentOf = (page: Page, text: string) => page.locator("[data-section=incidents] tbody tr").filter({ hasText: text });

test("a failing group has an incident that leads to its page, until the group is healthy (journey a)", async ({ page, house, cluster }) => {
  await untilTroubleIsNew(house.address);
  // Beside failures of other journeys in the same minute, a few machines may be a coincidence.
  const ailing = (await entriesOf(cluster, "shop", "storefront")).slice(0, 12).map(({ metadata }) => metadata.name);
  await page.goto("/oncall");
  await expectAlive(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(incidentOf(page, "storefront")).toHaveCount(0);
  const began = Math.floor(Date.now() / 1_000);
  for (const name of ailing) await reportHealth(house, "shop", name, "connection refused on :8080");
  const row = incidentOf(page, "storefront");
  await expectStatement(row, "incident-title", { failed: ailing.length });
  await expect(row).toContainText("connection refused");
  await expectHeading(page, "groups-in-trouble", { count: /^[1-9]/ });

  await row.getByRole("link").first().tap();
  await expect(page).toHaveURL(/\/incidents\/[\w-]+$/);
  await expect(page.locator("html"), "as dark as the page before").toHaveAttribute("data-theme", "dark");
  await page
    .locator(`main a[href^="${groupPage("shop", "storefront")}"]`)
    .first()
    .tap();
  await expect(page).toHaveURL(/\/groups\/shop\/storefront/);
  await expect(page.locator("html"), "as dark as the pages before").toHaveAttribute("data-theme", "dark");
  await expectStatement(page.getByRole("heading", { level: 1 }), "group-trouble", { unhealthy: ailing.length });
  for (const name of ailing) await reportHealth(house, "shop", name, "");
  // On a busy machine the recorder may miss some seconds: then `isSeen` is false.
  const { expected } = await groupObject(cluster, "shop", "storefront");
  await expectStatement(page, "group-recovered", { serving: expected, size: expected, since: /^\d+$/ }, { timeout: 60_000 });
  await page.goto("/oncall");
  await expectAlive(page);
  await expect(incidentOf(page, "storefront").filter({ has: page.locator(`[data-state="open"]`) })).toHaveCount(0);

  // An alert links to a moment of the past, in seconds.
  await expect.poll(() => Date.now()).toBeGreaterThan((began + 4) * 1_000);
  await page.goto(`${groupPage("shop", "storefront")}?at=${began + 4}`);
  await expect(pastBanner(page)).toHaveAttribute("data-at", String((began + 4) * 1_000));
  expect(await (await page.request.get(page.url())).text(), "dark from the first byte").toContain('data-theme="dark"');
  const back = page.getByRole("link", { name: LINK.backToLive });
  // Before React has hydrated the banner, the link loads a new document, which is not dark.
  await expect.poll(() => back.evaluate((link) => Object.keys(link).some((key) => key.startsWith("__reactProps")))).toBe(true);
  await back.tap();
  await expect(pastBanner(page)).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("without a network it is not live, and its statements refer to the past", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await page.goto("/oncall");
  await expectAlive(page);
  house.pageDoor.cut();
  await expect(banners(page, { kind: "stale" }).first()).toBeVisible({ timeout: 20_000 });
  await expectHeading(page, "fleet-serving", { past: true });
  await expectStatement(page, "groups-untroubled", { past: true });
});

test("on a dashboard that may write, the on-call page has no control that changes anything", async ({ page, house }) => {
  const writing = await startSecond({ KUBECONFIG: house.kubeconfigOf("admin"), STOLOS_READ_ONLY: "false" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${writing.address}/groups`);
  await expect(page.getByRole("link", { name: LINK.newGroup })).toBeVisible();
  await page.goto(`${writing.address}/oncall`);
  await expectAlive(page);
  await expect(page.getByRole("link", { name: LINK.newGroup })).toHaveCount(0);
  const main = page.getByRole("main");
  const own = [main.getByRole("button", { name: BUTTON.copySummary }), main.getByRole("button", { name: BUTTON.moreActions })];
  for (const button of own) await expect(button).toBeVisible();
  await expect(main.getByRole("button")).toHaveCount(own.length);
  await main.getByRole("button", { name: BUTTON.moreActions }).click();
  const actions = page.getByRole("menuitem").filter({ visible: true });
  await expect(actions).toHaveText([BUTTON.copyLink, BUTTON.copyLinkToMoment, LINK.wallDisplay, BUTTON.savedViews]);
  await page.keyboard.press("Escape");
  // An open page repeats its requests, and a dashboard that ends refuses them.
  await page.goto("about:blank");
  await writing.end();
});

test("a phone can install it: the manifest starts at the on-call page", async ({ page, request, house }) => {
  await page.goto("/oncall");
  const link = page.locator('head link[rel="manifest"]');
  await expect(link, "a proxy in front may ask for its cookie").toHaveAttribute("crossorigin", "use-credentials");
  const href = (await link.getAttribute("href")) ?? "";
  const manifest = JSON.parse(await (await request.get(new URL(href, house.address).href)).text());
  expect(manifest).toMatchObject({ id: "/oncall", start_url: "/oncall", display: "standalone" });
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  await expect(page.locator('link[rel="icon"][type="image/svg+xml"]')).toBeAttached();
  const icons: { src: string; sizes: string }[] = [...manifest.icons, { src: touch, sizes: "180x180" }];
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  const drawn = await page.evaluate(async (all) => {
    const sizes: string[] = [];
    for (const { src } of all) {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      sizes.push(src.endsWith(".svg") ? "any" : `${image.naturalWidth}x${image.naturalHeight}`);
    }
    return sizes;
  }, icons);
  expect(drawn, "each icon is a picture of its size").toEqual(icons.map(({ sizes }) => sizes));
});

test("outside links have the values of the page, and the addresses of the setting", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/status of 404/);
  const ofObjects = { Logs: "https://logs.example/{namespace}?q={entry}", Metrics: "https://graphs.example/d/vm?group={group}&at={at}" };
  const links = { ...ofObjects, Namespace: "https://graphs.example/d/{cluster}/{namespace}" };
  const linking = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_LINKS: JSON.stringify(links) });
  // Before the history is open, the dashboard refuses requests for it, and the browser logs that.
  await untilRecorded(linking.address);
  const [{ metadata } = { metadata: { name: "" } }] = await entriesOf(cluster, "shop", "storefront");
  await page.goto(`${linking.address}${entryPage("shop", metadata.name)}`);
  const elsewhere = page.getByRole("navigation", { name: NAVIGATION.elsewhere });
  await expect(elsewhere.getByRole("link", { name: LOGS })).toHaveAttribute("href", `https://logs.example/shop?q=${metadata.name}`);
  await page.goto(`${linking.address}${groupPage("shop", "storefront")}`);
  await expect(elsewhere.getByRole("link", { name: METRICS })).toHaveAttribute("href", /^https:\/\/graphs\.example\/d\/vm\?group=storefront&at=\d{13}$/);
  await expect(elsewhere.getByRole("link", { name: LOGS }), "a group is no machine").toHaveCount(0);
  await page.goto(`${linking.address}${entryPage("shop", "storefront-was-here")}`);
  await expect(elsewhere.getByRole("link", { name: LOGS }), "its logs are still there").toHaveAttribute(
    "href",
    "https://logs.example/shop?q=storefront-was-here",
  );
  // A list has the links that need a namespace only; on a phone it shows none.
  await page.goto(`${linking.address}/groups?ns=shop`);
  await expectHeading(page, "groups-listed", { total: /^\d+$/ });
  await expect(elsewhere).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(elsewhere.getByRole("link")).toHaveText(NAMESPACE);
  await expect(elsewhere.getByRole("link", { name: NAMESPACE })).toHaveAttribute("href", "https://graphs.example/d/sandbox/shop");
  // An open page repeats its requests, and a dashboard that ends refuses them.
  await page.goto("about:blank");
  await linking.end();
});
