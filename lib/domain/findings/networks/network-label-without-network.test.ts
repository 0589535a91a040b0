import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { networkLabelWithoutNetwork } from "./network-label-without-network";

const labelled = (network: string) => aMachine("vm", { network, specLabels: [["topology.istio.io/network", "vpc-1"]] });

it.each([
  ["a label and no field", labelled(""), [{ label: "vpc-1", network: "", hasAccount: false }]],
  ["a label and another network in the field", labelled("vpc-2"), [{ label: "vpc-1", network: "vpc-2", hasAccount: false }]],
  ["both the same", labelled("vpc-1"), []],
  ["a field alone", aMachine("vm", { network: "vpc-1" }), []],
  ["an empty label", aMachine("vm", { specLabels: [["topology.istio.io/network", ""]] }), []],
])("of %s", (_what, entry, evidence) => expect(evidenceOfAll(networkLabelWithoutNetwork, { entries: [entry] })).toEqual(evidence));

it.each([
  ["an account, and no network", { ...labelled(""), serviceAccount: "web" }, true],
  ["no account, which a gateway would need", labelled(""), false],
  ["another network, which may be the right one", { ...labelled("vpc-2"), serviceAccount: "web" }, false],
])("has a patch that removes it only for an entry with %s", (_what, entry, isOffered) => {
  const patches = findingsOf(networkLabelWithoutNetwork, { entries: [entry] }).map(({ detected }) => detected.patch);
  expect(patches.map((patch) => patch !== undefined)).toEqual([isOffered]);
  expect(leftAfterPatch(networkLabelWithoutNetwork, { entries: [entry] })).toEqual([]);
});
