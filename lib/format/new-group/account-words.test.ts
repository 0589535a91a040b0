import { expect, it } from "vitest";
import { accountHint, accountUseWords } from "./account-words";

const use = { exists: true, groups: [], machines: 0, pods: 0 };

it.each([
  [use, ["It exists. Nothing that you see has it as its identity."]],
  [
    { ...use, groups: ["a", "b"], machines: 12, pods: 1 },
    ["It exists. Its token is the identity of groups a and b, 12 machines and 1 Pod: whoever holds it can be any of them."],
  ],
  [{ ...use, groups: ["a"] }, ["It exists. Its token is the identity of group a: whoever holds it can be any of them."]],
  [
    { ...use, groups: ["a", "b", "c", "d", "e", "f", "g"] },
    ["It exists. Its token is the identity of groups a, b, c, d, e and 2 more: whoever holds it can be any of them."],
  ],
  [{ ...use, exists: false }, ["It does not exist: no token can be made for its machines, and they cannot join, until somebody makes it."]],
  [
    { exists: null, groups: ["a"], machines: null, pods: null },
    [
      "Whether it exists is not visible to you. Its token is the identity of group a: whoever holds it can be any of them.",
      "Not visible to you, and so not counted: machines and Pods.",
    ],
  ],
])("an account of which %j is known", (known, said) => {
  expect(accountUseWords(known)).toEqual(said);
});

const ALLOWS = "Whoever holds its token may join as any machine of this group, and of any group here that names no account.";

it.each([
  ["a fresh one", true, { ...use, exists: false }, `A fresh account. ${ALLOWS}`],
  [
    "one that is there, and others have",
    true,
    { ...use, groups: ["web"], machines: 3 },
    `An account of this name is there: it is used as it is. For a fresh one choose another name. Its token is the identity of group web and 3 machines: whoever holds it can be any of them. ${ALLOWS}`,
  ],
  [
    "one that is out of sight",
    true,
    { exists: null, groups: null, machines: null, pods: null },
    `A fresh account, if there is none of this name: that is not known here. ${ALLOWS}`,
  ],
  ["one that was not asked about yet", true, null, `A fresh account, if there is none of this name: that is not known here. ${ALLOWS}`],
  ["one that is not made, and there", false, use, `The account is there. Nothing that you see has it as its identity. ${ALLOWS}`],
  [
    "one that is not made, and missing",
    false,
    { ...use, exists: false },
    `There is no account of this name: nobody can make a token until it is made. ${ALLOWS}`,
  ],
  ["one that is not made, and not known", false, null, `The account has to be there. ${ALLOWS}`],
] as const)("the account of a group that is described: %s", (_, isMade, known, said) => {
  expect(accountHint({ account: "web-vm", isMade, use: known })).toBe(said);
});

it("a group that names no account is open to all of the namespace", () => {
  expect(accountHint({ account: "", isMade: true, use: null })).toMatch(/^Whoever holds a token of any account of this namespace/);
});
