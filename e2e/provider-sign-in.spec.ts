import type { BrowserContext, Page } from "@playwright/test";
import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";
import { keepPicture, NIGHT_PHONE } from "./on-call-picture";
import { type ProviderWorld, PUBLIC_HOST, startProviderWorld } from "./provider/world";

/*
 * People sign in at a real OpenID provider whose tokens the API server checks. Three replicas of Stolos stand behind a proxy in which TLS ends,
 * and take turns: nothing about a sign-in may rest on one of them.
 */

test.use({
  launchOptions: {
    ...(process.env.STOLOS_CHROMIUM && { executablePath: process.env.STOLOS_CHROMIUM }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--ignore-certificate-errors", `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1`],
  },
});

/** A page renews when half of this is over. */
const ID_TOKEN_SECONDS = 24;
/** A stream that ends is opened again within this, also on a busy machine. */
const RECONNECTION_MS = 15_000;
/** Streams end with a sign-in, and whoever has none is refused; replicas take turns, and know nothing of each other's streams. */
const EXPECTED = /401 \(Unauthorized\)|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|404 \(Not Found\).*\/(api\/live|favicon\.ico)/;
let world: ProviderWorld;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await startProviderWorld({ replicas: 3, idTokenSeconds: ID_TOKEN_SECONDS });
});
test.afterAll(() => world.end());

async function signIn(page: Page, user: string, path = "/entries"): Promise<void> {
  await page.goto(`${world.address}${path}`);
  await expect(page.getByRole("heading", { name: "Sign in to Stolos." })).toBeVisible();
  await page.getByRole("button", { name: /^Sign in at localhost:/ }).click();
  await page.getByLabel("User").fill(user);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${world.address}${path}`);
}

const live = (page: Page) => page.getByText(/^live ·/);
const renewals = () => world.provider.asked.filter((one) => one === "POST /token").length;

async function sessionCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name, value }) => name.includes("stolos-session") && value !== "");
}

test("somebody signs in at the provider, and two tabs stay signed in and live while tokens are renewed, until somebody signs out", async ({
  page,
  context,
  complaints,
}) => {
  complaints.claim(EXPECTED);
  await page.goto(`${world.address}/sign-in`);
  await expect(page.getByRole("button", { name: /^Sign in at localhost:/ })).toBeEnabled();
  await expectNoViolations(page, "the sign-in");
  await signIn(page, "jane", "/entries?q=shop");
  await expect(page.getByRole("button", { name: "Signed in as oidc:jane." })).toBeVisible();
  await expect(live(page)).toBeVisible();
  const before = await sessionCookies(context);
  expect(before.map(({ name, httpOnly, secure, sameSite, path, domain }) => [name, httpOnly, secure, sameSite, path, domain])).toEqual([
    ["__Host-stolos-session-0", true, true, "Strict", "/", PUBLIC_HOST],
  ]);

  const other = await context.newPage();
  await other.goto(`${world.address}/groups`);
  await expect(live(other)).toBeVisible();

  // Three lives of a token: none of it shows on either page for longer than a stream takes to come back.
  const asked = renewals();
  const liveAt = new Map([page, other].map((tab) => [tab, Date.now()]));
  for (const until = Date.now() + 3 * ID_TOKEN_SECONDS * 1_000; Date.now() < until; await page.waitForTimeout(250)) {
    for (const [tab, at] of liveAt) {
      await expect(tab.getByText("Signed out", { exact: true })).toHaveCount(0);
      if ((await live(tab).count()) === 1) liveAt.set(tab, Date.now());
      else expect(Date.now() - at).toBeLessThan(RECONNECTION_MS);
    }
  }
  expect(renewals() - asked).toBeGreaterThanOrEqual(4);
  // One at a time for both: a refresh token that is used twice ends the whole sign-in.
  expect(renewals() - asked).toBeLessThanOrEqual(7);
  expect((await sessionCookies(context))[0]?.value).not.toBe(before[0]?.value);
  await other.goto(`${world.address}/entries`);
  await expect(other.getByRole("row").nth(2)).toBeVisible();

  await page.getByRole("button", { name: "Signed in as oidc:jane." }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  for (const tab of [page, other]) await expect(tab.getByRole("heading", { name: "Sign in to Stolos." })).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
  expect(world.provider.asked).toContain("POST /token/revocation");
  await expect(page.getByRole("link", { name: /^sign out at localhost:/ })).toHaveAttribute("href", /\/session\/end\?client_id=stolos$/);
  expect(world.log()).toMatch(/"message":"audit","command":"sign-in","who":"oidc:jane","how":"oidc","result":"done"/);
  expect(world.log()).toMatch(/"message":"audit","command":"sign-out","who":"oidc:jane"/);
  expect(world.log()).not.toMatch(/eyJ[A-Za-z0-9_-]{20}/);
});

test("a page that is asked for after the token has expired renews it and goes on; what the cluster allows is what is seen", async ({
  page,
  context,
  complaints,
}) => {
  complaints.claim(EXPECTED);
  await signIn(page, "joe");
  await expect(page.getByRole("button", { name: "Signed in as oidc:joe." })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "shop" }).first()).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "legacy" })).toHaveCount(0);
  await page.goto("about:blank");
  await page.waitForTimeout((ID_TOKEN_SECONDS + 4) * 1_000);
  const asked = renewals();
  await page.goto(`${world.address}/groups`);
  await expect(page).toHaveURL(`${world.address}/groups`);
  await expect(page.getByRole("button", { name: "Signed in as oidc:joe." })).toBeVisible();
  expect(renewals() - asked).toBeGreaterThanOrEqual(1);

  // The provider ends it: the page says so at the next renewal, and keeps nothing.
  await world.provider.revoke("joe");
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible({ timeout: ID_TOKEN_SECONDS * 1_000 });
  await expect(page.getByText(/The provider has ended this sign-in/)).toBeVisible();
  await expect(live(page)).toHaveCount(0);
  expect(await sessionCookies(context)).toEqual([]);
});

test("whoever the provider does not let in, or whose answer belongs to another browser, is told why", async ({ page, complaints }) => {
  complaints.claim(/403 \(Forbidden\)/);
  await page.goto(`${world.address}/api/sign-in/callback?code=stolen&state=foreign`);
  await expect(page).toHaveURL(/\/sign-in\?from=%2F$/);
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(/not begun in this browser/);
  // A picture or a frame of a page elsewhere gets nothing by it.
  const status = await page.evaluate(async () => (await fetch("/api/sign-in/callback?code=stolen&state=foreign")).status);
  expect(status).toBe(403);
});

test("while the provider is down whoever is on call goes on as long as the token is good, and by himself once it is back", async ({
  browser,
  page,
  complaints,
}) => {
  complaints.claim(EXPECTED);
  complaints.claim(/status of 503/);
  await page.setViewportSize(NIGHT_PHONE.viewport);
  await page.emulateMedia({ colorScheme: NIGHT_PHONE.colorScheme });
  const headline = page.getByRole("heading", { level: 1 });
  await signIn(page, "jane", "/oncall");
  await expect(headline).toHaveText(/(is|are) in trouble/);
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));

  world.provider.down();
  const late = await (await browser.newContext({ ...NIGHT_PHONE, ignoreHTTPSErrors: true })).newPage();
  await late.goto(`${world.address}/oncall`);
  await late.getByRole("button", { name: /^Sign in at localhost:/ }).tap();
  await expect(late.getByRole("main").getByRole("alert")).toHaveText(/provider/);
  await late.screenshot({ path: test.info().outputPath("nobody-signs-in.png") });
  await late.context().close();
  await expect(headline, "the token is good still").toHaveText(/(is|are) in trouble/);

  await expect(page.getByText(/^(Signed out|Not live)$/).first()).toBeVisible({ timeout: ID_TOKEN_SECONDS * 1_000 + 90_000 });
  await expect(headline).toHaveText(/(was|were) in trouble at \d\d:\d\d:\d\d/);
  await expect.poll(() => greenElements(page), { message: "nothing is green" }).toEqual([]);
  await keepPicture(page, "without-the-identity-provider");
  world.provider.up();
  await expect(headline, "it goes on by itself").toHaveText(/(is|are) in trouble/, { timeout: 60_000 });
  await expect(page.locator("html[data-same-page]"), "it was not loaded again").toBeAttached();
});
