import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { nestedLabels } from "./nested-labels";

const stable = aGroup({ name: "stable", entryLabels: [["app", "a"]] });
const canary = aGroup({
  name: "canary",
  entryLabels: [
    ["app", "a"],
    ["version", "v2"],
  ],
});

it("is told of the group whose labels others have too", () => {
  expect(detected(nestedLabels, { groups: [stable, canary] })).toEqual([
    {
      objects: [
        { kind: "WorkloadGroup", namespace: "shop", name: "stable" },
        { kind: "WorkloadGroup", namespace: "shop", name: "canary" },
      ],
      evidence: { labels: ["app=a"], groups: ["canary"] },
    },
  ]);
});

it.each([
  { of: "with more labels", groups: [canary, stable] },
  { of: "with the same labels", groups: [stable, { ...stable, name: "other" }] },
  { of: "alone", groups: [stable] },
])("passes over a group $of", ({ groups }) => {
  expect(evidenceOf(nestedLabels, { groups })).toEqual([]);
});
