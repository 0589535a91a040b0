import type { Page } from "@playwright/test";
import { banner } from "./alive";
import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";
import { keepPicture, NIGHT_PHONE } from "./on-call-picture";
import { EXPECTED, live, PROVIDER_BROWSER, renewals, sessionCookies, signIn, signInButton } from "./provider/browser";
import { type ProviderWorld, startProviderWorld } from "./provider/world";
import { expectHeading } from "./statements";

/*
 * Sign-ins with an expired token, a revoked sign-in, and a provider that is down. They wait for minutes, so `npm run prove -- sign-in` runs them.
 * `provider-renewal.spec.ts` has the sign-in, its renewals and the sign-out. A proxy that terminates TLS sends requests to three replicas in turn.
 */

test.use({ launchOptions: PROVIDER_BROWSER });

/** A page renews when half of this is over. */
const ID_TOKEN_SECONDS = 24;
let world: ProviderWorld;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await startProviderWorld({ replicas: 3, idTokenSeconds: ID_TOKEN_SECONDS });
});
test.afterAll(() => world.end());

/** Expects the on-call headline about groups in trouble, of now or of the last known moment. */
function expectOnCall(page: Page, past: boolean, timeout = 40_000): Promise<void> {
  return expectHeading(page, "groups-in-trouble", { troubled: /^[1-9]/, past, asOf: past ? /^\d{13}/ : null }, { timeout });
}

test("renews an expired token for the next page, and shows only what the cluster allows", async ({ page, context, complaints }) => {
  complaints.claim(EXPECTED);
  await signIn(page, world, "joe");
  await expect(page.locator("button[data-viewer='oidc:joe']")).toBeVisible();
  await expect(page.locator("main").getByText("shop", { exact: true }).first()).toBeVisible();
  await expect(page.locator("main").getByText("legacy", { exact: true })).toHaveCount(0);
  await page.goto("about:blank");
  await page.waitForTimeout((ID_TOKEN_SECONDS + 4) * 1_000);
  const asked = renewals(world);
  await page.goto(`${world.address}/groups`);
  await expect(page).toHaveURL(`${world.address}/groups`);
  await expect(page.locator("button[data-viewer='oidc:joe']")).toBeVisible();
  expect(renewals(world) - asked).toBeGreaterThanOrEqual(1);

  // After the provider revokes the sign-in, the next renewal signs the page out.
  await world.provider.revoke("joe");
  await expect(banner(page, "signed-out")).toBeVisible({ timeout: ID_TOKEN_SECONDS * 1_000 });
  await expect(banner(page, "signed-out")).toHaveAttribute("data-reason", "renewal-refused");
  await expect(live(page)).toHaveCount(0);
  expect(await sessionCookies(context)).toEqual([]);
});

test("keeps the on-call page until the token expires while the provider is down, and continues when it is back", async ({ browser, page, complaints }) => {
  complaints.claim(EXPECTED);
  complaints.claim(/status of 503/);
  await page.setViewportSize(NIGHT_PHONE.viewport);
  await page.emulateMedia({ colorScheme: NIGHT_PHONE.colorScheme });
  await signIn(page, world, "jane", "/oncall");
  await expectOnCall(page, false);
  await page.evaluate(() => document.documentElement.toggleAttribute("data-same-page", true));

  world.provider.down();
  const late = await (await browser.newContext({ ...NIGHT_PHONE, ignoreHTTPSErrors: true })).newPage();
  await late.goto(`${world.address}/oncall`);
  await signInButton(late).tap();
  await expect(late.getByRole("main").getByRole("alert")).toHaveAttribute("data-refusal", "unchecked");
  await late.screenshot({ path: test.info().outputPath("nobody-signs-in.png") });
  await late.context().close();
  await expectOnCall(page, false);

  await expect(banner(page, "signed-out").or(banner(page, "stale")).first()).toBeVisible({ timeout: ID_TOKEN_SECONDS * 1_000 + 90_000 });
  await expectOnCall(page, true);
  await expect.poll(() => greenElements(page), { message: "nothing is green" }).toEqual([]);
  await keepPicture(page, "without-the-identity-provider");
  world.provider.up();
  await expectOnCall(page, false, 60_000);
  await expect(page.locator("html[data-same-page]"), "it was not loaded again").toBeAttached();
});
