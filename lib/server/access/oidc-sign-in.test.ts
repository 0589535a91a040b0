import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "@/lib/contract/answers/answers";
import type { SessionRenewal } from "@/lib/contract/answers/session";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { type Clock, systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { NO_PROXIES } from "@/lib/server/http/outbound-proxy";
import { parsePublicUrl } from "@/lib/server/http/public-url";
import { CookieJar } from "@/lib/testing/cookie-jar";
import { NOW } from "@/lib/testing/entries";
import { startTestProvider, type TestProvider } from "@/lib/testing/oidc-provider";
import { startTokenApi } from "@/lib/testing/token-api";
import { visitProvider } from "@/lib/testing/walk-provider";
import { renewAtProvider } from "./answer-provider";
import { createSignIn } from "./create-sign-in";
import type { ProviderSignIn } from "./provider-sign-in";
import { serverScope } from "./server-scope";
import type { SignIn } from "./viewer";

const PUBLIC_URL = "https://stolos.example.com";
const CALLBACK = `${PUBLIC_URL}/api/sign-in/callback`;
const MINUTE = 60_000;
/** Two hundred groups of twenty letters: an ID token of more than 4 KB. */
const MANY = Array.from({ length: 170 }, (_, at) => `team-${String(at).padStart(15, "0")}`);

let provider: TestProvider;
let api: Awaited<ReturnType<typeof startTokenApi>>;
/** How far the clock of Stolos is ahead of the provider's. */
let aheadMs = 0;
const clock: Clock = { ...systemClock(), now: () => Date.now() + aheadMs };
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  provider = await startTestProvider({ redirectUris: () => [CALLBACK], users: { jane: { groups: ["sre"] }, joe: {}, busy: { groups: MANY } } });
});
afterAll(() => provider.close());

beforeEach(async () => {
  aheadMs = 0;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  api = await startTokenApi(({ sub, groups, exp }) =>
    Number(exp) * 1_000 <= clock.now() ? null : { username: `oidc:${sub}`, groups: ((groups as string[] | undefined) ?? []).map((group) => `oidc:${group}`) },
  );
  ends.push(() => api.api.close());
});
afterEach(async () => {
  vi.unstubAllEnvs();
  provider.up();
  for (const end of ends.splice(0).reverse()) await end();
  vi.restoreAllMocks();
});

/** One replica of Stolos. */
function aReplica(
  secret: readonly Buffer[] = [randomBytes(32)],
  ca: string | null = provider.ca,
  others: Readonly<Record<string, string>> = {},
): SignIn & { readonly provider: ProviderSignIn } {
  const scope = serverScope({ known: ["prod"], namespaces: null });
  scope.rights("prod", new Map<WatchedKind, "all">([["workloadentries", "all"]]));
  const context = {
    ...{ cluster: "prod", server: api.api.url, proxyUrl: null, namespace: "" },
    credentials: async () => ({ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] }),
  };
  const publicUrl = parsePublicUrl(PUBLIC_URL);
  if (publicUrl === null) throw new Error("no public URL");
  const config = {
    ...{ issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret, ca, scopes: "openid", proxies: NO_PROXIES },
    ...{ usernameClaim: "sub", usernamePrefix: "oidc:", groupsClaim: "groups", groupsPrefix: "oidc:" },
  };
  const parts = {
    contexts: [context, ...Object.entries(others).map(([cluster, server]) => ({ ...context, cluster, server }))],
    fleet: liveFleet(["prod"], () => NOW),
    server: scope,
    clock,
    readOnly: true,
    writes: [],
    istioNamespace: "istio-system",
  };
  const signIn = createSignIn(
    { kind: "oidc", clusters: ["prod", ...Object.keys(others)], secret, provider: config, publicUrl },
    { ...parts, history: { keepAudit: () => undefined }, clientOf: () => undefined },
  );
  ends.push(() => signIn.stop());
  const { provider: steps } = signIn;
  if (steps === undefined) throw new Error("no provider");
  return { ...signIn, provider: steps };
}

/** Goes to the provider with the browser of `jar`, and comes back with the query of the callback. */
async function comeBack({ provider: steps }: { readonly provider: ProviderSignIn }, jar: CookieJar, user = "jane", from = "/entries"): Promise<string> {
  const begun = await steps.begin(from);
  jar.take(begun.cookies);
  const visit = visitProvider(provider.ca, user);
  ends.push(() => visit.close());
  const back = await visit.goTo(begun.value);
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK);
  return back.search;
}

async function signedIn(replica: ReturnType<typeof aReplica>, user = "jane"): Promise<CookieJar> {
  const jar = new CookieJar();
  const search = await comeBack(replica, jar, user);
  jar.take((await replica.provider.finish(jar.request, search)).cookies);
  return jar;
}

async function renewed({ provider: steps }: { readonly provider: ProviderSignIn }, jar: CookieJar): Promise<SessionRenewal> {
  const { value, cookies } = await steps.renew(jar.request);
  jar.take(cookies);
  return value;
}

const tokenRequests = () => provider.asked.filter((one) => one === "POST /token").length;

describe("somebody who signs in through a provider", () => {
  it("is whom the cluster says that the ID token stands for, and is led to where one wanted to go", async () => {
    const replica = aReplica();
    const jar = new CookieJar();
    const search = await comeBack(replica, jar, "jane", "/entries?q=a");
    const { value, cookies } = await replica.provider.finish(jar.request, search);
    expect(value).toEqual({ to: "/entries?q=a", names: new Map([["prod", "oidc:jane"]]) });
    jar.take(cookies);
    expect((await replica.viewerOf(jar.request)).identity).toEqual({ signIn: "oidc", name: "oidc:jane" });
    expect(jar.names).toEqual(["__Host-stolos-session-0"]);
    expect(api.api.requests.filter(({ authorization }) => !authorization.startsWith("Bearer ey"))).toEqual([]);
  });

  it("asks for a code with PKCE, state and nonce, and for no address but its own", async () => {
    const { value } = await aReplica().provider.begin("/");
    const asked = Object.fromEntries(new URL(value).searchParams);
    expect(asked).toMatchObject({ response_type: "code", redirect_uri: CALLBACK, code_challenge_method: "S256", client_id: "stolos" });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked[name]?.length).toBeGreaterThanOrEqual(43);
    expect(value).not.toContain(provider.clientSecret);
  });

  it("is refused with an answer that another browser began: a foreign state", async () => {
    const replica = aReplica();
    const [theirs, ours] = [new CookieJar(), new CookieJar()];
    const search = await comeBack(replica, theirs, "joe");
    await expect(replica.provider.finish(ours.request, search)).rejects.toMatchObject({
      status: 401,
      detail: expect.stringMatching(/not begun in this browser/),
    });
    await comeBack(replica, ours);
    await expect(replica.provider.finish(ours.request, search)).rejects.toMatchObject({ status: 401, detail: expect.stringMatching(/begun in this browser/) });
  });

  it("is refused with a code that was used already", async () => {
    const replica = aReplica();
    const jar = new CookieJar();
    const search = await comeBack(replica, jar);
    const before = jar.copy();
    jar.take((await replica.provider.finish(jar.request, search)).cookies);
    await expect(replica.provider.finish(jar.request, search)).rejects.toMatchObject({ status: 401, detail: expect.stringMatching(/not begun/) });
    await expect(replica.provider.finish(before.request, search)).rejects.toMatchObject({ status: 401, detail: expect.stringMatching(/used already/) });
  });

  it("is refused with an answer that names another provider (mix-up)", async () => {
    const replica = aReplica();
    const jar = new CookieJar();
    const asked = tokenRequests();
    const search = (await comeBack(replica, jar)).replace(/iss=[^&]+/, `iss=${encodeURIComponent("https://evil.example")}`);
    await expect(replica.provider.finish(jar.request, search)).rejects.toMatchObject({ status: 401, detail: expect.stringMatching(/another provider/) });
    expect(tokenRequests()).toBe(asked);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "http:evil.example",
    "/sign-in?from=https://evil.example",
    " //evil.example",
    "/\u0000/evil.example",
    "@evil.example",
    ".evil.example",
    "",
  ])("is never led elsewhere: %j leads to the first page", async (from) => {
    const replica = aReplica();
    const jar = new CookieJar();
    const search = await comeBack(replica, jar, "jane", from);
    const { value } = await replica.provider.finish(jar.request, search);
    expect(value.to).toBe("/");
    expect(replica.provider.addressOf(value.to)).toBe(`${PUBLIC_URL}/`);
  });

  it("may bring an ID token of more than 4 KB, in cookies that a browser takes", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica, "busy");
    expect((await replica.viewerOf(jar.request)).identity.name).toBe("oidc:busy");
    expect(jar.names.length).toBeGreaterThan(1);
    expect(replica.cookies?.open(jar.header)?.length).toBeGreaterThan(4_096);
    for (const pair of jar.header.split("; ")) expect(pair.length).toBeLessThan(4_000);
  });

  it("is not signed in while the API server cannot be asked", async () => {
    const replica = aReplica();
    const jar = new CookieJar();
    const search = await comeBack(replica, jar);
    await api.api.refuse();
    await expect(replica.provider.finish(jar.request, search)).rejects.toMatchObject({ status: 503, title: "Could not be checked" });
  });

  it("is signed in while one of several API servers hangs, within seconds, and not if one of them rejects the token", async () => {
    const other = await startTokenApi(() => null);
    ends.push(() => other.api.close());
    const { intercept } = other.api;
    other.api.intercept = () => "hang";
    const replica = aReplica(undefined, undefined, { hanging: other.api.url });
    const began = performance.now();
    const jar = await signedIn(replica);
    expect((await replica.viewerOf(jar.request)).identity.name).toBe("oidc:jane");
    expect(performance.now() - began).toBeGreaterThan(2_000);
    other.api.intercept = intercept;
    const second = new CookieJar();
    const search = await comeBack(replica, second);
    await expect(replica.provider.finish(second.request, search)).rejects.toMatchObject({ status: 401, title: "Not signed in" });
  });
});

describe("a provider that changes its keys", () => {
  it("goes on signing people in, and renewing", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica);
    provider.rotateKeys();
    await signedIn(replica, "joe");
    aheadMs = 4 * MINUTE;
    expect(await renewed(replica, jar)).toMatchObject({ isRenewed: true });
  });
});

describe("a sign-in that is renewed", () => {
  it("is renewed about a minute before it expires, not sooner, and is the same person's afterwards", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica);
    const before = await replica.viewerOf(jar.request);
    const early = await renewed(replica, jar);
    expect(early).toMatchObject({ isKept: true, isRenewed: false, lacksGroups: false });
    expect(early.nextMs).toBeGreaterThan(3 * MINUTE);
    expect(early.nextMs).toBeLessThanOrEqual(3.5 * MINUTE);
    const keptBefore = replica.cookies?.openAll(jar.header);
    aheadMs = 4 * MINUTE;
    expect(await renewed(replica, jar)).toMatchObject({ isRenewed: true });
    const kept = replica.cookies?.openAll(jar.header);
    expect(kept?.refreshToken).not.toBe(keptBefore?.refreshToken);
    expect([kept?.since, kept?.id]).toEqual([keptBefore?.since, keptBefore?.id]);
    aheadMs = 0;
    const after = await replica.viewerOf(jar.request);
    expect([after.subject, after.scope.key]).toEqual([before.subject, before.scope.key]);
  });

  it("uses a one-time refresh token once, whoever of two tabs asks which of three replicas", async () => {
    const secret = [randomBytes(32)];
    const replicas = [aReplica(secret), aReplica(secret), aReplica(secret)];
    const [first = aReplica()] = replicas;
    const jar = await signedIn(first);
    aheadMs = 4 * MINUTE;
    // What a Web Lock does for the pages of one browser: one at a time, each with the cookies as they are then.
    let lock: Promise<unknown> = Promise.resolve();
    let turn = 0;
    const ask = async () => {
      const { isRenewed } = await renewed(replicas[turn++ % 3] ?? first, jar);
      // The new token is as young as the old one was.
      if (isRenewed) aheadMs = 0;
    };
    const tab = () => {
      lock = lock.then(ask);
      return lock;
    };
    const asked = tokenRequests();
    await Promise.all(Array.from({ length: 12 }, tab));
    expect(tokenRequests() - asked).toBe(1);
    for (const replica of replicas) expect((await replica.viewerOf(jar.request)).identity.name).toBe("oidc:jane");
    aheadMs = 4 * MINUTE;
    expect(await renewed(replicas[2] ?? first, jar)).toMatchObject({ isRenewed: true });
  });

  it("uses it once in one process for requests at the same moment, and for one whose answer was lost", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica);
    aheadMs = 4 * MINUTE;
    const asked = tokenRequests();
    const both = await Promise.all([replica.provider.renew(jar.request), replica.provider.renew(jar.request)]);
    const late = await replica.provider.renew(jar.request);
    expect([...both, late].map(({ value }) => value.isRenewed)).toEqual([true, true, true]);
    expect(tokenRequests() - asked).toBe(1);
    jar.take(late.cookies);
    expect(await renewed(replica, jar)).toMatchObject({ isRenewed: true });
  });

  it("ends with a sentence where the provider has revoked it, and its streams with it", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica);
    const told = vi.fn();
    replica.follow(await replica.viewerOf(jar.request), told);
    await provider.revoke("jane");
    aheadMs = 4 * MINUTE;
    await expect(replica.provider.renew(jar.request)).rejects.toMatchObject({
      status: 401,
      detail: expect.stringMatching(/ended this sign-in.*Sign in again/),
    });
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("whose end was told says the reason to whichever request of that browser asks, at every replica, until somebody signs in", async () => {
    const secret = [randomBytes(32)];
    const [one, other] = [aReplica(secret), aReplica(secret)];
    const jar = await signedIn(one);
    await provider.revoke("jane");
    aheadMs = 4 * MINUTE;
    const answer = await renewAtProvider({ signIn: one, history: { keepAudit: () => undefined } }, jar.request);
    const { detail } = Problem.parse(await answer.json());
    expect(detail).toMatch(/^The provider has ended this sign-in/);
    jar.take(answer.headers.getSetCookie());
    expect(jar.names).toEqual(["__Host-stolos-attempt"]);
    for (const replica of [one, other]) {
      await expect(replica.viewerOf(jar.request)).rejects.toMatchObject({ status: 401, detail });
      await expect(replica.provider.renew(jar.request)).rejects.toMatchObject({ status: 401, detail });
      expect(replica.provider.problemOf(jar.request)).toBe(detail);
    }
    aheadMs = 0;
    const search = await comeBack(other, jar);
    jar.take((await other.provider.finish(jar.request, search)).cookies);
    expect((await one.viewerOf(jar.request)).identity.name).toBe("oidc:jane");
    expect(one.provider.problemOf(jar.request)).toBeNull();
  });

  it("ends with the sign-out: the provider renews it no more", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica);
    await replica.provider.revoke(jar.request);
    expect(provider.asked.at(-1)).toBe("POST /token/revocation");
    aheadMs = 4 * MINUTE;
    await expect(replica.provider.renew(jar.request)).rejects.toMatchObject({ status: 401 });
    expect(replica.provider.signOutAddress()).toBe(`${provider.issuer}/session/end?client_id=stolos`);
  });

  it("is nobody's who has no session", async () => {
    expect(await renewed(aReplica(), new CookieJar())).toEqual({ isKept: false, isRenewed: false, nextMs: null, lacksGroups: false });
  });
});

describe("a provider that cannot be reached", () => {
  it("signs nobody in, renews nobody, and lets go on who is signed in until the ID token expires", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica);
    const other = new CookieJar();
    const search = await comeBack(replica, other, "joe");
    provider.down();
    await expect(replica.provider.finish(other.request, search)).rejects.toMatchObject({ status: 503, title: "Could not be checked" });
    await expect(aReplica().provider.begin("/")).rejects.toMatchObject({ status: 503, title: "Could not be checked" });
    aheadMs = 4 * MINUTE;
    await expect(replica.provider.renew(jar.request)).rejects.toMatchObject({ status: 503 });
    expect((await replica.viewerOf(jar.request)).identity.name).toBe("oidc:jane");
    provider.up();
    expect(await renewed(replica, jar)).toMatchObject({ isRenewed: true });
  });

  it("is found out about when somebody begins, however well it was known a minute ago", async () => {
    const replica = aReplica();
    await replica.provider.begin("/");
    provider.down();
    aheadMs = MINUTE;
    await expect(replica.provider.begin("/")).rejects.toMatchObject({ status: 503 });
  });
});

describe("a provider whose certificate nobody vouches for", () => {
  it("is not asked, whatever Node is told of all servers", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const before = provider.asked.length;
    await expect(aReplica([randomBytes(32)], null).provider.begin("/")).rejects.toMatchObject({ status: 503 });
    expect(provider.asked.length).toBe(before);
  });
});

describe("an ID token that expires", () => {
  it("is over a minute after its time, whoever can be asked about it", async () => {
    const replica = aReplica();
    const jar = await signedIn(replica);
    // An API server whose clock stands still takes it for ever.
    api.userOf = ({ sub }) => ({ username: `oidc:${sub}` });
    aheadMs = 5 * MINUTE + 30_000;
    expect((await replica.viewerOf(jar.request)).identity.name).toBe("oidc:jane");
    aheadMs = 6 * MINUTE + 1_000;
    await expect(replica.viewerOf(jar.request)).rejects.toMatchObject({ status: 401, detail: expect.stringMatching(/expired/) });
    // Whoever comes back with it is signed in anew by the refresh token.
    expect(await renewed(replica, jar)).toMatchObject({ isRenewed: true });
  });

  it("ends its streams then, though no API server can be asked", async () => {
    const replica = aReplica();
    const viewer = await replica.viewerOf((await signedIn(replica)).request);
    const timers = vi.spyOn(clock, "setTimer");
    const told = vi.fn();
    const leave = replica.follow(viewer, told);
    const [end, ms] = timers.mock.calls.find(([, after]) => after > 5 * MINUTE) ?? [];
    expect(ms).toBeLessThanOrEqual(6 * MINUTE);
    await api.api.refuse();
    expect(told).not.toHaveBeenCalled();
    end?.();
    expect(told).toHaveBeenCalledTimes(1);
    leave();
  });
});

describe("the session of a browser", () => {
  it("ends its streams twelve hours after the sign-in, also where the ID token lasts longer, and those of no program with the same token", async () => {
    const replica = aReplica();
    const { token } = replica.cookies?.openAll((await signedIn(replica)).request.headers.get("cookie")) ?? {};
    if (token === undefined) throw new Error("no token is kept");
    const since = clock.now() - 12 * 60 * MINUTE + MINUTE;
    const cookie = (replica.cookies?.keep(token, { since }) ?? []).map((set) => set.split(";")[0]).join("; ");
    const endsIn = async (headers: Record<string, string>) => {
      const timers = vi.spyOn(clock, "setTimer");
      const leave = replica.follow(await replica.viewerOf({ headers: new Headers(headers) }), () => undefined);
      const [[, ms] = [undefined, Number.NaN]] = timers.mock.calls.filter(([, after]) => after > 50_000);
      leave();
      timers.mockRestore();
      return ms;
    };
    expect(await endsIn({ cookie })).toBeLessThanOrEqual(MINUTE);
    expect(await endsIn({ authorization: `Bearer ${token}` })).toBeGreaterThan(4 * MINUTE);
  });
});
