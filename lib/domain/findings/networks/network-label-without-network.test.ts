import { expect, it } from "vitest";
import { aMachine, evidenceOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { networkLabelWithoutNetwork } from "./network-label-without-network";

const labelled = (network: string) => aMachine("vm", { network, specLabels: [["topology.istio.io/network", "vpc-1"]] });

it.each([
  ["a label and no field", labelled(""), [{ label: "vpc-1", network: "" }]],
  ["a label and another network in the field", labelled("vpc-2"), [{ label: "vpc-1", network: "vpc-2" }]],
  ["both the same", labelled("vpc-1"), []],
  ["a field alone", aMachine("vm", { network: "vpc-1" }), []],
  ["an empty label", aMachine("vm", { specLabels: [["topology.istio.io/network", ""]] }), []],
])("of %s", (_what, entry, evidence) => expect(evidenceOf(networkLabelWithoutNetwork, { entries: [entry] })).toEqual(evidence));

it("its patch silences it", () => expect(leftAfterPatch(networkLabelWithoutNetwork, { entries: [labelled("")] })).toEqual([]));
