import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { type Clock, systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import type { KeptRevocations, RevokedSession } from "@/lib/server/history/keep-revocations";
import { NO_PROXIES } from "@/lib/server/http/outbound-proxy";
import { parsePublicUrl } from "@/lib/server/http/public-url";
import { CookieJar } from "@/lib/testing/cookie-jar";
import { NOW } from "@/lib/testing/entries";
import { type StubProvider, startStubProvider } from "@/lib/testing/stub-provider";
import { startTokenApi } from "@/lib/testing/token-api";
import { createSignIn } from "./create-sign-in";
import { RefusedSignIns } from "./refused-sign-ins";
import { serverScope } from "./server-scope";
import { endSession, keepSession } from "./session";
import type { SignIn } from "./viewer";

/* A sign-out ends the session and every copy of its cookie in all processes that share the table of revoked sessions. */

const SECRET = randomBytes(32);
const HISTORY = { keepAudit: () => undefined };
let provider: StubProvider;
let api: Awaited<ReturnType<typeof startTokenApi>>;
/** Timers run thirty times faster. */
const { setTimer, ...time } = systemClock();
const clock: Clock = { ...time, setTimer: (call, ms) => setTimer(call, ms / 30) };
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  provider = await startStubProvider();
  api = await startTokenApi(({ sub }) => ({ username: `oidc:${sub}` }));
  ends.push(
    () => provider.close(),
    () => api.api.close(),
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.restoreAllMocks();
});

/** A table of revoked sessions in memory. */
function aTable(): KeptRevocations {
  const rows: RevokedSession[] = [];
  return { keep: async (sessions) => void rows.push(...sessions), read: async () => [...rows] };
}

/** One process of Stolos. */
function aReplica(kind: "token" | "oidc", revocations: KeptRevocations | null = null): SignIn {
  const server = serverScope({ known: ["prod"], namespaces: null });
  server.rights("prod", new Map<WatchedKind, "all">([["workloadentries", "all"]]));
  const credentials = async () => ({ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] });
  const publicUrl = parsePublicUrl("https://stolos.example.com");
  if (publicUrl === null) throw new Error("no public URL");
  const config = {
    ...{ issuer: provider.issuer, clientId: "stolos", clientSecret: null, ca: provider.ca, scopes: "openid", proxies: NO_PROXIES },
    ...{ usernameClaim: "sub", usernamePrefix: "oidc:", groupsClaim: null, groupsPrefix: "" },
  };
  const signIn = createSignIn(
    kind === "token" ? { kind, clusters: [], secret: [SECRET], publicUrl } : { kind, clusters: [], secret: [SECRET], provider: config, publicUrl },
    {
      contexts: [{ cluster: "prod", server: api.api.url, proxyUrl: null, namespace: "", credentials }],
      ...{ fleet: liveFleet(["prod"], () => NOW), server, clock, readOnly: true, writes: [], istioNamespace: "istio-system", history: HISTORY, revocations },
      clientOf: () => undefined,
    },
  );
  ends.push(() => signIn.stop());
  return signIn;
}

const TOKEN = `e30.${Buffer.from(JSON.stringify({ sub: "jane" })).toString("base64url")}.none`;

/** A browser that has just signed in. */
async function signedIn(signIn: SignIn): Promise<CookieJar> {
  const jar = new CookieJar();
  if (signIn.provider === undefined) {
    jar.take(signIn.cookies?.keep(TOKEN) ?? []);
    return jar;
  }
  const begun = await signIn.provider.begin("/");
  jar.take(begun.cookies);
  jar.take((await signIn.provider.finish(jar.request, provider.comeBack(begun.value))).cookies);
  return jar;
}

/** Renews a session, and returns the browser's cookies after it. */
async function renewed(signIn: SignIn, jar: CookieJar): Promise<CookieJar> {
  const next = jar.copy();
  next.take((await signIn.provider?.renew(jar.request))?.cookies ?? []);
  return next;
}

const DUE = { iat: Math.floor(Date.now() / 1_000) - 280, exp: Math.floor(Date.now() / 1_000) + 60 };
const signOut = (signIn: SignIn, jar: CookieJar) => endSession({ signIn, history: HISTORY }, jar.request);

describe.each(["token", "oidc"] as const)("after a sign-out (%s)", (kind) => {
  it("refuses a copy of the cookie, and still accepts another session of the same person", async () => {
    const signIn = aReplica(kind);
    const [jar, other] = [await signedIn(signIn), await signedIn(signIn)];
    const copy = jar.copy();
    expect((await signIn.viewerOf(copy.request)).identity.name).toBe("oidc:jane");
    await signOut(signIn, jar);
    await expect(signIn.viewerOf(copy.request)).rejects.toMatchObject({ status: 401 });
    expect(signIn.known?.(copy.request)).toBeNull();
    expect((await signIn.viewerOf(other.request)).identity.name).toBe("oidc:jane");
  });

  it("refuses the copy after a restart and in all processes with the same table, and ends the streams there", async () => {
    const table = aTable();
    const [one, other] = [aReplica(kind, table), aReplica(kind, table)];
    const jar = await signedIn(one);
    const ended = vi.fn();
    other.follow(await other.viewerOf(jar.request), ended);
    await signOut(one, jar);
    await expect(aReplica(kind, table).viewerOf(jar.request)).rejects.toMatchObject({ status: 401 });
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
    await expect(other.viewerOf(jar.request)).rejects.toMatchObject({ status: 401 });
  });
});

describe("after a sign-out of a renewed session", () => {
  it("refuses a cookie from before the renewal, does not renew it, and ends the streams that it opened", async () => {
    const signIn = aReplica("oidc");
    provider.claims = DUE;
    const before = await signedIn(signIn);
    const ended = vi.fn();
    signIn.follow(await signIn.viewerOf(before.request), ended);
    provider.claims = {};
    const after = await renewed(signIn, before);
    expect(signIn.cookies?.open(after.header)).not.toBe(signIn.cookies?.open(before.header));
    await signOut(signIn, after);
    expect(ended).toHaveBeenCalledTimes(1);
    await expect(signIn.viewerOf(before.request)).rejects.toMatchObject({ status: 401 });
    expect(await signIn.provider?.renew(before.request)).toMatchObject({ value: { isKept: false, isRenewed: false }, cookies: [] });
  });

  it("refuses a renewal in progress, and revokes the new refresh token at the provider", async () => {
    const signIn = aReplica("oidc");
    provider.claims = DUE;
    const jar = await signedIn(signIn);
    provider.claims = {};
    const renewal = signIn.provider?.renew(jar.request);
    const refused = expect(renewal).rejects.toMatchObject({ status: 401 });
    await new Promise((resolve) => setImmediate(resolve));
    await signOut(signIn, jar);
    await refused;
    // The refresh token of the cookie, and the new one.
    await vi.waitFor(() => expect(provider.revocations()).toBe(2));
  });
});

it("a new sign-in in the same browser ends the replaced session for every copy of its cookie", async () => {
  const signIn = aReplica("token");
  const jar = await signedIn(signIn);
  const copy = jar.copy();
  await signIn.viewerOf(copy.request);
  const answer = await keepSession({ signIn, history: HISTORY, refusedSignIns: new RefusedSignIns({ history: HISTORY, clock }) }, jar.request, TOKEN);
  jar.take(answer.headers.getSetCookie());
  await expect(signIn.viewerOf(copy.request)).rejects.toMatchObject({ status: 401 });
  expect((await signIn.viewerOf(jar.request)).identity.name).toBe("oidc:jane");
});

it("a session that the provider ended is refused for every copy of its cookie", async () => {
  const signIn = aReplica("oidc");
  provider.claims = DUE;
  const jar = await signedIn(signIn);
  provider.claims = { sub: "joe" };
  await expect(signIn.provider?.renew(jar.request)).rejects.toMatchObject({ status: 401 });
  await expect(signIn.viewerOf(jar.request)).rejects.toMatchObject({ status: 401 });
});
