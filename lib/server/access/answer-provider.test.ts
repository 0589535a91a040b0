import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { CLIENT_HEADER, REQUEST_HEADER } from "@/lib/server/http/inbound-headers";
import { Refusal } from "@/lib/server/http/problem";
import { ManualClock } from "@/lib/testing/manual-clock";
import { backFromProvider, beginAtProvider, renewAtProvider } from "./answer-provider";
import type { ProviderSignIn } from "./provider-sign-in";
import { RefusedSignIns } from "./refused-sign-ins";
import { randomKeys } from "./sealing";
import { endSession, keepSession } from "./session";
import { sessionCookies } from "./session-cookies";
import type { SignIn } from "./viewer";

/* What signing in through a provider answers to a browser, and which lines of the audit it leaves. */

const SECRET_TOKEN = "eyJ.secret.token";
const NOT_THERE = "done, but not at the provider";
const lines: AuditLine[] = [];
const history = { keepAudit: (line: AuditLine) => void lines.push(line) };
let logged = "";
let clock = new ManualClock(0);
const parts = (signIn: SignIn) => ({ signIn, history, refusedSignIns: new RefusedSignIns({ history, clock }) });

beforeEach(() => {
  lines.length = 0;
  logged = "";
  clock = new ManualClock(0);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    logged += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const cookies = sessionCookies(randomKeys(), () => 1_000, { isSecure: true });
const kept = {
  cookie: cookies
    .keep(SECRET_TOKEN)
    .map((set) => set.split(";")[0])
    .join("; "),
};
const asking = { headers: new Headers({ [CLIENT_HEADER]: "192.0.2.7", [REQUEST_HEADER]: "a-request" }) };
const no = (status: 401 | 503, title = "Not signed in") => Promise.reject(new Refusal(status, title, `Why: ${status}.`));

function aSignIn(change: Partial<ProviderSignIn> = {}): SignIn {
  const provider: ProviderSignIn = {
    host: "id.example.com",
    problem: () => null,
    begin: async () => ({ value: "https://id.example.com/authorize", cookies: ["stolos-attempt=begun"] }),
    finish: async () => ({
      value: {
        to: "/entries?q=a",
        names: new Map([
          ["eu", "oidc:jane"],
          ["us", "oidc:jane"],
        ]),
      },
      cookies: ["session=kept"],
    }),
    isBegun: () => true,
    refused: (problem) => [`stolos-attempt=${encodeURIComponent(problem)}`],
    ended: (_request, problem) => [`stolos-attempt=${encodeURIComponent(`over: ${problem}`)}`],
    problemOf: () => null,
    renew: async () => ({ value: { isKept: true, isRenewed: true, nextMs: 1_000, lacksGroups: false }, cookies: ["session=renewed"] }),
    revoke: async () => undefined,
    nameOf: () => "oidc:jane",
    signOutAddress: () => null,
    addressOf: (path) => `https://stolos.example.com${path}`,
    ...change,
  };
  return {
    kind: "oidc",
    cookies,
    clusters: ["eu", "us"],
    provider,
    viewerOf: () => no(401),
    follow: () => () => undefined,
    signOut: () => undefined,
    stop: () => undefined,
  };
}

const callback = new Request("http://10.0.0.7:3000/api/sign-in/callback?code=a&state=b", {
  headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
});
const audited = () => lines.map(({ command, cluster, who, result }) => [command, cluster, who, result]);

describe("a browser that comes back from the provider", () => {
  it("is led on below the public URL, whatever names the request holds, and is a line of the audit for each cluster", async () => {
    const answer = await backFromProvider(parts(aSignIn()), callback);
    expect([answer.status, answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual([
      303,
      "https://stolos.example.com/sign-in?from=%2Fentries%3Fq%3Da",
      ["session=kept"],
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(audited()).toEqual([
      ["sign-in", "eu", "oidc:jane", "done"],
      ["sign-in", "us", "oidc:jane", "done"],
    ]);
    expect(logged).toContain('"message":"audit","command":"sign-in","who":"oidc:jane","how":"oidc","result":"done"');
  });

  it("is told why it was refused by the next page, and that is a line of the audit, too", async () => {
    const answer = await backFromProvider(parts(aSignIn({ finish: () => no(401) })), callback);
    expect(answer.headers.get("location")).toBe("https://stolos.example.com/sign-in?from=%2F");
    expect(answer.headers.getSetCookie()).toEqual([`stolos-attempt=${encodeURIComponent("Why: 401.")}`]);
    expect(audited()).toEqual([
      ["sign-in", "eu", "not known", "refused: 401 Not signed in. Why: 401."],
      ["sign-in", "us", "not known", "refused: 401 Not signed in. Why: 401."],
    ]);
  });
});

describe("a callback that matches no attempt of its browser", () => {
  it("changes no cookie and leaves no log or audit line, even when repeated", async () => {
    const finish = vi.fn(() => no(401));
    for (let at = 0; at < 600; at++) {
      const answer = await backFromProvider(parts(aSignIn({ isBegun: () => false, finish })), callback);
      expect([answer.status, answer.headers.get("location"), answer.headers.getSetCookie()]).toEqual([
        303,
        "https://stolos.example.com/sign-in?from=%2F&note=not-begun",
        [],
      ]);
    }
    expect([finish.mock.calls.length, lines, logged]).toEqual([0, [], ""]);
  });
});

describe("beginning, renewing and leaving", () => {
  it("begins with an address in an answer, and tells the audit where that was refused", async () => {
    expect(await (await beginAtProvider(parts(aSignIn()), asking, "/")).json()).toEqual({ address: "https://id.example.com/authorize" });
    expect(lines).toEqual([]);
    await expect(beginAtProvider(parts(aSignIn({ begin: () => no(503, "Could not be checked") })), asking, "/")).rejects.toMatchObject({
      status: 503,
    });
    expect(audited()[0]).toEqual(["sign-in", "eu", "not known", "refused: 503 Could not be checked. Why: 503."]);
  });

  it("keeps what was renewed, and leaves no line of that", async () => {
    const answer = await renewAtProvider({ signIn: aSignIn(), history }, { headers: new Headers(kept) });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, ["session=renewed"]]);
    expect(lines).toEqual([]);
  });

  it("takes everything but the reason away where the sign-in is over, with a line of the audit; where it cannot be told, nothing", async () => {
    const answer = await renewAtProvider({ signIn: aSignIn({ renew: () => no(401) }), history }, { headers: new Headers(kept) });
    expect([answer.status, await answer.json()]).toMatchObject([401, { detail: "Why: 401." }]);
    expect(answer.headers.getSetCookie()).toEqual([...cookies.forget(), `stolos-attempt=${encodeURIComponent("over: Why: 401.")}`]);
    expect(audited()[0]).toEqual(["renewal", "eu", "oidc:jane", "refused: 401 Not signed in. Why: 401."]);
    await expect(renewAtProvider({ signIn: aSignIn({ renew: () => no(503) }), history }, { headers: new Headers(kept) })).rejects.toMatchObject({
      status: 503,
    });
  });

  it("tells a browser whose sign-in was over before the reason again, without another line of the audit", async () => {
    await expect(renewAtProvider({ signIn: aSignIn({ renew: () => no(401) }), history }, { headers: new Headers() })).rejects.toMatchObject({
      detail: "Why: 401.",
    });
    expect(lines).toEqual([]);
  });

  it("signs out when the provider is unreachable, with another audit line for that", async () => {
    const revoked: unknown[] = [];
    const signIn = aSignIn({
      revoke: async (request) => {
        revoked.push(request);
        return no(503);
      },
    });
    const answer = await endSession({ signIn, history }, { headers: new Headers(kept) });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, cookies.forget()]);
    expect(revoked).toHaveLength(1);
    await vi.waitFor(() => expect(audited().map(([, cluster, who, result]) => [cluster, who, result])).toContainEqual(["us", "oidc:jane", NOT_THERE]));
    expect(audited().map(([command, cluster, , result]) => [command, cluster, result])).toEqual([
      ["sign-out", "eu", "done"],
      ["sign-out", "us", "done"],
      ["sign-out", "eu", NOT_THERE],
      ["sign-out", "us", NOT_THERE],
    ]);
    lines.length = 0;
    await endSession({ signIn: aSignIn(), history }, { headers: new Headers() });
    expect(lines).toEqual([]);
  });

  it("deletes the cookies at once when the provider and the API server never answer", async () => {
    const never = () => new Promise<never>(() => undefined);
    const { provider: _, ...token } = aSignIn();
    for (const signIn of [aSignIn({ revoke: never }), { ...token, viewerOf: never, known: () => '["token",["eu","ann"]]' }]) {
      lines.length = 0;
      const answer = await endSession({ signIn, history }, { headers: new Headers(kept) });
      expect(answer.headers.getSetCookie()).toEqual(cookies.forget());
      expect(audited()[0]).toEqual(["sign-out", "eu", signIn.provider === undefined ? "ann" : "oidc:jane", "done"]);
    }
  });

  it("takes no pasted token, and is not there where nobody signs in through a provider", async () => {
    await expect(keepSession(parts(aSignIn()), asking, SECRET_TOKEN)).rejects.toMatchObject({ status: 404 });
    const { provider: _, ...token } = aSignIn();
    await expect(beginAtProvider(parts(token), asking, "/")).rejects.toMatchObject({ status: 404 });
  });

  it("never tells a token, in the log or in the audit", async () => {
    await renewAtProvider({ signIn: aSignIn({ renew: () => no(401) }), history }, { headers: new Headers(kept) });
    await endSession({ signIn: aSignIn(), history }, { headers: new Headers(kept) });
    expect(logged).toContain("audit");
    expect(`${logged}${JSON.stringify(lines)}`).not.toMatch(/secret/);
  });
});

describe("a pasted token", () => {
  const token = (viewerOfToken: NonNullable<SignIn["viewerOfToken"]>): SignIn => {
    const { provider: _, ...rest } = aSignIn();
    return { ...rest, kind: "token", viewerOfToken };
  };

  it("leaves a line of the audit with the name that each cluster has, and one where it is refused", async () => {
    const viewer = { subject: '["token",["eu","ann"],["us","bob"]]', identity: { signIn: "token", name: "ann, bob" } };
    await keepSession(parts(token(async () => viewer as never)), asking, SECRET_TOKEN);
    const session = expect.stringMatching(/^[\w-]{16}$/);
    expect(lines[0]).toMatchObject({ session, source_address: "192.0.2.7", request_id: "a-request" });
    await expect(keepSession(parts(token(() => no(401))), asking, SECRET_TOKEN)).rejects.toMatchObject({ status: 401 });
    expect(audited()).toEqual([
      ["sign-in", "eu", "ann", "done"],
      ["sign-in", "us", "bob", "done"],
      ["sign-in", "eu", "not known", "refused: 401 Not signed in. Why: 401."],
      ["sign-in", "us", "not known", "refused: 401 Not signed in. Why: 401."],
    ]);
  });

  it("leaves one audit line per address and minute, with a count, after 600 invalid tokens", async () => {
    const server = parts(token(() => no(401)));
    const by = (address: string) => ({ headers: new Headers({ [CLIENT_HEADER]: address }) });
    for (let at = 0; at < 600; at++) await expect(keepSession(server, by("192.0.2.7"), SECRET_TOKEN)).rejects.toMatchObject({ status: 401 });
    await expect(keepSession(server, by("192.0.2.8"), SECRET_TOKEN)).rejects.toMatchObject({ status: 401 });
    const once = "refused: 401 Not signed in. Why: 401.";
    const told = () => lines.filter(({ cluster }) => cluster === "eu").map(({ source_address: from, result }) => [from, result]);
    expect(told()).toEqual([
      ["192.0.2.7", once],
      ["192.0.2.8", once],
    ]);
    clock.advance(60_000);
    expect(told().slice(2)).toEqual([["192.0.2.7", "refused: 401 Not signed in (599 times within a minute). Why: 401."]]);
    expect(logged.split("\n").filter((line) => line.includes('"command":"sign-in"'))).toHaveLength(3);
    expect(logged).toContain('"count":599');
    clock.advance(60_000);
    expect(told()).toHaveLength(3);
  });
});
