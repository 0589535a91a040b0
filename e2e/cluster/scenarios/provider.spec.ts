import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@/e2e/cluster/fixtures";
import { startRealCluster } from "@/e2e/cluster/real-cluster";
import { startDashboard, untilReady } from "@/e2e/house";
import { CookieJar } from "@/lib/testing/cookie-jar";
import { startTestProvider, type TestProvider } from "@/lib/testing/oidc-provider";
import { visitProvider } from "@/lib/testing/walk-provider";

/* A real API server checks the ID tokens. The user that it authenticates is the user who signs in. */

const PUBLIC_URL = "https://stolos.example";
const USERS = { jane: { groups: ["viewers"] }, mallory: { groups: ["viewers", "system:masters"], claims: { nickname: "system:admin" } } };
/** The API server retries a provider that it could not reach at its start after ten seconds. */
const TRUSTED_MS = 60_000;

/** Signs in as a browser does, at a dashboard that is reached past the proxy of its public URL; resolves to the cookies, and where the browser goes. */
async function signIn(address: string, provider: TestProvider, user: string): Promise<{ readonly jar: CookieJar; readonly problem: string }> {
  const jar = new CookieJar();
  const headers = { origin: address, "content-type": "application/json" };
  const begun = await fetch(`${address}/api/sign-in`, { method: "POST", headers, body: JSON.stringify({ from: "/entries" }) });
  expect(begun.status, await begun.clone().text()).toBe(200);
  jar.take(begun.headers.getSetCookie());
  const visit = visitProvider(provider.ca, user);
  const back = await visit.goTo(((await begun.json()) as { readonly address: string }).address);
  await visit.close();
  expect(back.origin).toBe(PUBLIC_URL);
  const answer = await fetch(`${address}${back.pathname}${back.search}`, { headers: { cookie: jar.header }, redirect: "manual" });
  expect([answer.status, new URL(answer.headers.get("location") ?? "").origin]).toEqual([303, PUBLIC_URL]);
  jar.take(answer.headers.getSetCookie());
  const page = await fetch(`${address}/sign-in`, { headers: { cookie: jar.header } });
  return { jar, problem: /role="alert"[^>]*>([^<]*)</.exec(await page.text())?.[1] ?? "" };
}

async function session(address: string, jar: CookieJar): Promise<unknown> {
  return (await fetch(`${address}/api/session`, { headers: { cookie: jar.header } })).json();
}

test("a provider's user signs in under the name that the API server returns, and is refused if the settings differ", async ({ source }) => {
  const folder = mkdtempSync(join(tmpdir(), "stolos-issuer-"));
  const provider = await startTestProvider({ redirectUris: () => [`${PUBLIC_URL}/api/sign-in/callback`], users: USERS });
  const ca = join(folder, "provider.pem");
  writeFileSync(ca, provider.ca);
  const naming = ["-oidc-username-prefix", "oidc:", "-oidc-groups-claim", "groups", "-oidc-groups-prefix", "stolos:"];
  const issuer = ["-oidc-issuer", provider.issuer, "-oidc-client-id", provider.clientId, "-oidc-ca", ca];
  const cluster = await startRealCluster(source, ["-replicas", "", ...issuer, ...naming]);
  const settings = {
    ...{ ...cluster.settingsOf("dashboard"), STOLOS_SIGN_IN: "oidc", STOLOS_PUBLIC_URL: PUBLIC_URL },
    ...{ STOLOS_OIDC_ISSUER: provider.issuer, STOLOS_OIDC_CLIENT_ID: provider.clientId, STOLOS_OIDC_CLIENT_SECRET: provider.clientSecret },
    ...{ STOLOS_OIDC_CA: ca, STOLOS_OIDC_USERNAME_PREFIX: "oidc:", STOLOS_OIDC_GROUPS_CLAIM: "groups", STOLOS_OIDC_GROUPS_PREFIX: "stolos:" },
  };
  const [same, other, bare] = await Promise.all(
    [
      {},
      { STOLOS_OIDC_USERNAME_PREFIX: "id:" },
      { STOLOS_OIDC_GROUPS_PREFIX: "", STOLOS_OIDC_USERNAME_CLAIM: "nickname", STOLOS_OIDC_USERNAME_PREFIX: "-" },
    ].map((change) => startDashboard({ ...settings, ...change })),
  );
  const addressOf = (dashboard: typeof same) => `http://127.0.0.1:${dashboard?.port}`;
  try {
    await untilReady(addressOf(same));
    const deadline = Date.now() + TRUSTED_MS;
    let jane = await signIn(addressOf(same), provider, "jane");
    for (; jane.problem !== "" && Date.now() < deadline; jane = await signIn(addressOf(same), provider, "jane")) await wait(2_000);
    expect(jane.problem).toBe("");
    expect(await session(addressOf(same), jane.jar)).toMatchObject({ signIn: "oidc", name: "oidc:jane" });
    const list = await fetch(`${addressOf(same)}/api/view?kind=groups&limit=10`, { headers: { cookie: jane.jar.header } });
    expect(list.status).not.toBe(401);

    // The refusal names the setting that differs, and the user name of the API server.
    const differing = (await signIn(addressOf(other), provider, "jane")).problem;
    for (const value of ["STOLOS_OIDC_USERNAME_PREFIX", "oidc:jane"]) expect(differing).toContain(value);
    expect((await signIn(addressOf(bare), provider, "mallory")).problem).toContain("system:");

    // The API server finds the provider's new key by itself.
    provider.rotateKeys();
    expect((await signIn(addressOf(same), provider, "jane")).problem).toBe("");
  } finally {
    for (const dashboard of [same, other, bare]) await dashboard?.program.end();
    await Promise.all([cluster.end(), provider.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});
