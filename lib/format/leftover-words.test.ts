import { expect, it } from "vitest";
import { accountGoesWords, accountLeftWords, entryGoesWords, entryLeftWords, unseenLeftoversWords } from "./leftover-words";

it.each([
  [{ verdict: "unused", groups: [], machines: 0, pods: 0 }, "No other group of the namespace names it, and no machine and no Pod has it."],
  [{ verdict: "used", groups: ["a"], machines: 2, pods: 0 }, "Still used by group a and 2 machines."],
  [{ verdict: "new", groups: [], machines: 0, pods: 0 }, "Nobody uses it yet: it was made within the last day, and is not called a leftover."],
  [{ verdict: "not-known", groups: [], machines: 0, pods: null }, "Not known whether somebody uses it: Pods are not visible to you."],
] as const)("an account %j", (account, said) => {
  expect(accountLeftWords(account)).toBe(said);
});

it.each([
  [{ verdict: "unused", machines: 0, pods: 0 }, "Its selector takes no machine and no Pod."],
  [{ verdict: "used", machines: 0, pods: 3 }, "Its selector takes 3 Pods."],
  [{ verdict: "new", machines: 0, pods: 0 }, "Its selector takes no machine and no Pod yet: it was made within the last day, and is not called a leftover."],
  [{ verdict: "not-known", machines: 0, pods: null }, "Its selector takes no machine. Not known whether it takes Pods: they are not visible to you."],
] as const)("a ServiceEntry %j", (entry, said) => {
  expect(entryLeftWords(entry)).toBe(said);
});

it("what goes is told before, and what nobody can know", () => {
  expect(accountGoesWords().join(" ")).toMatch(/tokens fail within seconds.*RoleBindings/);
  expect(entryGoesWords({ hosts: ["a.test"] }).join(" ")).toMatch(/^Sidecars forget a\.test.*Who still calls it is not known/);
  expect(unseenLeftoversWords([])).toBe("");
  expect(unseenLeftoversWords(["serviceaccounts"])).toBe("Not visible to you, so there may be more: serviceaccounts.");
});
