import { expect, test } from "./fixtures";
import { greenElements } from "./green-elements";
import { keepPicture, NIGHT_PHONE } from "./on-call-picture";
import { EXPECTED, live, PROVIDER_BROWSER, renewals, sessionCookies, signIn } from "./provider/browser";
import { type ProviderWorld, startProviderWorld } from "./provider/world";

/*
 * What becomes of a sign-in whose token expires, that the provider ends, or whose provider is away: minutes of waiting, which `npm run prove -- sign-in` takes.
 * The sign-in itself, its renewals and its end are `provider-renewal.spec.ts`. Three replicas of Stolos stand behind a proxy in which TLS ends, and take turns.
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

test("a page that is asked for after the token has expired renews it and goes on; what the cluster allows is what is seen", async ({
  page,
  context,
  complaints,
}) => {
  complaints.claim(EXPECTED);
  await signIn(page, world, "joe");
  await expect(page.getByRole("button", { name: "Signed in as oidc:joe." })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "shop" }).first()).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "legacy" })).toHaveCount(0);
  await page.goto("about:blank");
  await page.waitForTimeout((ID_TOKEN_SECONDS + 4) * 1_000);
  const asked = renewals(world);
  await page.goto(`${world.address}/groups`);
  await expect(page).toHaveURL(`${world.address}/groups`);
  await expect(page.getByRole("button", { name: "Signed in as oidc:joe." })).toBeVisible();
  expect(renewals(world) - asked).toBeGreaterThanOrEqual(1);

  // The provider ends it: the page says so at the next renewal, and keeps nothing.
  await world.provider.revoke("joe");
  await expect(page.getByText("Signed out", { exact: true })).toBeVisible({ timeout: ID_TOKEN_SECONDS * 1_000 });
  await expect(page.getByText(/The provider has ended this sign-in/)).toBeVisible();
  await expect(live(page)).toHaveCount(0);
  expect(await sessionCookies(context)).toEqual([]);
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
  await signIn(page, world, "jane", "/oncall");
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
