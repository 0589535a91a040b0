import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { sameLabels } from "./same-labels";

const named = (name: string, app = "a", namespace = "shop") => aGroup({ name, uid: name, namespace, entryLabels: [["app", app]] });

it("is told by the first of the groups with the same labels", () => {
  const groups = [named("a"), named("b"), named("c", "c")];
  expect(evidenceOf(sameLabels, { groups })).toEqual([{ groups: ["a", "b"] }]);
  expect(evidenceOf(sameLabels, { groups: [named("b"), named("a")] })).toEqual([]);
});

it.each([
  { of: "with different labels", groups: [named("a"), named("b", "b")] },
  { of: "in different namespaces", groups: [named("a"), named("b", "a", "pay")] },
  {
    of: "of which one has more",
    groups: [
      named("a"),
      aGroup({
        name: "b",
        entryLabels: [
          ["app", "a"],
          ["v", "1"],
        ],
      }),
    ],
  },
])("passes over groups $of", ({ groups }) => {
  expect(evidenceOf(sameLabels, { groups })).toEqual([]);
});
