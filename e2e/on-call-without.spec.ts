import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { startTcpProxy } from "@/lib/testing/tcp-proxy";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { groupPage } from "./fleet";
import { banners } from "./freshness";
import { greenElements } from "./green-elements";
import { startDashboard, untilReady } from "./house";
import { BUTTON, FIELD } from "./labels";
import { keepPicture, NIGHT_PHONE } from "./on-call-picture";
import { startSecond, temporaryFile } from "./second-dashboard";
import { expectHeading } from "./statements";
import type { signIn } from "./token-sign-in";

/** The on-call page on a phone, while something that it needs is missing. */
test.use(NIGHT_PHONE);

const AWAY = /ERR_|Failed to load resource|NetworkError/;
/** Expects the headline to refer to the present. */
const expectPresent = (page: Page) => expectHeading(page, "fleet-serving", { past: false }, { timeout: 60_000 });

/** The page has a banner of this kind, its headline refers to the past, and nothing is green. */
async function expectPast(page: Page): Promise<void> {
  await expect(
    banners(page, { kind: "stale" })
      .or(banners(page, { kind: "unchecked" }))
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await expectHeading(page, "fleet-serving", { past: true });
  await expect.poll(() => greenElements(page), { message: "nothing is green" }).toEqual([]);
}

/** Marks the document. A page that was loaded again has no mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));
const expectSame = (page: Page) => expect(page.locator("html[data-same-page]"), "it was not loaded again").toBeAttached();

test("without a history the page is live, and a group names the setting that is off", { tag: "@without-history" }, async ({ page, house, complaints }) => {
  complaints.claim(/status of 503/);
  const forgetful = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_HISTORY: "off" });
  await page.goto(`${forgetful.address}/oncall`);
  await expectAlive(page);
  await expectPresent(page);
  await keepPicture(page, "without-a-history");
  await page.goto(`${forgetful.address}${groupPage("shop", "checkout")}`);
  await expectAlive(page);
  await expect(page.locator('[data-section="lost"] [data-line]')).toContainText("STOLOS_HISTORY");
  await page.goto("about:blank");
  await forgetful.end();
});

test("without the API server its statements refer to the past, and it is live again by itself", { tag: "@without-api-server" }, async ({
  page,
  house,
  complaints,
}) => {
  complaints.claim(AWAY);
  await page.goto("/oncall");
  await expectAlive(page);
  await mark(page);
  house.apiDoor.cut();
  await expectPast(page);
  await keepPicture(page, "without-the-api-server");
  house.apiDoor.restore();
  await expectPresent(page);
  await expectSame(page);
});

test("in a tunnel it is stale, and after it live again by itself", { tag: "@without-network" }, async ({ page, house, complaints }) => {
  complaints.claim(AWAY);
  await page.goto("/oncall");
  await expectAlive(page);
  await mark(page);
  house.pageDoor.stall();
  await expectPast(page);
  await keepPicture(page, "in-a-tunnel");
  house.pageDoor.restore();
  await expectPresent(page);
  await expectSame(page);
});

test("during a restart of the dashboard it is stale, and after it live again by itself", { tag: "@stolos-restart" }, async ({ page, house, complaints }) => {
  complaints.claim(AWAY);
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" };
  const before = await startDashboard(settings);
  await untilReady(`http://127.0.0.1:${before.port}`);
  const door = await startTcpProxy(before.port);
  await page.goto(`http://127.0.0.1:${door.port}/oncall`);
  await expectAlive(page);
  await mark(page);
  await before.program.end();
  await expectPast(page);
  await keepPicture(page, "stolos-restarts");
  const after = await startDashboard(settings);
  door.aim(after.port);
  await expectPresent(page);
  await expectSame(page);
  await page.goto("about:blank");
  await Promise.all([door.close(), after.program.end()]);
});

test("while the viewer cannot be checked, an open page freezes, a new page reports it, and both continue later", { tag: "@without-reviews" }, async ({
  page,
  house,
  cluster,
  complaints,
}) => {
  complaints.claim(AWAY);
  const path = house.kubeconfigOf("dashboard");
  const behindDoor = temporaryFile(readFileSync(path, "utf8").replace(/https:\/\/127\.0\.0\.1:\d+/, `https://127.0.0.1:${house.apiDoor.port}`));
  const server = await startSecond({ KUBECONFIG: behindDoor.path, STOLOS_SIGN_IN: "token" });
  await signInAt(page, complaints, server.address, cluster.token);
  await page.goto(`${server.address}/oncall`);
  await expectAlive(page);
  await mark(page);
  house.apiDoor.cut();
  await expectPast(page);
  const late = await page.context().newPage();
  await late.goto(`${server.address}/oncall`);
  // A recent decision still opens the page, with a banner; a moment later the sign-in opens instead.
  await expect(banners(late, { kind: "unchecked" }).or(late.locator(`[data-refusal="unchecked"]`)).first()).toBeVisible();
  expect(await greenElements(late)).toEqual([]);
  house.apiDoor.restore();
  await expectPresent(late);
  await late.close();
  await expectPresent(page);
  await expectSame(page);
  await page.goto("about:blank");
  await server.end();
  behindDoor.remove();
});

async function signInAt(page: Page, complaints: Parameters<typeof signIn>[1], address: string, token: string): Promise<void> {
  complaints.claim(/status of 401/);
  await page.goto(`${address}/sign-in`);
  await page.getByLabel(FIELD.token).fill(token);
  await page.getByRole("button", { name: BUTTON.signIn, exact: true }).tap();
  await expect(page).not.toHaveURL(/sign-in/);
}

test("the browser has no service worker and no cache, and pages are sent with no-store", async ({ page, house, request }) => {
  await page.goto("/oncall");
  await expectAlive(page);
  const kept = await page.evaluate(async () => ({
    workers: "serviceWorker" in navigator ? (await navigator.serviceWorker.getRegistrations()).length : 0,
    caches: "caches" in window ? await caches.keys() : [],
  }));
  expect(kept).toEqual({ workers: 0, caches: [] });
  for (const path of ["/oncall", groupPage("shop", "checkout")]) {
    const answer = await request.get(`${house.address}${path}`);
    expect(answer.headers()["cache-control"], path).toContain("no-store");
  }
});
