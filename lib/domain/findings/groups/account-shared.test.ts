import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { accountShared } from "./account-shared";

const named = (name: string, serviceAccount = "vm", namespace = "shop") =>
  aGroup({ name, uid: `${namespace}/${name}`, namespace, template: { ...aGroup().template, serviceAccount } });

it("is told by the first group of those that share an account, with all of them", () => {
  const groups = [named("a"), named("b"), named("c", "other")];
  expect(detected(accountShared, { groups })).toEqual([
    {
      of: "vm",
      objects: [
        { kind: "WorkloadGroup", namespace: "shop", name: "a" },
        { kind: "WorkloadGroup", namespace: "shop", name: "b" },
      ],
      evidence: { account: "vm", groups: ["a", "b"] },
    },
  ]);
  expect(evidenceOf(accountShared, { groups: [...groups].reverse().slice(1) })).toEqual([]);
});

it.each([
  { of: "in different namespaces", groups: [named("a"), named("b", "vm", "pay")] },
  { of: "of their own", groups: [named("a"), named("b", "other")] },
  { of: "that they do not name", groups: [named("a", ""), named("b", "")] },
])("passes over accounts $of", ({ groups }) => {
  expect(evidenceOf(accountShared, { groups })).toEqual([]);
});
