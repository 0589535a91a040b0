import { expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOf, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
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
])("of %s", (_what, objects, evidence) => expect(evidenceOf(localityLost, objects)).toEqual(evidence));

it.each(["eu/a", "eu.north/a"])("its patch writes the locality %s into the field that every istiod and ambient read", (locality) => {
  const objects = { groups: [aGroup({ template: { ...aGroup().template, locality } })], entries };
  expect(findingsOf(localityLost, objects)[0]?.detected).toMatchObject({ patch: { body: { spec: { locality } } } });
  expect(leftAfterPatch(localityLost, objects)).toEqual([]);
});
