import { describe, expect, it } from "vitest";
import { askedServer, requireOwnPage, requireReport } from "./own-page";
import { Refusal } from "./problem";

const ORIGIN = "http://localhost:3000";
const LOCAL = { origin: ORIGIN, knowsBearers: false };
const TOKEN = { origin: ORIGIN, knowsBearers: true };
const JSON_TYPE = { "content-type": "application/json" };

type Sent = Readonly<Record<string, string>>;

/** 0 = it may pass. */
function statusOf(method: string, headers: Sent, server = LOCAL, required = requireOwnPage): number {
  try {
    required({ method, headers: new Headers(headers) }, server);
    return 0;
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.status;
    throw thrown;
  }
}

describe("what reads", () => {
  it.each([
    ["a page of ours", { "sec-fetch-site": "same-origin" }, 0],
    ["a person who typed the address", { "sec-fetch-site": "none" }, 0],
    ["a program without a browser", {}, 0],
    ["an old browser on a page of ours", { origin: ORIGIN }, 0],
    ["a page of another site", { "sec-fetch-site": "cross-site" }, 403],
    ["a page of a sibling host", { "sec-fetch-site": "same-site", origin: ORIGIN }, 403],
    ["an old browser elsewhere", { origin: "http://evil.test" }, 403],
    ["a page without an origin", { origin: "null" }, 403],
    ["two statements that contradict", { "sec-fetch-site": "same-origin", origin: "http://evil.test" }, 403],
    ["a typed address with a page's origin", { "sec-fetch-site": "none", origin: "http://evil.test" }, 403],
    ["another scheme", { origin: "https://localhost:3000" }, 403],
    ["another port", { origin: "http://localhost:3001" }, 403],
  ] as const)("is decided for %s", (_claim, headers, status) => {
    for (const method of ["GET", "HEAD"]) expect(statusOf(method, headers)).toBe(status);
  });
});

describe("whatever else is asked", () => {
  it.each([
    ["a page of ours", { "sec-fetch-site": "same-origin", origin: ORIGIN }, 0],
    ["a browser that names no origin", { "sec-fetch-site": "same-origin" }, 0],
    ["an old browser on a page of ours", { origin: ORIGIN }, 0],
    ["somebody who says nothing", {}, 403],
    ["somebody who says nothing, with a cookie", { cookie: "stolos-session-0=x" }, 403],
    ["an address that was typed", { "sec-fetch-site": "none" }, 403],
    ["an address that was typed, by a page of ours", { "sec-fetch-site": "none", origin: ORIGIN }, 403],
    ["a page of another site", { "sec-fetch-site": "cross-site", origin: "http://evil.test" }, 403],
    ["a page of a sibling host", { "sec-fetch-site": "same-site", origin: ORIGIN }, 403],
    ["a sandboxed frame", { "sec-fetch-site": "cross-site", origin: "null" }, 403],
    ["a page without an origin that calls itself ours", { "sec-fetch-site": "same-origin", origin: "null" }, 403],
    ["a foreign origin that calls itself ours", { "sec-fetch-site": "same-origin", origin: "http://evil.test" }, 403],
    ["a word that no browser sends", { "sec-fetch-site": "same-origin, same-origin", origin: ORIGIN }, 403],
    ["another spelling", { "sec-fetch-site": "Same-Origin", origin: ORIGIN }, 403],
    ["nothing, said", { "sec-fetch-site": "", origin: ORIGIN }, 403],
    ["another scheme", { origin: "https://localhost:3000" }, 403],
    ["an origin with a path", { origin: `${ORIGIN}/` }, 403],
    ["an origin with a user", { origin: "http://localhost:3000@evil.test" }, 403],
    ["two origins", { origin: `${ORIGIN}, ${ORIGIN}` }, 403],
    ["a program with a token, where nobody signs in", { authorization: "Bearer abc" }, 403],
  ] as const)("is decided for %s", (_claim, headers, status) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ANYTHING"]) expect(statusOf(method, { ...JSON_TYPE, ...headers })).toBe(status);
  });

  it.each([
    ["a program with its token", { authorization: "Bearer abc" }, 0],
    ["a program with its token, and a cookie that a browser added", { authorization: "Bearer abc", cookie: "stolos-session-0=x" }, 403],
    ["other credentials, which browsers add by themselves", { authorization: "Basic abc" }, 403],
    ["no token", { authorization: "Bearer " }, 403],
    ["a token from a page elsewhere", { authorization: "Bearer abc", origin: "http://evil.test" }, 403],
    ["a token from a browser that says nothing else", { authorization: "Bearer abc", "sec-fetch-site": "cross-site" }, 403],
  ] as const)("is decided for %s, where people are known by tokens", (_claim, headers, status) => {
    expect(statusOf("POST", { ...JSON_TYPE, ...headers }, TOKEN)).toBe(status);
  });

  it.each([
    ["application/json", 0],
    ["application/json; charset=utf-8", 0],
    ["Application/JSON", 0],
    ["application/json-x", 415],
    ["application/jsonp", 415],
    ["application/json, text/plain", 415],
    ["application/json; charset=utf-7", 415],
    ["text/plain", 415],
    ["text/plain; application/json", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["", 415],
  ])("has a body that calls itself JSON, and not %s", (type, status) => {
    expect(statusOf("POST", { "sec-fetch-site": "same-origin", "content-type": type })).toBe(status);
  });
});

describe("what a browser reports by itself", () => {
  const statusOfReport = (headers: Sent) => statusOf("POST", headers, LOCAL, requireReport);
  const TYPE = { "content-type": "application/csp-report" };

  it.each([
    ["application/csp-report", 0],
    ["application/reports+json", 0],
    ["Application/CSP-Report; charset=utf-8", 0],
    ["application/json", 415],
    ["application/csp-report-x", 415],
    ["application/csp-report, text/plain", 415],
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["", 415],
  ])("is of the type %s: %s", (type, status) => {
    expect(statusOfReport({ "sec-fetch-site": "same-origin", origin: ORIGIN, "content-type": type })).toBe(status);
  });

  it.each([
    ["a page of ours", { "sec-fetch-site": "same-origin", origin: ORIGIN }, 0],
    ["a page of ours, of which no referrer is told", { "sec-fetch-site": "same-origin", origin: "null" }, 0],
    ["the browser itself, which says nothing", {}, 0],
    ["the browser itself, which says so", { "sec-fetch-site": "none" }, 0],
    ["a page of another site", { "sec-fetch-site": "cross-site", origin: "http://evil.test" }, 403],
    ["a page of another site, of which no referrer is told", { "sec-fetch-site": "cross-site", origin: "null" }, 403],
    ["a page of a sibling host", { "sec-fetch-site": "same-site" }, 403],
    ["an old browser elsewhere", { origin: "http://evil.test" }, 403],
    ["a foreign origin that calls itself ours", { "sec-fetch-site": "same-origin", origin: "http://evil.test" }, 403],
  ] as const)("is decided for %s", (_claim, headers, status) => {
    expect(statusOfReport({ ...TYPE, ...headers })).toBe(status);
  });
});

describe("the server that is asked", () => {
  const askedAt = (host: string, kind = "local") => askedServer({ headers: new Headers({ host }) }, { kind });

  it.each([
    ["localhost:3000", ORIGIN],
    ["LOCALHOST:3000", ORIGIN],
    ["localhost:80", "http://localhost"],
    ["[::1]:3000", "http://[::1]:3000"],
    ["evil.example", null],
    ["localhost:99999", null],
  ])("at %s has pages of the origin %s", (host, origin) => {
    expect(askedAt(host).origin).toBe(origin);
  });

  it("knows bearers where people sign in with tokens, and nowhere else", () => {
    expect([askedAt("localhost", "token").knowsBearers, askedAt("localhost").knowsBearers]).toEqual([true, false]);
  });
});
