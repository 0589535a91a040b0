import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { startTcpProxy } from "@/lib/testing/tcp-proxy";
import { expectAlive } from "./alive";
import { expect, test } from "./fixtures";
import { groupPage } from "./fleet";
import { greenElements } from "./green-elements";
import { startDashboard, untilReady } from "./house";
import { keepPicture, NIGHT_PHONE } from "./on-call-picture";
import { startSecond, temporaryFile } from "./second-dashboard";
import type { signIn } from "./token-sign-in";

/** The on-call page on a phone, with one thing missing that it is used to. */
test.use(NIGHT_PHONE);

const AWAY = /ERR_|Failed to load resource|NetworkError/;
const headline = (page: Page) => page.getByRole("heading", { level: 1 });

/** It says that it is not live, in the past tense, and nothing is green. */
async function expectPast(page: Page): Promise<void> {
  await expect(page.getByText("Not live").first()).toBeVisible({ timeout: 30_000 });
  await expect(headline(page)).toHaveText(/(was|were) in trouble at \d\d:\d\d:\d\d/);
  await expect.poll(() => greenElements(page), { message: "nothing is green" }).toEqual([]);
}

/** Marks the document: one that was loaded anew has no mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));
const expectSame = (page: Page) => expect(page.locator("html[data-same-page]"), "it was not loaded again").toBeAttached();

test("without a history it is live, and a group says that nothing is remembered", async ({ page, house, complaints }) => {
  complaints.claim(/status of 503/);
  const forgetful = await startSecond({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_HISTORY: "off" });
  await page.goto(`${forgetful.address}/oncall`);
  await expectAlive(page);
  await expect(headline(page)).toHaveText(/in trouble/);
  await keepPicture(page, "without-a-history");
  await page.goto(`${forgetful.address}${groupPage("shop", "checkout")}`);
  await expectAlive(page);
  await expect(page.getByRole("region", { name: "Lost" })).toContainText(/STOLOS_HISTORY is off/);
  await page.goto("about:blank");
  await forgetful.end();
});

test("without the API server it speaks of what was, and is live again by itself", async ({ page, house, complaints }) => {
  complaints.claim(AWAY);
  await page.goto("/oncall");
  await expectAlive(page);
  await mark(page);
  house.apiDoor.cut();
  await expectPast(page);
  await keepPicture(page, "without-the-api-server");
  house.apiDoor.restore();
  await expect(headline(page)).toHaveText(/(is|are) in trouble/, { timeout: 60_000 });
  await expectSame(page);
});

test("in a tunnel it says that it lost the network, and is live again behind it", async ({ page, house, complaints }) => {
  complaints.claim(AWAY);
  await page.goto("/oncall");
  await expectAlive(page);
  await mark(page);
  house.pageDoor.stall();
  await expectPast(page);
  await keepPicture(page, "in-a-tunnel");
  house.pageDoor.restore();
  await expect(headline(page)).toHaveText(/(is|are) in trouble/, { timeout: 60_000 });
  await expectSame(page);
});

test("over a restart of Stolos it is lost and found", async ({ page, house, complaints }) => {
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
  await expect(headline(page)).toHaveText(/(is|are) in trouble/, { timeout: 60_000 });
  await expectSame(page);
  await page.goto("about:blank");
  await Promise.all([door.close(), after.program.end()]);
});

test("where nobody can tell who asks, an open page freezes, a new one says so, and nothing is lost", async ({ page, house, cluster, complaints }) => {
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
  // A decision that is not too old yet still opens the page, which says so then; a moment later the sign-in does.
  await expect(
    late.getByText(/(What you may see could not be checked with the API server|Who you are could not be checked: the API server)/).first(),
  ).toBeVisible();
  expect(await greenElements(late)).toEqual([]);
  house.apiDoor.restore();
  await expect(headline(late), "it goes on by itself").toHaveText(/(is|are) in trouble/, { timeout: 60_000 });
  await late.close();
  await expect(headline(page)).toHaveText(/(is|are) in trouble/, { timeout: 60_000 });
  await expectSame(page);
  await page.goto("about:blank");
  await server.end();
  behindDoor.remove();
});

async function signInAt(page: Page, complaints: Parameters<typeof signIn>[1], address: string, token: string): Promise<void> {
  complaints.claim(/status of 401/);
  await page.goto(`${address}/sign-in`);
  await page.getByLabel("Token of the cluster").fill(token);
  await page.getByRole("button", { name: "Sign in" }).tap();
  await expect(page).not.toHaveURL(/sign-in/);
}

test("nothing serves a page that is not the server's: there is no service worker and no cache", async ({ page, house, request }) => {
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
