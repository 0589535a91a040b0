import { expect, it } from "vitest";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";
import { localityWithAGap } from "./locality-with-a-gap";

it.each([
  ["eu//hall-3", [{ written: "eu//hall-3", missing: "zone" }]],
  ["/a", [{ written: "/a", missing: "region" }]],
  ["//hall-3", [{ written: "//hall-3", missing: "region" }]],
  ["eu/a/", []],
  ["eu/", []],
  ["eu", []],
  ["", []],
])("of %j", (locality, evidence) => expect(evidenceOfAll(localityWithAGap, { entries: [aMachine("vm", { locality })] })).toEqual(evidence));

it.each([
  ["1.28.3", [{ written: "/a", missing: "region" }]],
  ["1.31.0", [{ written: "eu//r", missing: "zone" }]],
])("checks the label that istiod %s reads", (istioVersion, evidence) => {
  const metadataLabels = [["istio-locality", ".a"] as const, ["topology.istio.io/locality", "eu..r"] as const];
  const mesh = { settings: aMesh({ istioVersion }), doubts: [] };
  expect(evidenceOfAll(localityWithAGap, { entries: [aMachine("vm", { metadataLabels })], mesh })).toEqual(evidence);
});
