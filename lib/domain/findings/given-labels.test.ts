import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { givenLabels } from "./given-labels";

const template = (labels: readonly (readonly [string, string])[]) => ({ ...aGroup().template, labels });

it.each([
  { of: "its metadata alone", group: aGroup({ entryLabels: [["app", "a"]] }), gives: [["app", "a"]] },
  { of: "its template alone", group: aGroup({ entryLabels: [], template: template([["tier", "web"]]) }), gives: [["tier", "web"]] },
  { of: "both, whose metadata wins", group: aGroup({ entryLabels: [["app", "a"]], template: template([["app", "b"]]) }), gives: [["app", "a"]] },
  { of: "a place, which istiod takes off", group: aGroup({ entryLabels: [["istio-locality", "r.z"]] }), gives: [] },
])("a group gives the labels of $of", ({ group, gives }) => {
  expect(givenLabels(group)).toEqual(gives);
});
