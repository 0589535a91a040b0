import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";
import { localityOfFourParts } from "./locality-of-four-parts";

const four = aMachine("vm", { locality: "eu/a/hall-3/rack-07" });
const labelled = aMachine("vm", { metadataLabels: [["topology.istio.io/locality", "eu.a.hall-3.rack-07"]] });

it.each([
  ["four parts", four, [{ written: "eu/a/hall-3/rack-07", kept: "eu/a/hall-3", dropped: "rack-07" }]],
  ["five parts", { ...four, locality: "a/b/c/d/e" }, [{ dropped: "d/e" }]],
  ["four parts in a label", labelled, [{ kept: "eu/a/hall-3" }]],
  ["three parts", { ...four, locality: "eu/a/hall-3" }, []],
  ["none", aMachine("vm"), []],
])("of %s", (_what, entry, evidence) =>
  expect(evidenceOfAll(localityOfFourParts, { entries: [entry] })).toEqual(evidence.map((one) => expect.objectContaining(one))),
);

it.each([
  ["spec.locality", four],
  ["a label", labelled],
])("its patch silences it in %s", (_where, entry) => expect(leftAfterPatch(localityOfFourParts, { entries: [entry] })).toEqual([]));

it.each([
  ["1.28.3", labelled, 0],
  ["1.29.0", labelled, 1],
  [null, labelled, 1],
  ["1.28.3", four, 1],
])("reads the label topology.istio.io/locality since istiod 1.29 (%s)", (istioVersion, entry, findings) => {
  const mesh = { settings: aMesh({ istioVersion }), doubts: [] };
  expect(evidenceOfAll(localityOfFourParts, { entries: [entry], mesh })).toHaveLength(findings);
});
