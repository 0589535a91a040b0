import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";
import { localityLost } from "./locality-lost";

const groups = [aGroup({ template: { ...aGroup().template, locality: "eu/a" } })];
const entries = [aMachine("vm", { registrationGroup: "checkout" })];

it.each([
  ["a machine without a place, whose group has one", { groups, entries }, [{ group: "checkout", meant: "eu/a" }]],
  [
    "a group that gives a place by a label",
    { groups: [aGroup({ entryLabels: [["topology.istio.io/locality", "eu.a"]] })], entries },
    [{ group: "checkout", meant: "eu/a" }],
  ],
  ["a machine with a place of its own", { groups, entries: [aMachine("vm", { registrationGroup: "checkout", locality: "us/b" })] }, []],
  ["a group without a place", { groups: [aGroup()], entries }, []],
  ["a machine without a group", { groups, entries: [aMachine("vm")] }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(localityLost, objects)).toEqual(evidence));

it.each(["eu/a", "eu.north/a"])("its patch writes the locality %s into the field that every istiod and ambient read", (locality) => {
  const objects = { groups: [aGroup({ template: { ...aGroup().template, locality } })], entries };
  expect(findingsOf(localityLost, objects)[0]?.detected).toMatchObject({ patch: { body: { spec: { locality } } } });
  expect(leftAfterPatch(localityLost, objects)).toEqual([]);
});

it.each([
  ["1.28.3", [{ group: "checkout", meant: "eu/a" }]],
  ["1.31.0", []],
])("uses the label of a machine as istiod %s does", (istioVersion, evidence) => {
  const machine = aMachine("vm", { registrationGroup: "checkout", metadataLabels: [["topology.istio.io/locality", "eu.a"]] });
  const mesh = { settings: aMesh({ istioVersion }), doubts: [] };
  expect(evidenceOfAll(localityLost, { groups, entries: [machine], mesh })).toEqual(evidence);
});

it("does not take a locality from a label of the group that istiod does not read", () => {
  const labelled = [aGroup({ entryLabels: [["topology.istio.io/locality", "eu.a"]] })];
  const mesh = { settings: aMesh({ istioVersion: "1.28.3" }), doubts: [] };
  expect(evidenceOfAll(localityLost, { groups: labelled, entries, mesh })).toEqual([]);
});
