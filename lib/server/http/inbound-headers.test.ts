import { describe, expect, it } from "vitest";
import { inboundHeaders, isLoopbackHost } from "./inbound-headers";

describe("the headers of a request", () => {
  it.each(["next-action", "next-resume", "x-nonce", "Content-Security-Policy", "x-middleware-subrequest", "x-nextjs-data"])(
    "do not keep %s from a client",
    (name) => {
      expect(inboundHeaders(new Headers({ [name]: "forged" }), "production").get(name)).toBeNull();
      expect(inboundHeaders(new Headers({ [name]: "forged" }), "development").get(name)).toBeNull();
    },
  );

  it.each(["accept", "cookie", "rsc", "next-url", "next-router-state-tree", "authorization"])("keep %s", (name) => {
    expect(inboundHeaders(new Headers({ [name]: "true" }), "production").get(name)).toBe("true");
  });

  it.each(["x-nextjs-request-id", "x-nextjs-html-request-id"])("keep %s in development only, where navigation hangs on it", (name) => {
    expect(inboundHeaders(new Headers({ [name]: "1" }), "development").get(name)).toBe("1");
    expect(inboundHeaders(new Headers({ [name]: "1" }), "production").get(name)).toBeNull();
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
