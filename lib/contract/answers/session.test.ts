import { describe, expect, it } from "vitest";
import { pagePaths } from "@/lib/contract/url/paths";
import { isKeptByAttempt, returnPath, signInNote } from "./session";

describe("where a sign-in leads back to", () => {
  it.each(["/", "/entries?q=zone%3Aa&at=1", "/c/prod/groups/shop/checkout"])("is %s of this site", (from) => {
    expect(returnPath(from)).toBe(from);
  });

  it.each(["", "//evil.test", "/\\evil.test", "https://evil.test/", "javascript:alert(1)", "/a\nb", "/ a", "/sign-in?from=/sign-in", undefined, ["/a"]])(
    "is the first page and never %j",
    (from) => {
      expect(returnPath(from)).toBe("/");
    },
  );
});

describe("the address of the sign-in page", () => {
  it.each([
    ["short", "/entries?q=a", "/sign-in?from=%2Fentries%3Fq%3Da"],
    ["longer than a server reads once it is encoded", `/entries?q=${"%2C".repeat(1_700)}`, "/sign-in?from=%2F&note=long-link"],
  ])("leads back to a link that is %s", (_what, from, address) => {
    expect(pagePaths.signIn(from)).toBe(address);
  });

  it("is never longer than 8,192 characters", () => {
    for (const length of [2_000, 6_000, 8_000]) expect(pagePaths.signIn(`/entries?q=${"%".repeat(length)}`).length).toBeLessThan(8_192);
  });

  it("accepts the names of known remarks only", () => {
    expect(["not-begun", "long-link", "anything", undefined].map(signInNote)).toEqual(["not-begun", "long-link", null, null]);
  });
});

it("an attempt stores a link of up to 2,000 characters of JSON", () => {
  expect([`/${"x".repeat(1_999)}`, `/${"x".repeat(2_000)}`, `/${'"'.repeat(1_000)}`].map(isKeptByAttempt)).toEqual([true, false, false]);
});
