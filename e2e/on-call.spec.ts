import type { Page } from "@playwright/test";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { entriesOf, entryPage, groupPage, reportHealth } from "./fleet";
import { untilRecorded } from "./history";
import { startSecond } from "./second-dashboard";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const cardOf = (page: Page, group: string) => page.getByRole("list", { name: "Groups in trouble" }).getByRole("listitem").filter({ hasText: group });

test("a group that fails has a card, which leads to its page and goes when it is well (journey a)", async ({ page, house, cluster }) => {
  const ailing = (await entriesOf(cluster, "shop", "storefront")).slice(0, 3).map(({ metadata }) => metadata.name);
  await page.goto("/oncall");
  await expectAlive(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(cardOf(page, "shop / storefront")).toHaveCount(0);
  const began = Math.floor(Date.now() / 1_000);
  for (const name of ailing) await reportHealth(house, "shop", name, "connection refused on :8080");
  const card = cardOf(page, "shop / storefront");
  await expect(card).toContainText("3 unhealthy machines");
  await expect(card).toContainText("connection refused on :8080");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ groups? (is|are) in trouble\. .*began at \d\d:\d\d:\d\d/);

  await card.getByRole("link").tap();
  await expect(page).toHaveURL(/\/groups\/shop\/storefront/);
  await expect(page.locator("html"), "as dark as where it was opened").toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("3 unhealthy machines");
  for (const name of ailing) await reportHealth(house, "shop", name, "");
  // On a busy machine the recorder may have missed some seconds of it, and the line says so.
  await expect(page.getByRole("main")).toContainText(/Back since \d\d:\d\d:\d\d(?: or before)?: (\d+) of \1 for (?:at least )?\d+ s\./, { timeout: 60_000 });
  await page.goBack();
  await expect(cardOf(page, "shop / storefront")).toHaveCount(0);

  // An alert links to its moment in seconds, which is over.
  await expect.poll(() => Date.now()).toBeGreaterThan((began + 4) * 1_000);
  await page.goto(`${groupPage("shop", "storefront")}?at=${began + 4}`);
  await expect(page.getByRole("region", { name: "The past" })).toBeVisible();
  expect(await (await page.request.get(page.url())).text(), "dark from the first byte").toContain('data-theme="dark"');
  await page.getByRole("button", { name: "Back to live" }).tap();
  await expect(page.getByRole("region", { name: "The past" })).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("without a network it says that it is not live, and speaks of what was", async ({ page, house, complaints }) => {
  complaints.claim(/ERR_|Failed to load resource|NetworkError/);
  await page.goto("/oncall");
  await expectAlive(page);
  house.pageDoor.cut();
  await expect(page.getByText("Not live").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/(was|were) in trouble at \d\d:\d\d:\d\d/);
  await expect(page.getByRole("main")).toContainText("were in no trouble");
});

test("a server that writes offers nothing on the on-call page that changes anything", async ({ page, house }) => {
  const writing = await startSecond({ KUBECONFIG: house.kubeconfigOf("admin"), STOLOS_READ_ONLY: "false" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${writing.address}/groups`);
  await expect(page.getByRole("link", { name: "New group" })).toBeVisible();
  await page.goto(`${writing.address}/oncall`);
  await expectAlive(page);
  await expect(page.getByRole("link", { name: "New group" })).toHaveCount(0);
  const buttons = await page.getByRole("main").getByRole("button").allTextContents();
  expect(buttons.filter((text) => !/^(Copy|Views$)/.test(text.trim()))).toEqual([]);
  // A page that is open asks on, and a server that ends refuses it.
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

test("links to elsewhere are about what is shown, and lead where the settings say", async ({ page, house, cluster, complaints }) => {
  complaints.claim(/status of 404/);
  const ofObjects = { Logs: "https://logs.example/{namespace}?q={entry}", Metrics: "https://graphs.example/d/vm?group={group}&at={at}" };
  const links = { ...ofObjects, Namespace: "https://graphs.example/d/{cluster}/{namespace}" };
  const linking = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_LINKS: JSON.stringify(links) });
  // Until the record is open, asking for it is refused, and a browser complains of that aloud.
  await untilRecorded(linking.address);
  const [{ metadata } = { metadata: { name: "" } }] = await entriesOf(cluster, "shop", "storefront");
  await page.goto(`${linking.address}${entryPage("shop", metadata.name)}`);
  const elsewhere = page.getByRole("navigation", { name: "Elsewhere" });
  await expect(elsewhere.getByRole("link", { name: /^Logs/ })).toHaveAttribute("href", `https://logs.example/shop?q=${metadata.name}`);
  await page.goto(`${linking.address}${groupPage("shop", "storefront")}`);
  await expect(elsewhere.getByRole("link", { name: /^Metrics/ })).toHaveAttribute("href", /^https:\/\/graphs\.example\/d\/vm\?group=storefront&at=\d{13}$/);
  await expect(elsewhere.getByRole("link", { name: /^Logs/ }), "a group is no machine").toHaveCount(0);
  await page.goto(`${linking.address}${entryPage("shop", "storefront-was-here")}`);
  await expect(elsewhere.getByRole("link", { name: /^Logs/ }), "its logs are still there").toHaveAttribute(
    "href",
    "https://logs.example/shop?q=storefront-was-here",
  );
  // A list has those that need its one namespace alone; on a phone it has room for its rows.
  await page.goto(`${linking.address}/groups?ns=shop`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("group");
  await expect(elsewhere).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(elsewhere.getByRole("link")).toHaveText(/^Namespace/);
  await expect(elsewhere.getByRole("link", { name: /^Namespace/ })).toHaveAttribute("href", "https://graphs.example/d/sandbox/shop");
  await page.setViewportSize({ width: 390, height: 844 });
  await reportHealth(house, "shop", metadata.name, "connection refused on :8080");
  await page.goto(`${linking.address}/oncall`);
  const metrics = cardOf(page, "shop / storefront").getByRole("link", { name: /^Metrics/ });
  await expect(metrics).toHaveAttribute("href", /^https:\/\/graphs\.example\/d\/vm\?group=storefront&/);
  await metrics.evaluate((link) => link.scrollIntoView({ block: "center" }));
  const box = await metrics.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  // The whole card leads to the group: a thumb on the link must not meet that.
  const met = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest("a")?.textContent, [
    (box?.x ?? 0) + (box?.width ?? 0) / 2,
    (box?.y ?? 0) + (box?.height ?? 0) / 2,
  ] as const);
  expect(met).toMatch(/^Metrics/);
  await reportHealth(house, "shop", metadata.name, "");
  // A page that is open asks on, and a server that ends refuses it.
  await page.goto("about:blank");
  await linking.end();
});
