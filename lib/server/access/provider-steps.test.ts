import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { NO_PROXIES } from "@/lib/server/http/outbound-proxy";
import { Refusal } from "@/lib/server/http/problem";
import { parsePublicUrl } from "@/lib/server/http/public-url";
import { CookieJar } from "@/lib/testing/cookie-jar";
import { NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { type StubProvider, startStubProvider } from "@/lib/testing/stub-provider";
import { startTokenApi } from "@/lib/testing/token-api";
import { backFromProvider } from "./answer-provider";
import { createSignIn } from "./create-sign-in";
import { ProviderFailures } from "./provider-refusal";
import type { ProviderSignIn } from "./provider-sign-in";
import { RefusedSignIns } from "./refused-sign-ins";
import { serverScope } from "./server-scope";
import type { SignIn } from "./viewer";

/* A provider, an API server or a clock that is not as it should be: nobody is signed in then, and the reason is a sentence. */

const MINUTE = 60_000;
const SECOND = 1_000;
let provider: StubProvider;
let api: Awaited<ReturnType<typeof startTokenApi>>;
let signIn: SignIn;
let steps: ProviderSignIn;
let clusterSkewMs: number | null = null;
let jar: CookieJar;
let stopSignIn: () => void = () => undefined;

beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  provider = await startStubProvider();
  api = await startTokenApi(({ sub, groups }) => ({ username: `oidc:${sub}`, groups: ((groups ?? []) as string[]).map((group) => `oidc:${group}`) }));
  clusterSkewMs = null;
  jar = new CookieJar();
  startSignIn();
});

function startSignIn(naming: Readonly<Record<string, string>> = {}, secretNow: () => string | null = () => null): void {
  stopSignIn();
  const scope = serverScope({ known: ["prod"], namespaces: null });
  scope.rights("prod", new Map([["workloadentries", "all"]]));
  const credentials = async () => ({ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] });
  const publicUrl = parsePublicUrl("https://stolos.example.com");
  if (publicUrl === null) throw new Error("no public URL");
  const config = {
    ...{ issuer: provider.issuer, clientId: "stolos", clientSecret: null, ca: provider.ca, scopes: "openid", proxies: NO_PROXIES },
    ...{ usernameClaim: "sub", usernamePrefix: "oidc:", groupsClaim: "groups", groupsPrefix: "oidc:", ...naming },
  };
  const secret = [randomBytes(32)];
  const settings = { kind: "oidc", clusters: [], secret, provider: config, publicUrl } as const;
  signIn = createSignIn(settings, {
    contexts: [{ cluster: "prod", server: api.api.url, proxyUrl: null, namespace: "", credentials }],
    ...{ fleet: liveFleet(["prod"], () => NOW), server: scope, clock: systemClock(), readOnly: true, writes: [], istioNamespace: "istio-system" },
    history: { keepAudit: () => undefined },
    clientOf: () => ({ skewMs: () => clusterSkewMs }) as never,
    current: () => ({ ...settings, provider: { ...config, clientSecret: secretNow() } }),
  });
  if (signIn.provider === undefined) throw new Error("no provider");
  steps = signIn.provider;
  stopSignIn = signIn.stop;
}
afterEach(async () => {
  stopSignIn();
  stopSignIn = () => undefined;
  await Promise.all([provider.close(), api.api.close()]);
  vi.restoreAllMocks();
});

async function finish(change: Readonly<Record<string, string>> = {}) {
  const begun = await steps.begin("/");
  jar.take(begun.cookies);
  const finished = await steps.finish(jar.request, provider.comeBack(begun.value, change));
  jar.take(finished.cookies);
  return finished.value;
}

/** The parts of the process that a callback needs. */
function partsOf(ofBrowsers: SignIn) {
  const history = { keepAudit: () => undefined };
  return { signIn: ofBrowsers, history, refusedSignIns: new RefusedSignIns({ history, clock: new ManualClock(0) }) };
}

const refused = (detail: RegExp, status = 401) => ({ status, detail: expect.stringMatching(detail) });

describe("nobody is signed in by a provider's answer", () => {
  it("for a user or a group of Kubernetes' own, whatever the API server would make of it", async () => {
    startSignIn({ usernamePrefix: "", groupsPrefix: "" });
    api.userOf = ({ sub, groups }) => ({ username: `${sub}`, groups: (groups ?? []) as string[] });
    for (const claims of [{ sub: "system:admin" }, { groups: ["system:masters"] }, { groups: "system:masters" }]) {
      provider.claims = claims;
      await expect(finish()).rejects.toMatchObject(refused(/begins with system:/));
    }
    // Nor by a header, which a program brings.
    const token = (claims: object) => `a.${Buffer.from(JSON.stringify({ iss: provider.issuer, ...claims })).toString("base64url")}.c`;
    const by = (claims: object) => signIn.viewerOf({ headers: new Headers({ authorization: `Bearer ${token(claims)}` }) });
    await expect(by({ sub: "system:admin" })).rejects.toMatchObject(refused(/begins with system:/));
    expect((await by({ sub: "jane" })).identity.name).toBe("jane");
  });

  it("but for the person it is about", async () => {
    expect((await finish()).names).toEqual(new Map([["prod", "oidc:jane"]]));
  });

  it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ["for another audience", { aud: "another-client" }, /made for somebody else \(aud\)/],
    ["for several audiences, of which this is none", { aud: ["a", "b"] }, /made for somebody else \(aud\)/],
    ["of another issuer", { iss: "https://evil.example" }, /another issuer \(iss\)/],
    ["of another sign-in", { nonce: "another" }, /another sign-in \(nonce\)/],
    ["without a subject", { sub: undefined }, /no ID token that says what it has to/],
  ])("%s", async (_what, claims, reason) => {
    provider.claims = claims;
    await expect(finish()).rejects.toMatchObject({ detail: expect.stringMatching(reason) });
    expect(jar.names).toEqual([expect.stringMatching(/^__Host-stolos-attempt-/)]);
  });

  it("that comes through another provider (mix-up), or does not say through which", async () => {
    await expect(finish({ iss: "https://evil.example" })).rejects.toMatchObject(refused(/another provider/));
    await expect(finish({ iss: "" })).rejects.toMatchObject(refused(/another provider/));
    expect(provider.tokens()).toBe(0);
  });

  it("that says no, of which no more than a code is repeated", async () => {
    await expect(finish({ error: "access_denied", error_description: "<b>x</b>" })).rejects.toMatchObject(
      refused(/^The provider did not sign you in \(access_denied\)\.$/),
    );
    await expect(finish({ error: "<script>" })).rejects.toMatchObject(refused(/\(unknown error\)/));
  });

  it("without an ID token, or with one that is too long for a browser to keep", async () => {
    provider.answer = { id_token: undefined };
    await expect(finish()).rejects.toMatchObject(refused(/no ID token/));
    provider.answer = {};
    provider.claims = { groups: Array.from({ length: 400 }, (_, at) => `a-group-of-some-length-${at}`) };
    await expect(finish()).rejects.toMatchObject(refused(/has \d+ characters, and at most 6144 are kept: have it put fewer groups in/));
  });

  it("before the API server has taken the token", async () => {
    api.userOf = () => null;
    await expect(finish()).rejects.toMatchObject(
      refused(/API server does not take .*--oidc-issuer-url has to be https:\/\/localhost:\d+, and its --oidc-client-id stolos/),
    );
  });

  it("while the API server makes another user of it: the sentence names the setting", async () => {
    api.userOf = ({ sub }) => ({ username: `${sub}` });
    await expect(finish()).rejects.toMatchObject(refused(/^STOLOS_OIDC_USERNAME_PREFIX/));
    api.userOf = () => ({ username: "jane@example.com" });
    await expect(finish()).rejects.toMatchObject(refused(/^STOLOS_OIDC_USERNAME_CLAIM/));
    provider.claims = { groups: ["sre"] };
    api.userOf = ({ sub }) => ({ username: `oidc:${sub}`, groups: ["sre"] });
    await expect(finish()).rejects.toMatchObject(refused(/^STOLOS_OIDC_GROUPS_PREFIX/));
    expect(jar.names).not.toContain("__Host-stolos-session-0");
  });
});

describe("several attempts of one browser", () => {
  /** Begins a sign-in in one tab, with the browser's current cookies. */
  const begin = async (from: string) => {
    const begun = await steps.begin(from, jar.request);
    jar.take(begun.cookies);
    return begun.value;
  };
  const attempts = () => jar.names.filter((name) => name.includes("attempt"));

  it("sign in both of two tabs that begin together, each with its own address after the sign-in", async () => {
    const before = jar.copy();
    const [one, other] = await Promise.all(["/groups", "/entries"].map((from) => steps.begin(from, before.request)));
    for (const { cookies } of [one, other].filter((begun) => begun !== undefined)) jar.take(cookies);
    const back = async (address = "") => {
      const finished = await steps.finish(jar.request, provider.comeBack(address));
      jar.take(finished.cookies);
      return finished.value.to;
    };
    expect([await back(one?.value), await back(other?.value)]).toEqual(["/groups", "/entries"]);
    expect(attempts()).toEqual([]);
  });

  it("survive a callback that matches none of them", async () => {
    const address = await begin("/groups");
    const foreign = new Request("https://stolos.example.com/api/sign-in/callback?code=x&state=of-another-site", { headers: jar.request.headers });
    const answer = await backFromProvider(partsOf(signIn), foreign);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
    expect((await steps.finish(jar.request, provider.comeBack(address))).value.to).toBe("/groups");
  });

  it("are limited to the five newest, so that a browser's cookies fit into the headers that Node accepts", async () => {
    const addresses: string[] = [];
    for (let at = 0; at < 8; at++) addresses.push(await begin(`/entries?q=${at}`));
    expect(attempts()).toHaveLength(5);
    await expect(steps.finish(jar.request, provider.comeBack(addresses[2] ?? ""))).rejects.toMatchObject(refused(/not begun/));
    expect((await steps.finish(jar.request, provider.comeBack(addresses[3] ?? ""))).value.to).toBe("/entries?q=3");
    for (let at = 0; at < 8; at++) addresses.push(await begin(`/entries?q=${"x".repeat(1_900)}${at}`));
    expect(jar.header.length).toBeLessThan(7_000);
    expect((await steps.finish(jar.request, provider.comeBack(addresses.at(-1) ?? ""))).value.to).toMatch(/x7$/);
  });

  it("are each deleted by their own refusal only", async () => {
    const [first, second] = [await begin("/groups"), await begin("/entries")];
    provider.claims = { aud: "another-client" };
    const search = provider.comeBack(first);
    const answer = await backFromProvider(
      partsOf(signIn),
      new Request(`https://stolos.example.com/api/sign-in/callback${search}`, { headers: jar.request.headers }),
    );
    jar.take(answer.headers.getSetCookie());
    expect(attempts()).toHaveLength(2);
    await expect(steps.finish(jar.request, search)).rejects.toMatchObject(refused(/not begun/));
    provider.claims = {};
    expect((await steps.finish(jar.request, provider.comeBack(second))).value.to).toBe("/entries");
  });
});

describe("a cookie of an attempt", () => {
  const longest = (cookies: readonly string[]) => Math.max(...cookies.map((cookie) => cookie.length));

  it.each([
    ["2,000 characters", `/entries?q=${"x".repeat(1_989)}`, true],
    ["2,001 characters", `/entries?q=${"x".repeat(1_990)}`, false],
    ["quotation marks, which are written in two characters", `/entries?q=${'"'.repeat(1_500)}`, false],
    ["8,000 characters", `/entries?q=${"x".repeat(7_989)}`, false],
  ])("is accepted by browsers with a link of %s", async (_what, from, isKept) => {
    const begun = await steps.begin(from, jar.request);
    expect(longest(begun.cookies)).toBeLessThan(4_000);
    jar.take(begun.cookies);
    expect((await steps.finish(jar.request, provider.comeBack(begun.value))).value.to).toBe(isKept ? from : "/");
  });

  it.each(["x", "\u20ac", '"'])("is accepted by browsers with a refusal of 5,000 times %j", (letter) => {
    const cookies = [...steps.refused(letter.repeat(5_000), "?state=one"), ...steps.ended(jar.request, letter.repeat(5_000))];
    expect(longest(cookies)).toBeLessThan(4_000);
  });
});

describe("a provider that never ends its answer", () => {
  it.each([
    ["what it says of itself", "/openid-configuration"],
    ["a token", "/token"],
  ])("is disconnected after 256 KiB, and the sign-in is refused with an error text: %s", async (_what, path) => {
    provider.endless = path;
    await expect(finish()).rejects.toMatchObject(refused(/answer cannot be used/, 502));
    // The socket buffers add to the 256 KiB.
    expect(provider.endlessBytes()).toBeLessThan(16 * 1_024 * 1_024);
  });
});

describe("three hundred sign-ins that begin together", () => {
  it("send one request for the discovery document", async () => {
    const begun = await Promise.all(Array.from({ length: 300 }, () => steps.begin("/")));
    expect(new Set(begun.map(({ value }) => value)).size).toBe(300);
    expect(provider.discoveries()).toBe(1);
  });

  it("leave one log line when the provider does not answer", async () => {
    await provider.close();
    startSignIn();
    const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => steps.begin("/")));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    // The first server may have sent a request before the change.
    expect(logged.mock.calls.filter(([line]) => String(line).includes("provider cannot be used")).length).toBeLessThanOrEqual(2);
    expect(logged).toHaveBeenCalled();
  });
});

describe("groups that the provider leaves out", () => {
  it("are told of where the API server takes the token, and where it does not", async () => {
    provider.claims = { hasgroups: true };
    await finish();
    expect((await steps.renew(jar.request)).value.lacksGroups).toBe(true);
    api.userOf = () => null;
    await expect(finish()).rejects.toMatchObject(refused(/left your groups out because there are too many/));
  });
});

describe("clocks that differ", () => {
  it.each([-55, 55])("by %i s do no harm", async (seconds) => {
    provider.aheadMs = seconds * SECOND;
    expect((await finish()).names.size).toBe(1);
    provider.claims = { exp: Math.floor(Date.now() / 1_000) + seconds };
    expect((await finish()).names.size).toBe(1);
  });

  it("by more are told, with the clock that is off as far as it is known", async () => {
    provider.aheadMs = 5 * MINUTE;
    await expect(finish()).rejects.toMatchObject({
      title: "Clocks differ",
      ...refused(/provider's clock is 5 min ahead.*which of the two is right is not known/),
    });
    clusterSkewMs = 5 * MINUTE;
    await expect(finish()).rejects.toMatchObject(refused(/this server's clock is off/));
    clusterSkewMs = 0;
    await expect(finish()).rejects.toMatchObject(refused(/with which the API server's agrees: the provider's clock is off/));
    provider.aheadMs = -10 * MINUTE;
    await expect(finish()).rejects.toMatchObject(refused(/provider's clock is 10 min behind.*the provider's clock is off/));
  });

  it("are told by times of a token that lie more than a minute off, too", async () => {
    provider.claims = { iat: Math.floor(Date.now() / 1_000) - 400, exp: Math.floor(Date.now() / 1_000) - 62 };
    await expect(finish()).rejects.toMatchObject(refused(/more than a minute from this server's clock/));
  });
});

describe("an ID token that had expired on arrival", () => {
  it("is refused with the seconds and a text about clocks, not about settings", async () => {
    provider.claims = { iat: Math.floor(Date.now() / 1_000) - 330, exp: Math.floor(Date.now() / 1_000) - 30 };
    api.userOf = () => null;
    const refusal = await finish().catch((thrown: unknown) => thrown);
    expect(refusal).toMatchObject({
      title: "Clocks differ",
      ...refused(/had expired 3\d s before it arrived.*clocks of the provider and this server may differ/),
    });
    expect(refusal).not.toMatchObject({ detail: expect.stringMatching(/--oidc-issuer-url/) });
  });
});

describe("an API server whose clock is ahead", () => {
  it("has its tokens renewed before they expire by its clock", async () => {
    await finish();
    const nextMs = async () => (await steps.renew(jar.request)).value.nextMs ?? 0;
    expect(await nextMs()).toBeGreaterThan(3 * MINUTE);
    clusterSkewMs = 2 * MINUTE;
    expect(await nextMs()).toBeLessThanOrEqual(1.5 * MINUTE);
    clusterSkewMs = -2 * MINUTE;
    expect(await nextMs()).toBeGreaterThan(3 * MINUTE);
  });
});

describe("a renewal", () => {
  const due = { iat: Math.floor(Date.now() / 1_000) - 280, exp: Math.floor(Date.now() / 1_000) + 20 };

  it("is refused where it would make somebody else of a person, and everything known by the token ends", async () => {
    provider.claims = due;
    await finish();
    const told = vi.fn();
    signIn.follow(await signIn.viewerOf(jar.request), told);
    provider.claims = { sub: "joe" };
    await expect(steps.renew(jar.request)).rejects.toMatchObject(refused(/for another user/));
    expect(told).toHaveBeenCalledTimes(1);
  });

  it("is refused where a claim would make a group of Kubernetes' own, or there is no ID token", async () => {
    provider.claims = due;
    await finish();
    provider.claims = { aud: "another-client" };
    await expect(steps.renew(jar.request)).rejects.toMatchObject(refused(/somebody else \(aud\)/));
    provider.claims = due;
    await finish();
    provider.claims = {};
    provider.answer = { id_token: undefined };
    await expect(steps.renew(jar.request)).rejects.toMatchObject(refused(/without an ID token/));
  });

  it("keeps the refresh token where the provider gives no new one, and goes without one that is too long", async () => {
    provider.claims = due;
    await finish();
    provider.claims = {};
    provider.answer = { refresh_token: undefined };
    const { cookies } = await steps.renew(jar.request);
    const next = new CookieJar();
    next.take(cookies);
    expect(signIn.cookies?.openAll(next.header)?.refreshToken).toBe("a-refresh-token");
    provider.answer = { refresh_token: "r".repeat(3_073) };
    await finish();
    expect(signIn.cookies?.openAll(jar.header)?.refreshToken).toBeNull();
    expect((await steps.renew(jar.request)).value).toMatchObject({ isKept: true, nextMs: null });
  });

  it("does not come where the provider gave nothing to renew by", async () => {
    provider.claims = due;
    provider.answer = { refresh_token: undefined };
    await finish();
    expect((await steps.renew(jar.request)).value).toEqual({ isKept: true, isRenewed: false, nextMs: null, lacksGroups: false });
  });
});

describe("why somebody was not signed in", () => {
  it("is kept for the next page of this browser, and nothing that another sealed or sent is shown", async () => {
    jar.take(steps.refused("The provider did not sign you in.", "?state=one"));
    expect(steps.problemOf(jar.request)).toBe("The provider did not sign you in.");
    expect(steps.problemOf({ headers: new Headers({ cookie: "__Host-stolos-attempt=eyJraW5kIjoicmVmdXNlZCJ9" }) })).toBeNull();
    jar.take(steps.ended(jar.request, "The provider has ended this sign-in."));
    expect(steps.problemOf(jar.request)).toBe("The provider has ended this sign-in.");
    // A sign-in that has begun is no problem, and is not ended by what becomes of the one before.
    jar.take((await steps.begin("/")).cookies);
    expect(steps.problemOf(jar.request)).toBeNull();
    expect(steps.ended(jar.request, "The provider has ended this sign-in.")).toEqual([]);
  });
});

describe("the secret of the client", () => {
  it("is the one that its file holds now, from the next sign-in on", async () => {
    let secret = "first";
    startSignIn({}, () => secret);
    await finish();
    expect(provider.clientSecret()).toBe("first");
    secret = "second";
    await finish();
    expect(provider.clientSecret()).toBe("second");
  });
});

describe("a provider that is away", () => {
  it("is one state of the log, and is asked again every minute until it can be used", async () => {
    const clock = new ManualClock(Date.now());
    const written: string[] = [];
    const failures = new ProviderFailures(clock, (level, message, fields) => void written.push(`${level} ${message} ${JSON.stringify(fields)}`));
    let asked = 0;
    failures.askAgain(() => void asked++);
    const away = () => failures.failed(new TypeError("fetch failed"), "begin", new Refusal(503, "Could not be checked", "No answer."));
    for (let minute = 0; minute < 12; minute++) {
      away();
      clock.advance(MINUTE);
    }
    expect([asked, failures.problem]).toEqual([12, "No answer."]);
    failures.answered();
    clock.advance(5 * MINUTE);
    expect([asked, failures.problem]).toEqual([12, null]);
    failures.failed(new Error("unknown"), "exchange", new Refusal(502, "Not understood", ""));
    expect(failures.problem).toBeNull();
    failures.stop();
    expect(written).toEqual([
      'warn the sign-in provider cannot be used {"reason":"fetch failed"}',
      'warn the sign-in provider cannot be used {"reason":"fetch failed","forSeconds":600}',
      'info the sign-in provider can be used {"lastedSeconds":720}',
      'warn an answer of the sign-in provider could not be used {"step":"exchange","error":"Error","detail":"unknown"}',
    ]);
  });

  it("is a problem that the sign-in page can show", async () => {
    expect(steps.problem()).toBeNull();
    await provider.close();
    startSignIn();
    await expect(steps.begin("/")).rejects.toMatchObject({ status: 503 });
    expect(steps.problem()).toMatch(/gave no answer/);
  });

  it("that names another issuer than the settings cannot be used, and the refusal has both names", async () => {
    await provider.close();
    provider = await startStubProvider();
    const { issuer } = provider;
    Object.assign(provider, { issuer: "https://id.example.com/other" });
    startSignIn({ issuer });
    await expect(steps.begin("/")).rejects.toMatchObject({ status: 502, title: "Settings differ" });
    expect(steps.problem()).toBe(
      `STOLOS_OIDC_ISSUER is ${issuer}/, but the provider there calls itself https://id.example.com/other. Both must be equal, with each slash.`,
    );
  });
});
