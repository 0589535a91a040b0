import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startTcpProxy } from "@/lib/testing/tcp-proxy";
import { tokenSigner } from "@/lib/testing/token-signer";
import { banner, expectAlive } from "./alive";
import { startApiProxy } from "./api-proxy";
import { expectNothingInThemes, THEMES } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { startDashboard, untilReady } from "./house";
import { BUTTON, FIELD, LINK } from "./labels";
import { waysOf } from "./proof-extent";
import { AUDIENCE, ISSUER, TOKEN_HEADER, tokenFor } from "./proxied/signing-proxy";
import { startSecond, temporaryFile } from "./second-dashboard";
import { expectHeading } from "./statements";

/* Sign-in pages and refusals of each kind of sign-in, on a desk and on a phone, in both themes. */

const WIDTHS = [1440, 390] as const;
/** `npm run prove -- axe` checks each of these in every way, `npm test` in one. */
const LOOKS = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));
const SHOWN = [
  ...["no page, before the sign-in", "the sign-in with a token", "a token that is refused", "the sign-in of whoever is signed in", "no page"],
  ...["a list while it could not be checked who looks at it", "the sign-in while it could not be checked who this is"],
  ...["a list whose sign-in has ended", "the sign-in at a provider", "a sign-in that the provider did not begin", "the sign-in while the provider is away"],
  ...["401", "403", "whoever could not be checked, behind a proxy", "the sign-in of a display", "the on-call page of a server that is gone"],
];

/** Axe finds nothing on the page, and no part of it is wider than the page. */
async function expectFine(page: Page, what: string): Promise<void> {
  const root = page.locator("html");
  expect(SHOWN, "the page is in the list").toContain(what);
  const looks = waysOf(SHOWN.indexOf(what), LOOKS);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const themes = looks.filter((look) => look.width === width).map(({ theme }) => theme);
    await expectNothingInThemes(page, `${what}, ${width} px wide`, themes);
    expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${what} is no wider than ${width} px`).toBe(0);
  }
  await expect(page.getByRole("main"), `${what} has one main part`).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 }), `${what} has one heading`).toHaveCount(1);
}

/** Expects the main part of a sign-in page to refuse with this code. */
const expectRefusal = (page: Page, code: string) => expect(page.getByRole("main").getByRole("alert")).toHaveAttribute("data-refusal", code);

const AWAY = /ERR_|Failed to load resource|NetworkError/;

test("a sign-in with a token: before it, refused, done, not to be checked, ended", { tag: "@axe-token" }, async ({ page, context, house, complaints }) => {
  complaints.claim(AWAY);
  const config = readFileSync(house.kubeconfigOf("dashboard"), "utf8");
  const server = /server: (\S+)/.exec(config)?.[1] ?? "";
  const api = await startApiProxy(server);
  const file = temporaryFile(config.replaceAll(server, api.address));
  const { address, end } = await startSecond({ KUBECONFIG: file.path, STOLOS_SIGN_IN: "token" });
  const button = page.getByRole("button", { name: BUTTON.signIn });

  await page.goto(`${address}/no/such/page`);
  await expectHeading(page, "no-such-page");
  await expectFine(page, "no page, before the sign-in");
  await page.goto(`${address}/sign-in`);
  await expect(button).toBeEnabled();
  await expectFine(page, "the sign-in with a token");
  await page.getByLabel(FIELD.token).fill("no-token-of-the-cluster");
  await button.click();
  await expectRefusal(page, "not-signed-in");
  await expectFine(page, "a token that is refused");
  await page.getByLabel(FIELD.token).fill(new Cluster(house.kubeconfigOf("viewer")).token);
  await button.click();
  await expect(page).not.toHaveURL(/sign-in/);
  await page.goto(`${address}/sign-in`);
  await expect(page.getByRole("link", { name: LINK.goOn })).toBeVisible();
  await expectFine(page, "the sign-in of whoever is signed in");
  await page.goto(`${address}/no/such/page`);
  await expect(page.locator("[data-freshness=live]").first()).toBeVisible();
  await expectFine(page, "no page");

  await page.goto(`${address}/entries?ns=shop`);
  await expectAlive(page);
  api.answerAll((answer) => answer.destroy());
  await expect(banner(page, "unchecked")).toBeVisible();
  await expectFine(page, "a list while it could not be checked who looks at it");
  const late = await context.newPage();
  await late.goto(`${address}/entries`);
  await expectRefusal(late, "unchecked");
  await expectFine(late, "the sign-in while it could not be checked who this is");
  await late.close();
  api.answerAll(null);
  await expect(page.locator("[data-freshness=live]").first()).toBeVisible({ timeout: 60_000 });
  await page.request.post(`${address}/api/sign-out`, { data: {}, headers: { origin: address } });
  await expect(banner(page, "signed-out")).toBeVisible();
  await expect(page.locator("[data-notice=denied][data-subject=withdrawn]")).toBeVisible();
  await expectFine(page, "a list whose sign-in has ended");
  await page.goto("about:blank");
  await end();
  await api.close();
  file.remove();
});

test("a sign-in at a provider: before it, refused, and while the provider is away", { tag: "@axe-provider" }, async ({ page, house, complaints }) => {
  complaints.claim(AWAY);
  const door = await startTcpProxy(1);
  const address = `http://127.0.0.1:${door.port}`;
  const away = { STOLOS_OIDC_ISSUER: "https://127.0.0.1:1", STOLOS_OIDC_CLIENT_ID: "stolos", STOLOS_PUBLIC_URL: address };
  const { program, port } = await startDashboard({ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "oidc", ...away });
  await untilReady(`http://127.0.0.1:${port}`);
  door.aim(port);
  const button = page.getByRole("button", { name: BUTTON.signInAt("127.0.0.1:1") });

  await page.goto(`${address}/sign-in`);
  await expect(button).toBeEnabled();
  await expectFine(page, "the sign-in at a provider");
  await page.goto(`${address}/api/sign-in/callback?code=stolen&state=foreign`);
  await expectRefusal(page, "not-begun");
  await expectFine(page, "a sign-in that the provider did not begin");
  await page.goto(`${address}/sign-in`);
  await button.click();
  await expectRefusal(page, "unchecked");
  await expectFine(page, "the sign-in while the provider is away");
  await page.goto("about:blank");
  await Promise.all([door.close(), program.end()]);
});

test("a trusted proxy: past it, refused by it, signed in, and while its keys cannot be read", { tag: "@axe-proxy" }, async ({ page, house, complaints }) => {
  complaints.claim(AWAY);
  const folder = mkdtempSync(join(tmpdir(), "stolos-keys-"));
  const signer = tokenSigner("first");
  writeFileSync(join(folder, "keys.json"), JSON.stringify({ keys: [signer.publicKey] }));
  const settings = {
    ...{ KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "proxy", STOLOS_PROXY_HEADER: TOKEN_HEADER },
    ...{ STOLOS_PROXY_ISSUER: ISSUER, STOLOS_PROXY_AUDIENCE: AUDIENCE, STOLOS_PROXY_PEERS: "127.0.0.1/32", STOLOS_PROXY_USERNAME_PREFIX: "idp:" },
    ...{ STOLOS_IMPERSONATE_USERS: "idp:ann", STOLOS_PROXY_SIGN_IN_URL: "https://stolos.example/sign-in" },
  };
  const { address, end } = await startSecond({ ...settings, STOLOS_PROXY_JWKS_FILE: join(folder, "keys.json") });
  const as = async (sub: string) => page.setExtraHTTPHeaders({ [TOKEN_HEADER]: await tokenFor(signer, { sub, groups: [] }) });

  await page.goto(`${address}/entries`);
  await expectHeading(page, "turned-away", { refusal: "not-signed-in" });
  await expectFine(page, "401");
  await as("eve");
  await page.goto(`${address}/entries`);
  await expectHeading(page, "turned-away", { refusal: "user-not-allowed" });
  await expectFine(page, "403");
  await end();

  const unread = await startSecond({ ...settings, STOLOS_PROXY_JWKS_URL: "https://127.0.0.1:1/keys" });
  await as("ann");
  await page.goto(`${unread.address}/entries`);
  await expectHeading(page, "turned-away", { refusal: "unchecked" });
  await expectFine(page, "whoever could not be checked, behind a proxy");
  await page.goto("about:blank");
  await unread.end();
  rmSync(folder, { recursive: true, force: true });
});

test("a wall display, where nobody signs in, and a page whose server is gone", { tag: "@axe-kiosk" }, async ({ page, house, complaints }) => {
  complaints.claim(AWAY);
  const settings = { KUBECONFIG: house.kubeconfigOf("dashboard"), STOLOS_SIGN_IN: "kiosk", STOLOS_KIOSK_NAMESPACES: "shop" };
  const { address, end } = await startSecond(settings);
  await page.goto(`${address}/sign-in`);
  await expectHeading(page, "no-such-page");
  await expect(page.locator("[data-freshness=live]").first()).toBeVisible();
  await expectFine(page, "the sign-in of a display");
  await page.goto(`${address}/oncall`);
  await expectAlive(page);
  await end();
  await expect(banner(page, "stale").first()).toBeVisible();
  await expectFine(page, "the on-call page of a server that is gone");
  await page.goto("about:blank");
});
