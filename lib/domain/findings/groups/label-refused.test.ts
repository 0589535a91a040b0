import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { detected, detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { labelRefused } from "./label-refused";

type Labels = readonly (readonly [string, string])[];
const group = (entryLabels: Labels, labels: Labels = []) => aGroup({ entryLabels, template: { ...aGroup().template, labels } });

it.each<[string, Labels, Labels]>([
  ["a value of 64 letters", [["app", "a".repeat(64)]], []],
  ["a value with a slash", [["topology.istio.io/locality", "r/z"]], []],
  ["a value that ends in a dash", [], [["app", "a-"]]],
  ["a key with a blank", [], [["my app", "a"]]],
])("finds %s, and is silent after its patch", (_what, entryLabels, labels) => {
  const objects = { groups: [group(entryLabels, labels)] };
  expect(evidenceOf(labelRefused, objects)).toHaveLength(1);
  expect(detectedAfterPatch(labelRefused, objects)).toEqual([]);
});

it("writes a place with dots, where it stands", () => {
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
  ["a place with slashes that istiod takes off", [["istio-locality", "r/z"]]],
])("passes over %s", (_what, labels) => {
  expect(evidenceOf(labelRefused, { groups: [group(labels)] })).toEqual([]);
});

it("does not look at a value that another place overrides", () => {
  expect(evidenceOf(labelRefused, { groups: [group([["app", "a"]], [["app", "a-"]])] })).toEqual([]);
});
