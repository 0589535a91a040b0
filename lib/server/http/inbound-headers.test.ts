import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { ADDRESS_HEADER, inboundHeaders, isLoopbackHost } from "./inbound-headers";

/** The headers that Next knows, by the names of its own constants. */
const next: Readonly<Record<string, string>> = createRequire(import.meta.url)("next/dist/client/components/app-router-headers");

describe("the headers of a request", () => {
  const kept = (name: string, mode: "production" | "development") => inboundHeaders(new Headers({ [name]: "1" }), { mode }).get(name);

  it.each([
    ...["next-action", "next-resume", "x-nonce", "Content-Security-Policy", "content-security-policy-report-only", "x-nextjs-data", ADDRESS_HEADER],
    ...["x-middleware-subrequest", "x-middleware-prefetch", "x-middleware-override-headers", "x-matched-path", "x-now-route-matches", "x-invoke-path"],
    ...["x-prerender-revalidate", "x-nextjs-cache", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-user", "forwarded"],
    ...["x-original-url", "x-rewrite-url", "x-http-method-override", "x-method-override", "impersonate-user", "x-remote-user", "x_forwarded_user"],
    ...["upgrade", "referer", "sec-websocket-key", "anything-else"],
  ])("do not keep %s from a client", (name) => {
    expect(kept(name, "production")).toBeNull();
    expect(kept(name, "development")).toBeNull();
  });

  it.each(["accept", "cookie", "rsc", "next-url", "next-router-state-tree", "authorization", "origin", "sec-fetch-site", "content-type", "range", "host"])(
    "keep %s",
    (name) => {
      expect(kept(name, "production")).toBe("1");
    },
  );

  it.each(["x-nextjs-request-id", "x-nextjs-html-request-id", "next-hmr-refresh"])("keep %s in development only, where pages hang on it", (name) => {
    expect(kept(name, "development")).toBe("1");
    expect(kept(name, "production")).toBeNull();
  });

  it("keep the header of a proxy in front where one is set, and what reads like it, so that the door can refuse it", () => {
    const told = new Headers({ "x-signed-token": "1", x_signed_token: "2", "x-signed-tokens": "3" });
    expect([...inboundHeaders(told, { tokenHeader: "x-signed-token" }).keys()].sort()).toEqual(["x-signed-token", "x_signed_token"]);
    expect([...inboundHeaders(told, {}).keys()]).toEqual([]);
  });

  it("keep all by which Next's pages ask for others, by Next's own list, and none that it answers with or that gives an action", () => {
    const asking = ["RSC_HEADER", "NEXT_URL", "NEXT_ROUTER_STATE_TREE_HEADER", "NEXT_ROUTER_PREFETCH_HEADER", "NEXT_ROUTER_SEGMENT_PREFETCH_HEADER"];
    const names = Object.entries(next).filter(([constant]) => /_HEADER$|^NEXT_URL$/.test(constant) && constant !== "RSC_CONTENT_TYPE_HEADER");
    const passed = names.filter(([, name]) => kept(name.toLowerCase(), "production") === "1").map(([constant]) => constant);
    expect(passed.sort()).toEqual([...asking].sort());
  });

  it("are those by which Next's browser code asks: a new one would be missed here", () => {
    const source = readFileSync("node_modules/next/dist/client/components/router-reducer/fetch-server-response.js", "utf8");
    const used = new Set([...source.matchAll(/_approuterheaders\.([A-Z_]+)\]/g)].map(([, constant = ""]) => next[constant] ?? constant));
    expect(used.size).toBeGreaterThan(3);
    expect([...used].filter((name) => kept(name, "development") === null)).toEqual([]);
  });
});

describe("the host of a request", () => {
  it.each(["localhost", "localhost:3000", "127.0.0.1:3000", "127.8.9.1", "[::1]:3000", "stolos.localhost:3000"])("%s is this machine", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([null, "", "example.com", "localhost.example.com", "127.0.0.1.nip.io", "evil.com:3000", "127.0.0.1@evil.com", "192.168.1.7:3000"])(
    "%s is not",
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
