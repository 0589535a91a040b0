import { describe, expect, it } from "vitest";
import { allowedImpersonation, listedProblem } from "./impersonation";

const LISTS = { users: ["ann", "idp:*"], groups: ["team-shop", "idp:team-*"] };
const of = (user: string, groups: readonly string[] = []) => {
  const told = allowedImpersonation(LISTS, user, groups);
  return "refused" in told ? told.refused : [told.user, ...told.groups];
};

describe("whom the server may speak for", () => {
  it.each([
    ["a user of the list", "ann", ["ann"]],
    ["a user whose name begins as the list says", "idp:jane@example.org", ["idp:jane@example.org"]],
    ["a name with a space within", "idp:Jane Doe", ["idp:Jane Doe"]],
  ])("is %s", (_claim, user, expected) => {
    expect(of(user)).toEqual(expected);
  });

  it.each([
    ["a user who is not in the list", "bob", /not in STOLOS_IMPERSONATE_USERS/],
    ["a name that only begins as one of the list", "ann2", /not in STOLOS_IMPERSONATE_USERS/],
    ["a name in capitals", "ANN", /not in STOLOS_IMPERSONATE_USERS/],
    ["an empty name", "", /empty/],
    ["an administrator of Kubernetes' own", "system:admin", /Kubernetes' own/],
    ["a service account", "system:serviceaccount:kube-system:default", /Kubernetes' own/],
    ["nobody", "system:anonymous", /Kubernetes' own/],
    ["a line break", "idp:jane\r\nImpersonate-Group: system:masters", /visible ASCII/],
    ["a line feed alone", "idp:jane\nx", /visible ASCII/],
    ["a NUL", "idp:jane\0", /visible ASCII/],
    ["a tab", "idp:jane\tdoe", /visible ASCII/],
    ["a comma, at which headers are joined", "idp:jane, system:masters", /without a comma/],
    ["spaces around it", " ann", /visible ASCII/],
    ["letters that look like others", "idp:jаne", /visible ASCII/],
    ["a name that is too long", `idp:${"x".repeat(253)}`, /256/],
  ])("is never %s", (_claim, user, why) => {
    expect(of(user)).toMatch(why);
    expect(allowedImpersonation({ users: [user, "*", "s*", "system:*"], groups: [] }, user, [])).toMatchObject(
      /not in/.test(String(of(user))) ? { user } : { refused: expect.stringMatching(why) },
    );
  });

  it("is in those of his groups that are listed, once each", () => {
    expect(of("ann", ["team-shop", "idp:team-eu", "idp:admins", "team-shop", "team-shop2"])).toEqual(["ann", "idp:team-eu", "team-shop"]);
  });

  it.each(["system:masters", "system:authenticated", "", "idp:team-a,system:masters", "idp:team-a\r\nx: y", "idp:team-ä"])(
    "is never in the group %j, whatever the list says",
    (group) => {
      expect(allowedImpersonation({ users: ["ann"], groups: ["*", "system:*", group, "idp:team-*"] }, "ann", [group])).toMatchObject({ groups: [] });
    },
  );
});

describe("a name of a list", () => {
  it.each(["ann", "idp:*", "jane@example.org", "CN=Jane Doe", "Jane *"])("may be %j", (listed) => {
    expect(listedProblem(listed)).toBeNull();
  });

  it.each([
    ["*", /everybody/],
    ["system:*", /system:/],
    ["system:masters", /system:/],
    ["system:serviceaccount:shop:web", /system:/],
    ["idp:*:admins", /not at its end/],
    ["**", /not at its end/],
    ["jane\u0000", /visible ASCII/],
    ["jäne", /visible ASCII/],
  ])("is not %j", (listed, why) => {
    expect(listedProblem(listed)).toMatch(why);
  });
});
