import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { forgedToken, tokenSigner } from "@/lib/testing/token-signer";
import { freshness } from "./alive";
import { expectNoViolations } from "./axe-violations";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, LINK } from "./labels";
import { letImpersonate, letRead } from "./proxied/impersonation-rights";
import { AUDIENCE, ISSUER, type SigningProxy, startSigningProxy, TOKEN_HEADER, tokenFor } from "./proxied/signing-proxy";
import { startSecond } from "./second-dashboard";
import { expectHeading } from "./statements";

/*
 * A proxy in front of one dashboard signs users in. The dashboard impersonates them with its own account, which may read everything and set the
 * size of every group. Users still see and change only what they may.
 */

const FOLDER = mkdtempSync(join(tmpdir(), "stolos-proxy-"));
const DATA = mkdtempSync(join(tmpdir(), "stolos-proxy-data-"));
const signer = tokenSigner("first");
writeFileSync(join(FOLDER, "keys.json"), JSON.stringify({ keys: [signer.publicKey] }));
test.afterAll(() => {
  for (const folder of [FOLDER, DATA]) rmSync(folder, { recursive: true, force: true });
});

const SIGN_IN = "https://stolos.example/sign-in";
const SETTINGS = {
  ...{ STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1", STOLOS_READ_ONLY: "false" },
  ...{ STOLOS_SIGN_IN: "proxy", STOLOS_PROXY_HEADER: TOKEN_HEADER, STOLOS_PROXY_ISSUER: ISSUER, STOLOS_PROXY_AUDIENCE: AUDIENCE },
  ...{ STOLOS_PROXY_JWKS_FILE: join(FOLDER, "keys.json"), STOLOS_PROXY_PEERS: "127.0.0.1/32", STOLOS_PROXY_SIGN_IN_URL: SIGN_IN },
  ...{ STOLOS_PROXY_USERNAME_PREFIX: "idp:", STOLOS_PROXY_GROUPS_CLAIM: "groups", STOLOS_PROXY_GROUPS_PREFIX: "stolos:" },
  ...{ STOLOS_IMPERSONATE_USERS: "idp:ann,idp:ben,idp:kim", STOLOS_IMPERSONATE_GROUPS: "stolos:team-*" },
};
test.use({
  houseOptions: { sandboxArguments: ["--scenario", "steady", "--seed", "1", "--speed", "4"], settings: { ...SETTINGS, STOLOS_DATA: DATA } },
});

const ANN = { sub: "ann", groups: ["team-shop", "dashboard"] };
const BEN = { sub: "ben", groups: [] };
/** A user in the list, whom the dashboard may not impersonate in the cluster. */
const KIM = { sub: "kim", groups: [] };
/** A user who is not in the list. */
const EVE = { sub: "eve", groups: ["team-shop"] };

let proxy: SigningProxy;
let isAllowed = false;

test.beforeEach(async ({ house, cluster }) => {
  proxy = await startSigningProxy(house.address, signer, { ann: ANN, ben: BEN, kim: KIM, eve: EVE });
  if (isAllowed) return;
  await letImpersonate(cluster, ["idp:ann", "idp:ben"], ["stolos:team-shop"]);
  await letRead(cluster, "idp:ben", "legacy");
  isAllowed = true;
});
test.afterEach(() => proxy.close());

/** A page in the browser of one user, behind the proxy. */
async function pageOf(browser: Browser, person: string): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies([{ name: "person", value: person, url: proxy.address }]);
  return context.newPage();
}

function ask(person: string, path: string, body?: object): Promise<Response> {
  const cookie = { cookie: `person=${person}` };
  if (body === undefined) return fetch(`${proxy.address}${path}`, { headers: cookie, redirect: "manual" });
  const headers = { ...cookie, "content-type": "application/json", origin: proxy.address, "sec-fetch-site": "same-origin" };
  return fetch(`${proxy.address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Sends a request with exactly these headers to the port of the dashboard, past the proxy. */
function atThePort(address: string, path: string, headers: Readonly<Record<string, string | string[]>>, localAddress = "127.0.0.1") {
  const port = Number(new URL(address).port);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, path, headers: { host: `127.0.0.1:${port}`, ...headers }, localAddress, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.on("error", reject).end();
  });
}

test("shows each of two users behind a proxy their own namespace only", async ({ browser, complaints }) => {
  // The server answers 401 after a sign-out.
  complaints.claim(/status of 401/);
  const [ann, ben] = await Promise.all([pageOf(browser, "ann"), pageOf(browser, "ben")]);
  for (const [page, own, other, name] of [
    [ann, "shop", "legacy", "idp:ann"],
    [ben, "legacy", "shop", "idp:ben"],
  ] as const) {
    await page.goto(`${proxy.address}/entries`);
    await expect(freshness(page, "live")).toBeVisible();
    await expect(page.locator(`button[data-viewer="${name}"]`)).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: own }).first()).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: other })).toHaveCount(0);
  }
  await freshness(ann, "live").click();
  await expect(ann.getByRole("dialog").locator("[data-sign-in=proxy][data-read-as=impersonated]")).toBeVisible();
  await ann.keyboard.press("Escape");
  await ann.locator("button[data-viewer='idp:ann']").click();
  await ann.getByRole("menuitem", { name: BUTTON.signOut }).click();
  await expectHeading(ann, "sign-in", { through: "proxy", name: "idp:ann" });
  await expectNoViolations(ann, "the sign-in page of a proxy");
  await Promise.all([ann.context().close(), ben.context().close()]);
});

test("makes a change with the rights of the user, and refuses what only the account of the dashboard may do", async ({ cluster, house }) => {
  const groups = async (namespace: string) => (await cluster.get(`/apis/networking.istio.io/v1/namespaces/${namespace}/workloadgroups`)).items ?? [];
  const sizeOf = (name: string, namespace: string) => `/api/c/sandbox/commands/set-expected-size/${namespace}/${name}`;
  const [inShop] = await groups("shop");
  const [inLegacy] = await groups("legacy");
  if (inShop === undefined || inLegacy === undefined) throw new Error("There is no group to change.");
  const change = (group: typeof inShop) => ({ dryRun: false, resourceVersion: group.metadata.resourceVersion, input: { size: "7" } });

  // The dashboard's own account may set the size of every group.
  const own = new Cluster(house.kubeconfigOf("dashboard"));
  const path = `/apis/networking.istio.io/v1/namespaces/legacy/workloadgroups/${inLegacy.metadata.name}`;
  await own.patch(`${path}?dryRun=All`, { metadata: { annotations: { "stolos.dev/expected-size": "7" } } });
  expect((await ask("ben", sizeOf(inLegacy.metadata.name, "legacy"), change(inLegacy))).status).toBe(403);

  const answer = await ask("ann", sizeOf(inShop.metadata.name, "shop"), change(inShop));
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("resourceVersion")]);
  const after = (await groups("shop")).find(({ metadata }) => metadata.name === inShop.metadata.name);
  expect(after?.metadata.annotations?.["stolos.dev/expected-size"]).toBe("7");
  const audited = house.dashboard
    .log()
    .split("\n")
    .filter((line) => line.includes('"command":"set-expected-size"'))
    .map((line): { who: string; result: string } => JSON.parse(line))
    .map(({ who, result }) => [who, result]);
  expect(audited).toEqual([
    [expect.stringContaining("idp:ben"), expect.stringMatching(/^refused: 403\b/)],
    [expect.stringContaining("idp:ann"), "done"],
  ]);
});

test("sends a visitor who bypasses the proxy to the sign-in, and refuses forged headers", async ({ house, page, complaints }) => {
  complaints.claim(/status of 401/);
  const answer = await page.goto("/entries");
  expect(answer?.status()).toBe(401);
  await expectHeading(page, "turned-away", { refusal: "not-signed-in" });
  await expect(page.getByRole("link", { name: LINK.openTheSignIn })).toHaveAttribute("href", SIGN_IN);
  await expectNoViolations(page, "the page of whoever is not signed in");

  const api = "/api/session";
  const good = await tokenFor(signer, ANN);
  const claims = { iss: ISSUER, aud: AUDIENCE, sub: "ann", exp: Math.floor(Date.now() / 1_000) + 300 };
  const header = { alg: "ES256", kid: "first" };
  const refused: [string, number, Readonly<Record<string, string | string[]>>][] = [
    ["no header", 401, {}],
    ["a token of the cluster", 401, { authorization: `Bearer ${new Cluster(house.kubeconfigOf("admin")).token}` }],
    ["a signature that nobody made", 401, { [TOKEN_HEADER]: forgedToken(header, claims) }],
    ["no signature", 401, { [TOKEN_HEADER]: forgedToken({ alg: "none" }, claims, "") }],
    ["another key of the same name", 401, { [TOKEN_HEADER]: await tokenFor(tokenSigner("first"), ANN) }],
    ["an expired token", 401, { [TOKEN_HEADER]: await tokenFor(signer, ANN, -61) }],
    ["the header twice", 400, { [TOKEN_HEADER]: [good, good] }],
    ["a name with underscores beside it", 400, { [TOKEN_HEADER]: good, [TOKEN_HEADER.replaceAll("-", "_")]: good }],
    ["a name with underscores alone", 400, { [TOKEN_HEADER.replaceAll("-", "_")]: good }],
    ["headers of impersonation", 401, { "impersonate-user": "idp:ann", "x-forwarded-user": "idp:ann" }],
  ];
  for (const [how, status, headers] of refused) {
    const { status: got, text } = await atThePort(house.address, api, headers);
    expect([how, got], text).toEqual([how, status]);
    expect(JSON.parse(text)).toMatchObject({ status, detail: expect.any(String) });
  }
  const second = await startSecond({ ...SETTINGS, KUBECONFIG: house.kubeconfigOf("dashboard") });
  const from = (peer: string) => atThePort(second.address, api, { [TOKEN_HEADER]: good, "x-stolos-peer": "127.0.0.1" }, peer);
  expect((await from("127.0.0.1")).status, "a true token from the proxy's address").toBe(200);
  expect(await from("127.0.0.2"), "a true token from another address").toMatchObject({ status: 403 });
  await second.end();
});

test("refuses users whom it may not impersonate: not listed, or forbidden by the cluster", async ({ browser, complaints }) => {
  complaints.claim(/status of 40[13]/);
  const eve = await pageOf(browser, "eve");
  expect((await eve.goto(`${proxy.address}/`))?.status()).toBe(403);
  await expectHeading(eve, "turned-away", { refusal: "user-not-allowed" });
  await expect(eve.getByText("STOLOS_IMPERSONATE_USERS")).toBeVisible();
  await eve.context().close();
  const kim = await pageOf(browser, "kim");
  expect((await kim.goto(`${proxy.address}/`))?.status()).toBe(401);
  await expectHeading(kim, "turned-away", { refusal: "may-not-impersonate" });
  await kim.context().close();
  expect((await ask("kim", "/api/session")).status).toBe(401);
  expect((await ask("ann", "/sign-in?from=/entries")).status).toBe(200);
});

test("keeps the signed token out of logs, pages and files", async ({ browser, house }) => {
  const ann = await pageOf(browser, "ann");
  await ann.goto(`${proxy.address}/entries`);
  await expect(freshness(ann, "live")).toBeVisible();
  const refused = await tokenFor(tokenSigner("first"), ANN);
  await atThePort(house.address, "/api/session", { [TOKEN_HEADER]: refused });
  const page = await ann.content();
  const kept = JSON.stringify([await ann.context().cookies(), await ann.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])]);
  const files = readdirSync(DATA).map((name) => readFileSync(join(DATA, name)).toString("latin1"));
  expect(files.join("").length).toBeGreaterThan(0);
  expect(proxy.tokens.length).toBeGreaterThan(3);
  for (const token of [...proxy.tokens, refused])
    for (const part of token.split(".").slice(1))
      for (const [place, text] of [["log", house.dashboard.log()], ["page", page], ["browser", kept], ...files.map((file) => ["file", file] as const)] as const)
        expect(text.includes(part), `a token is in the ${place}`).toBe(false);
  await ann.context().close();
});
