import { describe, expect, it } from "vitest";
import { claimedIdentity } from "./claimed-identity";

const RULES = { username: { claim: "sub", prefix: "idp:" }, groups: { claim: "groups", prefix: "idp:" } };

describe("who claims name", () => {
  it.each([
    ["a name and groups, with their prefixes", { sub: "jane", groups: ["a", "b"] }, { user: "idp:jane", groups: ["idp:a", "idp:b"] }],
    ["one group as a text", { sub: "jane", groups: "a" }, { user: "idp:jane", groups: ["idp:a"] }],
    ["no group", { sub: "jane" }, { user: "idp:jane", groups: [] }],
    ["an empty group, which is none", { sub: "jane", groups: ["", "a"] }, { user: "idp:jane", groups: ["idp:a"] }],
  ])("is %s", (_claim, claims, expected) => {
    expect(claimedIdentity(claims, RULES)).toEqual(expected);
  });

  it.each([
    ["no name", {}, /names nobody/],
    ["an empty name", { sub: "" }, /names nobody/],
    ["a name that is no text", { sub: ["jane"] }, /names nobody/],
    ["groups that are no texts", { sub: "jane", groups: [1] }, /no list of groups/],
    ["groups that are an object", { sub: "jane", groups: { a: true } }, /no list of groups/],
    ["groups that are kept elsewhere, since there are too many", { sub: "jane", _claim_names: { groups: "src1" } }, /too many groups/],
  ])("is nobody with %s", (_claim, claims, why) => {
    expect(claimedIdentity(claims, RULES)).toEqual({ refused: expect.stringMatching(why) });
  });

  it.each([
    [
      { email: "jane@example.org", email_verified: true },
      { user: "jane@example.org", groups: [] },
    ],
    [{ email: "jane@example.org" }, { user: "jane@example.org", groups: [] }],
    [{ email: "jane@example.org", email_verified: false }, { refused: expect.stringContaining("not verified") }],
    [{ email: "jane@example.org", email_verified: "true" }, { refused: expect.stringContaining("not verified") }],
  ])("by email, %j", (claims, expected) => {
    expect(claimedIdentity(claims, { username: { claim: "email", prefix: "" }, groups: null })).toEqual(expected);
  });

  it("takes no group where no claim of groups is set", () => {
    expect(claimedIdentity({ sub: "jane", groups: ["a"] }, { ...RULES, groups: null })).toEqual({ user: "idp:jane", groups: [] });
  });
});
