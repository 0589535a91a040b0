import { expect, it } from "vitest";
import { localityNote, replicaNameEnd, shortLocality, weightNote, zoneOfLocality } from "./workload-words";

it.each([
  ["", "", ""],
  ["us-east-1a", "", "us-east-1a"],
  ["us/us-a", "us-a", "us-a"],
  ["us/us-a/rack", "us-a", "us-a"],
  ["us//rack", "", "us//rack"],
  ["/us-a", "us-a", "us-a"],
  ["//rack", "", "//rack"],
  ["us/", "", "us"],
])("%j has the zone %j and the short name %j", (locality, zone, short) => {
  expect([zoneOfLocality(locality), shortLocality(locality)]).toEqual([zone, short]);
});

it.each([
  ["", "", ""],
  ["us/us-a", "spec.locality", ""],
  ["us/us-a/rack", "spec.locality", ""],
  ["us-east-1a", "spec.locality", "Istio reads region us-east-1a, no zone."],
  ["us.us-a", "spec.locality", "Istio reads region us.us-a, no zone."],
  ["us//rack", "spec.locality", "Istio reads region us, no zone, subzone rack."],
  ["/us-a", "spec.locality", "Istio reads no region, zone us-a."],
  ["us/us-a/s/rack", "spec.locality", "Istio reads region us, zone us-a, subzone s and drops rack."],
  ["us/us-a", "istio-locality", "From the label istio-locality."],
  ["us/us-a", "topology.istio.io/locality", "From the label topology.istio.io/locality, which istiod reads from 1.29 on."],
  ["us", "istio-locality", "Istio reads region us, no zone. From the label istio-locality."],
])("notes of %j from %j: %s", (locality, from, note) => {
  expect(localityNote({ locality, from })).toBe(note);
});

const TOPOLOGY = "topology.istio.io/locality";

it.each([
  ["us/us-a", TOPOLOGY, { other: "", isKnown: true }, `From the label ${TOPOLOGY}, which istiod reads from 1.29 on.`],
  [
    "us/us-a",
    TOPOLOGY,
    { other: "", isKnown: false },
    `From the label ${TOPOLOGY}, which istiod reads from 1.29 on. The version of istiod is not known for sure. Earlier ones read no locality.`,
  ],
  ["", "", { other: "us/us-a", isKnown: true }, `From 1.29 on, istiod reads us/us-a from the label ${TOPOLOGY}.`],
  [
    "eu/a",
    "istio-locality",
    { other: "us/us-a", isKnown: false },
    `From the label istio-locality. From 1.29 on, istiod reads us/us-a from the label ${TOPOLOGY}. The version of istiod is not known for sure.`,
  ],
])("notes of %j from %j, where versions differ by %j: %s", (locality, from, byVersion, note) => {
  expect(localityNote({ locality, from, byVersion })).toBe(note);
});

it.each([
  [null, ""],
  [0, "Istio reads 0 as 1."],
  [1, ""],
  [7, ""],
])("notes of the weight %s: %s", (weight, note) => {
  expect(weightNote(weight)).toBe(note);
});

it.each([
  ["istiod-1-31-2-7c9f8d6b5-x8f2p", "…x8f2p"],
  ["istiod-bc9xsnqjs-b", "…bc9xsnqjs-b"],
  ["istiod-b", "istiod-b"],
  ["istiod", "istiod"],
  ["", ""],
])("the name of the replica %j ends in %j", (name, end) => {
  expect(replicaNameEnd(name)).toBe(end);
});
