import { describe, expect, it } from "vitest";
import { pagePaths } from "@/lib/contract/url/paths";
import { isReturnPathWithinCookieLimit, parseSignInNote, safeReturnPath } from "./session";

describe("the address after a sign-in", () => {
  it.each(["/", "/entries?q=zone%3Aa&at=1", "/c/prod/groups/shop/checkout"])("the address after a sign-in is %s because that belongs to this site", (from) => {
    expect(safeReturnPath(from)).toBe(from);
  });

  it.each(["", "//evil.test", "/\\evil.test", "https://evil.test/", "javascript:alert(1)", "/a\nb", "/ a", "/sign-in?from=/sign-in", undefined, ["/a"]])(
    "is the first page instead of %j",
    (from) => {
      expect(safeReturnPath(from)).toBe("/");
    },
  );
});

describe("the address of the sign-in page", () => {
  it.each([
    ["a short link", "/entries?q=a", "/sign-in?from=%2Fentries%3Fq%3Da"],
    ["the first page and a note if the encoded link is too long for a server", `/entries?q=${"%2C".repeat(1_700)}`, "/sign-in?from=%2F&note=long-link"],
  ])("the address of the sign-in page contains %s", (_what, from, address) => {
    expect(pagePaths.signIn(from)).toBe(address);
  });

  it("the address of the sign-in page is shorter than 8,192 characters for a link of any length", () => {
    for (const length of [2_000, 6_000, 8_000]) expect(pagePaths.signIn(`/entries?q=${"%".repeat(length)}`).length).toBeLessThan(8_192);
  });

  it("the address of the sign-in page accepts only the names of known remarks", () => {
    expect(["not-begun", "long-link", "anything", undefined].map(parseSignInNote)).toEqual(["not-begun", "long-link", null, null]);
  });
});

it("the cookie of a sign-in attempt stores a link of up to 2,000 characters of JSON", () => {
  expect([`/${"x".repeat(1_999)}`, `/${"x".repeat(2_000)}`, `/${'"'.repeat(1_000)}`].map(isReturnPathWithinCookieLimit)).toEqual([true, false, false]);
});
