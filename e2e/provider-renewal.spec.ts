import { banner } from "./alive";
import { expectNoViolations } from "./axe-violations";
import { expect, test } from "./fixtures";
import { BUTTON } from "./labels";
import { isWhole } from "./proof-extent";
import { EXPECTED, live, PROVIDER_BROWSER, renewals, sessionCookies, signIn, signInButton } from "./provider/browser";
import { watchDarkness } from "./provider/dark-time";
import { type ProviderWorld, PUBLIC_HOST, startProviderWorld } from "./provider/world";
import { expectHeading } from "./statements";

/*
 * Users sign in at a real OpenID provider whose tokens the API server checks. A proxy that terminates TLS sends requests to several replicas of Stolos
 * in turn: no sign-in may depend on one of them. `npm run prove -- sign-in` starts three and watches for longer.
 */

test.use({ launchOptions: PROVIDER_BROWSER });

/** A page renews when half of this is over. */
const ID_TOKEN_SECONDS = 12;
const RENEWALS = isWhole ? 6 : 2;
/** A stream is handed over; one that had to be opened anew would be away for longer, as soon as the machine is busy. */
const DARK_MS = 2_000;
let world: ProviderWorld;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await startProviderWorld({ replicas: isWhole ? 3 : 2, idTokenSeconds: ID_TOKEN_SECONDS });
});
test.afterAll(() => world.end());

/** The audit lines of a command in all logs. */
function auditOf(command: string): readonly Readonly<Record<string, string>>[] {
  const lines = world.log().split("\n");
  return lines.filter((line) => line.includes(`"message":"audit","command":"${command}"`)).map((line) => JSON.parse(line.slice(line.indexOf("{"))));
}

test("keeps two tabs signed in and live while tokens are renewed, until the user signs out", async ({ page, context, complaints }) => {
  complaints.claim(EXPECTED);
  await page.goto(`${world.address}/sign-in`);
  await expect(signInButton(page)).toBeEnabled();
  await expectNoViolations(page, "the sign-in");
  await signIn(page, world, "jane", "/entries?q=shop");
  await expect(page.locator("button[data-viewer='oidc:jane']")).toBeVisible();
  await expect(live(page)).toBeVisible();
  const before = await sessionCookies(context);
  expect(before.map(({ name, httpOnly, secure, sameSite, path, domain }) => [name, httpOnly, secure, sameSite, path, domain])).toEqual([
    ["__Host-stolos-session-0", true, true, "Strict", "/", PUBLIC_HOST],
  ]);

  const other = await context.newPage();
  await other.goto(`${world.address}/groups`);
  await expect(live(other)).toBeVisible();
  await expect(live(page)).toBeVisible();

  // Neither page shows that its token is renewed several times.
  const [asked, since] = [renewals(world), Date.now()];
  const darkness = await Promise.all([page, other].map(watchDarkness));
  await expect.poll(() => renewals(world) - asked, { timeout: RENEWALS * ID_TOKEN_SECONDS * 1_000 }).toBeGreaterThanOrEqual(RENEWALS);
  // Waits for the stream of the last renewal.
  await page.waitForTimeout(3_000);
  for (const tab of [page, other]) {
    await expect(live(tab)).toBeVisible();
    await expect(banner(tab, "signed-out")).toHaveCount(0);
  }
  const dark = await Promise.all(darkness.map((longest) => longest()));
  process.stdout.write(`    the longest that a page was not live while its token was renewed ${renewals(world) - asked} times: ${Math.max(...dark)} ms\n`);
  expect(Math.max(...dark)).toBeLessThan(DARK_MS);
  // One at a time for both: a refresh token that is used twice ends the whole sign-in.
  expect(renewals(world) - asked).toBeLessThanOrEqual(Math.ceil((Date.now() - since) / (ID_TOKEN_SECONDS * 500)) + 1);
  expect((await sessionCookies(context))[0]?.value).not.toBe(before[0]?.value);
  await other.goto(`${world.address}/entries`);
  await expect(other.getByRole("row").nth(2)).toBeVisible();

  await page.locator("button[data-viewer='oidc:jane']").click();
  await page.getByRole("menuitem", { name: BUTTON.signOut }).click();
  for (const tab of [page, other]) await expectHeading(tab, "sign-in", { through: "provider" });
  expect(await sessionCookies(context)).toEqual([]);
  await expect.poll(() => world.provider.asked).toContain("POST /token/revocation");
  await expect(page.locator("main a[href*='client_id=stolos']")).toHaveAttribute("href", /\/session\/end\?client_id=stolos$/);
  const [[signedIn], [signedOut]] = [auditOf("sign-in"), auditOf("sign-out")];
  expect(signedIn).toMatchObject({ who: "oidc:jane", how: "oidc", result: "done", from: "127.0.0.1" });
  // One session, whatever tokens it had, and whichever replica was asked.
  expect(signedOut).toMatchObject({ who: "oidc:jane", session: signedIn?.session });
  expect(signedIn?.session).toMatch(/^[\w-]{16}$/);
  expect(world.log()).not.toMatch(/eyJ[A-Za-z0-9_-]{20}/);
});

test("refuses a callback that this browser did not begin, with the reason", async ({ page, complaints }) => {
  complaints.claim(/403 \(Forbidden\)/);
  await page.goto(`${world.address}/api/sign-in/callback?code=stolen&state=foreign`);
  await expect(page).toHaveURL(/\/sign-in\?from=%2F&note=not-begun$/);
  await expect(page.getByRole("main").getByRole("alert")).toHaveAttribute("data-refusal", "not-begun");
  // An image or a frame of another site gets no answer.
  const status = await page.evaluate(async () => (await fetch("/api/sign-in/callback?code=stolen&state=foreign")).status);
  expect(status).toBe(403);
});
