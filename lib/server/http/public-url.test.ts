import { describe, expect, it } from "vitest";
import { isOwnHost, parsePublicUrl } from "./public-url";

describe("the public URL", () => {
  it.each([
    ["https://stolos.example.com", { origin: "https://stolos.example.com", host: "stolos.example.com", isSecure: true, isLoopback: false }],
    ["https://Stolos.Example.com:443/", { origin: "https://stolos.example.com", host: "stolos.example.com", isSecure: true, isLoopback: false }],
    ["https://stolos.example.com:8443", { origin: "https://stolos.example.com:8443", host: "stolos.example.com:8443", isSecure: true, isLoopback: false }],
    ["http://localhost:3000", { origin: "http://localhost:3000", host: "localhost:3000", isSecure: false, isLoopback: true }],
    ["http://127.0.0.1:3000/", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000", isSecure: false, isLoopback: true }],
    ["https://[::1]:8443", { origin: "https://[::1]:8443", host: "[::1]:8443", isSecure: true, isLoopback: true }],
  ])("%s is an origin", (text, origin) => {
    expect(parsePublicUrl(text)).toEqual(origin);
  });

  it("is none where it is empty", () => {
    expect(parsePublicUrl("")).toBeNull();
  });

  it.each([
    ["https://stolos.example.com/stolos", /path, a query or a fragment/],
    ["https://stolos.example.com/?a=b", /path, a query or a fragment/],
    ["https://stolos.example.com?", /path, a query or a fragment/],
    ["https://stolos.example.com/#top", /path, a query or a fragment/],
    ["https://me:secret@stolos.example.com", /user or a password/],
    ["http://stolos.example.com", /plain HTTP/],
    ["http://127.example.com", /plain HTTP/],
    ["ftp://stolos.example.com", /no address of https/],
    ["stolos.example.com", /no address of https/],
  ])("%s is refused with a sentence", (text, sentence) => {
    expect(() => parsePublicUrl(text)).toThrow(sentence);
  });
});

describe("the name that a request asks for", () => {
  const set = "https://stolos.example.com";
  it.each([
    ["stolos.example.com", set, true],
    ["STOLOS.example.com:443", set, true],
    ["stolos.example.com:80", set, false],
    ["stolos.example.com.evil.test", set, false],
    ["evil.test", set, false],
    ["localhost:3000", set, true],
    ["[::1]:3000", set, true],
    ["stolos.example.com", undefined, false],
    ["stolos.example.com", "", false],
    ["stolos.example.com:8443", "https://stolos.example.com:8443", true],
    [null, set, false],
  ])("%s with %s: known = %s", (host, setting, isKnown) => {
    expect(isOwnHost(host, setting)).toBe(isKnown);
  });
});
