import { describe, expect, it } from "vitest";
import { claimsIn, lacksGroups, namingDifference, userOfClaims } from "./oidc-claims";

const NAMING = { usernameClaim: "sub", usernamePrefix: "oidc:", groupsClaim: "groups", groupsPrefix: "oidc:" };
const JANE = { sub: "jane", email: "jane@example.com", groups: ["sre"] };
const user = (name: string, ...groups: readonly string[]) => ({ name, groups: [...groups, "system:authenticated"] });

describe("the user that claims make", () => {
  it.each([
    [JANE, {}, { name: "oidc:jane", groups: ["oidc:sre"] }],
    [JANE, { usernamePrefix: "", groupsPrefix: "" }, { name: "jane", groups: ["sre"] }],
    [JANE, { usernameClaim: "email", usernamePrefix: "" }, { name: "jane@example.com", groups: ["oidc:sre"] }],
    [JANE, { groupsClaim: null }, { name: "oidc:jane", groups: [] }],
    [{ ...JANE, groups: "sre" }, {}, { name: "oidc:jane", groups: ["oidc:sre"] }],
    [{ ...JANE, groups: ["sre", 7, null] }, {}, { name: "oidc:jane", groups: ["oidc:sre"] }],
    [{ ...JANE, sub: "system:admin", groups: ["system:masters"] }, {}, { name: "oidc:system:admin", groups: ["oidc:system:masters"] }],
  ])("%j with %j is %j", (claims, naming, made) => {
    expect(userOfClaims(claims, { ...NAMING, ...naming })).toEqual(made);
  });

  it.each([
    ["a name of Kubernetes' own", { sub: "system:admin" }, { usernamePrefix: "" }, /begins with system:/],
    ["a name made one by its prefix", { sub: "admin" }, { usernamePrefix: "system:" }, /begins with system:/],
    ["a group of Kubernetes' own", { sub: "jane", groups: ["sre", "system:masters"] }, { groupsPrefix: "" }, /begins with system:/],
    ["no name", { email: "jane@example.com" }, {}, /no text under sub/],
    ["a name that is no text", { sub: 7 }, {}, /no text under sub/],
    ["an address that nobody verified", { email: "jane@example.com", email_verified: false }, { usernameClaim: "email" }, /not verified/],
  ])("is none of %s", (_what, claims, naming, reason) => {
    expect(() => userOfClaims(claims, { ...NAMING, ...naming })).toThrow(reason);
  });
});

describe("groups that a provider leaves out because there are too many", () => {
  it.each([
    [{ _claim_names: { groups: "src1" }, _claim_sources: {} }, true],
    [{ hasgroups: true }, true],
    [{ hasgroups: "true" }, true],
    [{ hasgroups: true, groups: [] }, false],
    [{ _claim_names: { roles: "src1" } }, false],
    [{ _claim_names: null }, false],
    [{}, false],
  ])("are noticed in %j: %s", (claims, isLacking) => {
    expect(lacksGroups(claims, NAMING)).toBe(isLacking);
    expect(lacksGroups(claims, { groupsClaim: null })).toBe(false);
  });
});

describe("the setting that differs from the API server's", () => {
  it.each([
    [user("oidc:jane", "oidc:sre"), null],
    [user("jane", "oidc:sre"), /^STOLOS_OIDC_USERNAME_PREFIX \(oidc:\) differs.*calls you jane, and by the settings here you would be oidc:jane/],
    [user("jane@example.com", "oidc:sre"), /^STOLOS_OIDC_USERNAME_CLAIM \(sub\) differs/],
    [user("oidc:jane", "sre"), /^STOLOS_OIDC_GROUPS_PREFIX differs.*into oidc:sre/],
    [user("oidc:jane"), /^STOLOS_OIDC_GROUPS_CLAIM differs.*the settings here put you into oidc:sre/],
    [user("oidc:jane", "oidc:sre", "oidc:admins"), /^STOLOS_OIDC_GROUPS_CLAIM differs.*the API server puts you into oidc:admins/],
  ])("where it makes %j of the same claims", (told, sentence) => {
    const difference = namingDifference(JANE, NAMING, told);
    if (sentence === null) expect(difference).toBeNull();
    else expect(difference).toMatch(sentence);
  });
});

describe("what a signed token says", () => {
  it.each(["", "abc", "a.b", "a.e30", "a.%%%.c", `a.${Buffer.from("[1]").toString("base64url")}.c`, `a.${Buffer.from("null").toString("base64url")}.c`])(
    "is nothing where it is %j",
    (text) => {
      expect(claimsIn(text)).toBeNull();
    },
  );

  it("is its second part", () => {
    expect(claimsIn(`a.${Buffer.from('{"sub":"jane"}').toString("base64url")}.c`)).toEqual({ sub: "jane" });
  });
});
