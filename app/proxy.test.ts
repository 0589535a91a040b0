import { NextRequest } from "next/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { config, proxy } from "@/proxy";

const asked = (path: string, headers: Record<string, string> = {}) =>
  new NextRequest(`http://localhost:3000${path}`, { headers: { host: "localhost:3000", ...headers } });

afterEach(() => vi.unstubAllEnvs());

/** As Next reads a matcher that begins with a slash and holds one group: from the first sign of the path to the last. */
const isMatched = (path: string) => config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(path));

describe("every page and every answer", () => {
  it.each([
    "/",
    "/entries",
    "/groups",
    "/activity",
    "/c/eu/groups/shop/checkout",
    "/c/eu/entries/shop/_next/static",
    "/api/live",
    "/no/such/page",
    "/_next/data/x.json",
  ])("%s passes where its policy is made", (path) => {
    expect(isMatched(path)).toBe(true);
  });

  it("passes but for the built files, which carry a policy of their own", () => {
    expect(isMatched("/_next/static/chunks/a.js")).toBe(false);
  });

  it.each(["/", "/entries", "/api/live"])("%s has a policy with a nonce of its own, told to the page and to the browser alike", (path) => {
    const [one, other] = [proxy(asked(path)), proxy(asked(path))];
    const policy = one.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'/);
    expect(policy).not.toBe(other.headers.get("content-security-policy"));
    // What Next hands on to the page, as it writes it.
    expect(one.headers.get("x-middleware-request-content-security-policy")).toBe(policy);
    expect(policy).toContain(`'nonce-${one.headers.get("x-middleware-request-x-nonce")}'`);
  });

  it("tells browsers where to report what breaks its policy: at this server by its address, and over TLS by an endpoint", () => {
    const told = (host: string) => {
      const { headers } = proxy(asked("/", { host }));
      return [/; (report-uri .*)$/.exec(headers.get("content-security-policy") ?? "")?.[1], headers.get("reporting-endpoints")];
    };
    vi.stubEnv("STOLOS_PUBLIC_URL", "https://stolos.example.com");
    expect(told("localhost:3000")).toEqual(["report-uri /api/policy-reports", null]);
    expect(told("stolos.example.com")).toEqual(["report-uri /api/policy-reports; report-to policy", 'policy="/api/policy-reports"']);
  });

  it("is refused at a name that is not this machine's", () => {
    expect(proxy(asked("/", { host: "evil.example" })).status).toBe(421);
  });

  it("is answered at the public URL, where one is set, and at no other name", () => {
    vi.stubEnv("STOLOS_PUBLIC_URL", "https://stolos.example.com");
    expect(proxy(asked("/", { host: "stolos.example.com" })).status).toBe(200);
    expect(proxy(asked("/", { host: "localhost:3000" })).status).toBe(200);
    expect(proxy(asked("/", { host: "evil.example", "x-forwarded-host": "stolos.example.com" })).status).toBe(421);
  });

  it("never takes a client's word for the nonce", () => {
    const answer = proxy(asked("/", { "x-nonce": "forged", "content-security-policy": "script-src *" }));
    expect(answer.headers.get("x-middleware-request-x-nonce")).not.toBe("forged");
    expect(answer.headers.get("x-middleware-request-content-security-policy")).not.toContain("script-src *");
  });
});
