import { describe, expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { groupEntryLabels, type LabelOverlap, labelOverlap } from "./group-labels";

describe("the labels that a group gives its entries", () => {
  const template = (labels: readonly (readonly [string, string])[]) => ({ ...aGroup().template, labels });

  it.each([
    { of: "its metadata alone", group: aGroup({ entryLabels: [["app", "a"]] }), gives: [["app", "a"]] },
    { of: "its template alone", group: aGroup({ entryLabels: [], template: template([["tier", "web"]]) }), gives: [["tier", "web"]] },
    { of: "both, whose metadata wins", group: aGroup({ entryLabels: [["app", "a"]], template: template([["app", "b"]]) }), gives: [["app", "a"]] },
    { of: "a locality label: none", group: aGroup({ entryLabels: [["istio-locality", "r.z"]] }), gives: [] },
  ])("come from $of", ({ group, gives }) => {
    expect(groupEntryLabels(group)).toEqual(gives);
  });
});

describe("the labels of two groups", () => {
  type Labels = readonly (readonly [string, string])[];
  const group = (entryLabels: Labels, labels: Labels = []) => aGroup({ entryLabels, template: { ...aGroup().template, labels } });

  it.each<[string, Labels, Labels, LabelOverlap]>([
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
  ])("the labels of two groups are compared with %s", (_what, own, others, overlap) => {
    expect(labelOverlap(group(own), group(others))).toBe(overlap);
  });

  it("the labels of two groups include those of the template, unless the metadata has the key", () => {
    expect(
      labelOverlap(
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
});
