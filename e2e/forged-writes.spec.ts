import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { startAttackingSite } from "./outside/attacking-site";
import { FORGERIES, writingRoutes } from "./outside/forged-requests";
import { type RawRequest, sendRaw } from "./outside/raw-request";
import { type RecordedApi, startRecordedApi } from "./outside/recorded-api";
import { type SecondDashboard, startSecond } from "./second-dashboard";

/* Writes that no page of the server asked for: by each way they can come, to each route of the build that takes a POST. None reaches the API server. */

const ACCOUNT = "/api/c/sandbox/commands/create-serviceaccount/shop";
const accountText = (name: string) => `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: ${name}, namespace: shop}\n`;
const creating = (name: string) => JSON.stringify({ dryRun: false, resourceVersion: "", input: { text: accountText(name) } });

let token: string;
let api: RecordedApi;
/** Where everybody acts with the server's own account, and where people sign in. */
let servers: Readonly<Record<"local" | "token", SecondDashboard>>;
/** The cookie of somebody who has signed in at the second one. */
let cookie: string;

test.beforeAll(async ({ house }) => {
  token = new Cluster(house.kubeconfigOf("team-shop")).token;
  api = await startRecordedApi(house.kubeconfigOf("team-shop"));
  const settings = { KUBECONFIG: api.kubeconfig, STOLOS_READ_ONLY: "false", STOLOS_NAMESPACES: "shop", STOLOS_HISTORY: "off" };
  const local = await startSecond(settings);
  servers = { local, token: await startSecond({ ...settings, STOLOS_SIGN_IN: "token" }) };
  const { address } = servers.token;
  const signedIn = await fetch(`${address}/api/session`, {
    ...{ method: "POST", headers: { origin: address, "content-type": "application/json" }, body: JSON.stringify({ token }) },
  });
  expect(signedIn.status).toBe(200);
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
});
test.afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.end()));
  await api.end();
});

/** What somebody's browser adds by itself. */
const addedBy = (kind: "local" | "token"): RawRequest["headers"] => (kind === "token" ? [["Cookie", cookie]] : []);

for (const kind of ["local", "token"] as const) {
  test(`at every route that takes a POST, none of the forged ones is taken where people sign in by ${kind}`, async () => {
    const { address } = servers[kind];
    const before = api.writes().length;
    const wrong: string[] = [];
    for (const { what, method = "POST", headers, refused } of FORGERIES) {
      for (const { of, path, body, type } of writingRoutes()) {
        // What is forged by its type alone is the type that this one takes.
        const isItsType = refused === 415 && headers(address).some(([name, value]) => name === "Content-Type" && value === type);
        if (isItsType) continue;
        const answer = await sendRaw(address, { method, path, headers: [...headers(address), ...addedBy(kind)], body: JSON.stringify(body) });
        // Who reports need not say from where: what is of another type is no report.
        const isRefused = answer.status === refused || (type !== undefined && refused === 403 && answer.status === 415);
        if (!isRefused) wrong.push(`${what}, to ${of}: ${answer.status} ${answer.body.slice(0, 200)}`);
        if (/set-cookie|access-control-allow/i.test(answer.head)) wrong.push(`${what}, to ${of}: it is given a header`);
      }
    }
    expect(wrong).toEqual([]);
    expect(api.writes().slice(before)).toEqual([]);
  });

  test(`what a page of the server asks for is written, as the same bytes from elsewhere are not: sign-in by ${kind}`, async ({ cluster }) => {
    const { address } = servers[kind];
    const name = `honest-${kind}`;
    const asked = { method: "POST", path: `${ACCOUNT}/${name}`, body: creating(name) };
    const type = ["Content-Type", "application/json"] as const;
    const honest = { ...asked, headers: [type, ["Origin", address], ["Sec-Fetch-Site", "same-origin"], ...addedBy(kind)] as const };
    const forged = { ...asked, headers: [type, ["Origin", "http://evil.example"], ["Sec-Fetch-Site", "cross-site"], ...addedBy(kind)] as const };
    const before = api.writes().length;
    expect((await sendRaw(address, forged)).status).toBe(403);
    expect(api.writes().slice(before)).toEqual([]);
    const answer = await sendRaw(address, honest);
    expect(answer.status, answer.body).toBe(200);
    expect(
      api
        .writes()
        .slice(before)
        .filter((one) => !one.includes("dryRun")),
    ).toHaveLength(1);
    expect(await cluster.get(`/api/v1/namespaces/shop/serviceaccounts/${name}`)).toMatchObject({ metadata: { name } });
  });
}

test("a program writes with its own token, and not beside a cookie or where nobody signs in", async () => {
  const type = ["Content-Type", "application/json"] as const;
  const bearer = ["Authorization", `Bearer ${token}`] as const;
  const asked = { method: "POST", path: `${ACCOUNT}/by-program`, body: creating("by-program") };
  const before = api.writes().length;
  expect((await sendRaw(servers.token.address, { ...asked, headers: [type, bearer, ["Cookie", cookie]] })).status).toBe(403);
  expect((await sendRaw(servers.local.address, { ...asked, headers: [type, bearer] })).status).toBe(403);
  expect((await sendRaw(servers.token.address, { ...asked, headers: [type, bearer, ["Origin", "http://evil.example"]] })).status).toBe(403);
  expect(api.writes().slice(before)).toEqual([]);
  expect((await sendRaw(servers.token.address, { ...asked, headers: [type, bearer] })).status).toBe(200);
  expect(api.writes().slice(before)).not.toEqual([]);
});

test("there are at least 120 of them, at every route of the build that takes a POST", () => {
  expect(writingRoutes().length).toBeGreaterThanOrEqual(7);
  expect(FORGERIES.length * writingRoutes().length).toBeGreaterThanOrEqual(120);
});

for (const [site, host] of [
  ["another site", "localhost"],
  ["a sibling of this site", "127.0.0.1"],
] as const) {
  test(`in a real browser, a page of ${site} writes nothing: forms, scripts, beacons, a sandboxed frame; and it shows no page of ours`, async ({
    page,
    complaints,
  }) => {
    // The browser says what it was refused, and what it does not show.
    complaints.claim(/status of 4\d\d|CORS policy|frame|Failed to load resource|ERR_/i);
    const target = servers.local.address;
    const attack = await startAttackingSite(`${target}${ACCOUNT}/by-browser`, creating("by-browser"));
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().startsWith(`${target}/api/`)) sent.push(`${request.method()} ${request.headers()["content-type"] ?? ""}`);
    });
    const before = api.writes().length;
    await page.goto(`http://${host}:${attack.port}/`);
    const came = await page.evaluate("attack()");
    expect(came).toEqual({ beacon: true, answers: Array(6).fill("failed") });
    expect(sent.length, "the browser did send").toBeGreaterThanOrEqual(6);
    expect(api.writes().slice(before)).toEqual([]);
    const framed = page.frameLocator("#framed");
    await expect(framed.locator("[data-statement]")).toHaveCount(0);
    expect(page.frames().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");
    await attack.end();
  });
}

test("the same page of the browser, from our own origin, does write", async ({ page, cluster, complaints }) => {
  // These servers remember nothing.
  complaints.claim(/status of 503/);
  await page.goto(`${servers.local.address}/oncall`);
  const status = await page.evaluate(
    async ([path, body]) => (await fetch(path ?? "", { method: "POST", headers: { "content-type": "application/json" }, body: body ?? "" })).status,
    [`${ACCOUNT}/from-own-page`, creating("from-own-page")],
  );
  expect(status).toBe(200);
  expect(await cluster.get("/api/v1/namespaces/shop/serviceaccounts/from-own-page")).toMatchObject({ metadata: { name: "from-own-page" } });
  await page.goto("about:blank");
});
