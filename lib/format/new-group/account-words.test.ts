import { expect, it } from "vitest";
import { accountUseWords } from "./account-words";

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
