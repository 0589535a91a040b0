import { describe, expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { labelInBothPlaces, labelRefused, nestedLabels, sameLabels } from "./labels";

describe("STL206 same-labels", () => {
  const named = (name: string, app = "a", namespace = "shop") => aGroup({ name, uid: name, namespace, entryLabels: [["app", app]] });

  it("STL206 is one finding about the first of the groups with equal labels", () => {
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
  ])("STL206 finds nothing for groups $of", ({ groups }) => {
    expect(evidenceOf(sameLabels, { groups })).toEqual([]);
  });
});

describe("STL207 nested-labels", () => {
  const stable = aGroup({ name: "stable", entryLabels: [["app", "a"]] });
  const canary = aGroup({
    name: "canary",
    entryLabels: [
      ["app", "a"],
      ["version", "v2"],
    ],
  });

  it("STL207 finds the group whose labels other groups have too", () => {
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
  ])("STL207 finds nothing for a group $of", ({ groups }) => {
    expect(evidenceOf(nestedLabels, { groups })).toEqual([]);
  });
});

describe("STL208 label-in-both-places", () => {
  const group = (inTemplate: string) => aGroup({ entryLabels: [["tier", "b"]], template: { ...aGroup().template, labels: [["tier", inTemplate]] } });

  it("STL208 finds a label with two values, and nothing after its patch", () => {
    const objects = { groups: [group("a")] };
    expect(evidenceOf(labelInBothPlaces, objects)).toEqual([{ keys: ["tier"], inTemplate: ["a"], inMetadata: ["b"], machines: 0 }]);
    expect(detectedAfterPatch(labelInBothPlaces, objects)).toEqual([]);
  });

  it.each([
    { of: "one value in both label fields", group: group("b") },
    { of: "different labels", group: aGroup({ template: { ...aGroup().template, labels: [["tier", "a"]] } }) },
  ])("STL208 finds nothing for $of", ({ group: one }) => {
    expect(evidenceOf(labelInBothPlaces, { groups: [one] })).toEqual([]);
  });

  it("STL208 has no patch while machines are registered, because selectors may use the template's value", () => {
    const [found] = findingsOf(labelInBothPlaces, { groups: [group("a")], entries: [anEntry()] });
    expect(found?.detected.evidence).toMatchObject({ machines: 1 });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});

describe("STL209 label-refused", () => {
  type Labels = readonly (readonly [string, string])[];
  const group = (entryLabels: Labels, labels: Labels = []) => aGroup({ entryLabels, template: { ...aGroup().template, labels } });

  it.each<[string, Labels, Labels]>([
    ["a value of 64 letters", [["app", "a".repeat(64)]], []],
    ["a value with a slash", [["topology.istio.io/locality", "r/z"]], []],
    ["a value that ends in a dash", [], [["app", "a-"]]],
    ["a key with a blank", [], [["my app", "a"]]],
  ])("STL209 finds %s, and nothing after its patch", (_what, entryLabels, labels) => {
    const objects = { groups: [group(entryLabels, labels)] };
    expect(evidenceOf(labelRefused, objects)).toHaveLength(1);
    expect(detectedAfterPatch(labelRefused, objects)).toEqual([]);
  });

  it("STL209 writes a locality with dots into the field that has it", () => {
    expect(detected(labelRefused, { groups: [group([["app", "a"]], [["topology.istio.io/locality", "r/z"]])] })).toMatchObject([
      {
        evidence: { keys: ["topology.istio.io/locality"], values: ["r/z"] },
        patch: { body: { spec: { template: { labels: { "topology.istio.io/locality": "r.z" } } } } },
      },
    ]);
  });

  it.each<[string, Labels]>([
    ["a value of 63 letters", [["app", "a".repeat(63)]]],
    ["an empty value", [["app", ""]]],
    ["a locality label with slashes, which istiod removes", [["istio-locality", "r/z"]]],
  ])("STL209 finds nothing for %s", (_what, labels) => {
    expect(evidenceOf(labelRefused, { groups: [group(labels)] })).toEqual([]);
  });

  it("STL209 finds nothing for a value that another field overrides", () => {
    expect(evidenceOf(labelRefused, { groups: [group([["app", "a"]], [["app", "a-"]])] })).toEqual([]);
  });
});
