import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { type Overlap, overlapOf } from "./shared-overlap";

type Labels = readonly (readonly [string, string])[];
const group = (entryLabels: Labels, labels: Labels = []) => aGroup({ entryLabels, template: { ...aGroup().template, labels } });

it.each<[string, Labels, Labels, Overlap]>([
  ["equal ones", [["app", "a"]], [["app", "a"]], "same"],
  [
    "the same and one more",
    [["app", "a"]],
    [
      ["app", "a"],
      ["v", "1"],
    ],
    "within",
  ],
  [
    "one less",
    [
      ["app", "a"],
      ["v", "1"],
    ],
    [["app", "a"]],
    "apart",
  ],
  ["another value", [["app", "a"]], [["app", "b"]], "apart"],
  ["none on one side", [], [["app", "a"]], "apart"],
  ["none on either", [], [], "apart"],
])("labels beside %s", (_what, own, others, overlap) => {
  expect(overlapOf(group(own), group(others))).toBe(overlap);
});

it("counts labels of the template, over which metadata wins", () => {
  expect(
    overlapOf(
      group(
        [["app", "a"]],
        [
          ["app", "x"],
          ["v", "1"],
        ],
      ),
      group([
        ["app", "a"],
        ["v", "1"],
      ]),
    ),
  ).toBe("same");
});
