import { describe, expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";
import { localityLost, localityOfFourParts, localityWithAGap, regionWithoutZone, zoneAsRegion, zoneInTwoRegions } from "./names";

describe("STL406 locality-lost", () => {
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
  ])("STL406 has the expected findings for %s", (_what, objects, evidence) => expect(evidenceOfAll(localityLost, objects)).toEqual(evidence));

  it.each(["eu/a", "eu.north/a"])("STL406 has a patch that writes the locality %s into the field that every istiod reads", (locality) => {
    const objects = { groups: [aGroup({ template: { ...aGroup().template, locality } })], entries };
    expect(findingsOf(localityLost, objects)[0]?.detected).toMatchObject({ patch: { body: { spec: { locality } } } });
    expect(leftAfterPatch(localityLost, objects)).toEqual([]);
  });

  it.each([
    ["1.28.3", [{ group: "checkout", meant: "eu/a" }]],
    ["1.31.0", []],
  ])("STL406 uses the label of a machine as istiod %s does", (istioVersion, evidence) => {
    const machine = aMachine("vm", { registrationGroup: "checkout", metadataLabels: [["topology.istio.io/locality", "eu.a"]] });
    const mesh = { settings: aMesh({ istioVersion }), doubts: [] };
    expect(evidenceOfAll(localityLost, { groups, entries: [machine], mesh })).toEqual(evidence);
  });

  it("STL406 does not take a locality from a label of the group that istiod does not read", () => {
    const labelled = [aGroup({ entryLabels: [["topology.istio.io/locality", "eu.a"]] })];
    const mesh = { settings: aMesh({ istioVersion: "1.28.3" }), doubts: [] };
    expect(evidenceOfAll(localityLost, { groups: labelled, entries, mesh })).toEqual([]);
  });
});

describe("STL407 locality-of-four-parts", () => {
  const four = aMachine("vm", { locality: "eu/a/hall-3/rack-07" });
  const labelled = aMachine("vm", { metadataLabels: [["topology.istio.io/locality", "eu.a.hall-3.rack-07"]] });

  it.each([
    ["four parts", four, [{ written: "eu/a/hall-3/rack-07", kept: "eu/a/hall-3", dropped: "rack-07" }]],
    ["five parts", { ...four, locality: "a/b/c/d/e" }, [{ dropped: "d/e" }]],
    ["four parts in a label", labelled, [{ kept: "eu/a/hall-3" }]],
    ["three parts", { ...four, locality: "eu/a/hall-3" }, []],
    ["none", aMachine("vm"), []],
  ])("STL407 has the expected findings for %s", (_what, entry, evidence) =>
    expect(evidenceOfAll(localityOfFourParts, { entries: [entry] })).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it.each([
    ["spec.locality", four],
    ["a label", labelled],
  ])("STL407 finds nothing after its patch in %s", (_where, entry) => expect(leftAfterPatch(localityOfFourParts, { entries: [entry] })).toEqual([]));

  it.each([
    ["1.28.3", labelled, 0],
    ["1.29.0", labelled, 1],
    [null, labelled, 1],
    ["1.28.3", four, 1],
  ])("STL407 reads the label topology.istio.io/locality since istiod 1.29 (%s)", (istioVersion, entry, findings) => {
    const mesh = { settings: aMesh({ istioVersion }), doubts: [] };
    expect(evidenceOfAll(localityOfFourParts, { entries: [entry], mesh })).toHaveLength(findings);
  });
});

describe("STL408 locality-with-a-gap", () => {
  it.each([
    ["eu//hall-3", [{ written: "eu//hall-3", missing: "zone" }]],
    ["/a", [{ written: "/a", missing: "region" }]],
    ["//hall-3", [{ written: "//hall-3", missing: "region" }]],
    ["eu/a/", []],
    ["eu/", []],
    ["eu", []],
    ["", []],
  ])("STL408 has the expected findings for %j", (locality, evidence) =>
    expect(evidenceOfAll(localityWithAGap, { entries: [aMachine("vm", { locality })] })).toEqual(evidence),
  );

  it.each([
    ["1.28.3", [{ written: "/a", missing: "region" }]],
    ["1.31.0", [{ written: "eu//r", missing: "zone" }]],
  ])("STL408 checks the label that istiod %s reads", (istioVersion, evidence) => {
    const metadataLabels = [["istio-locality", ".a"] as const, ["topology.istio.io/locality", "eu..r"] as const];
    const mesh = { settings: aMesh({ istioVersion }), doubts: [] };
    expect(evidenceOfAll(localityWithAGap, { entries: [aMachine("vm", { metadataLabels })], mesh })).toEqual(evidence);
  });
});

describe("STL409 zone-in-two-regions", () => {
  const at = (...localities: readonly string[]) => localities.map((locality, index) => aMachine(`vm-${index}`, { locality }));
  const nodes = { mesh: { settings: aMesh({ nodeLocalities: new Map([["node-1", "us/a/"]]) }), doubts: [] } };

  it.each([
    ["two regions, told once", { entries: at("us/a/s", "eu/a", "eu/a/s", "eu/b") }, [["eu/a//", ["eu", "us"], 3]]],
    ["a Node in another region", { entries: at("eu/a"), ...nodes }, [["eu/a//", ["eu", "us"], 1]]],
    ["one region", { entries: at("eu/a", "eu/a/s", "us/b") }, []],
    ["a zone without a region, which another rule tells", { entries: at("/a", "eu/a") }, []],
    ["regions without zones", { entries: at("eu", "us") }, []],
  ])("STL409 has the expected findings for %s", (_what, objects, expected) => {
    expect(findingsOf(zoneInTwoRegions, objects).map(({ subject, detected: { evidence } }) => [subject, evidence.regions, evidence.machines])).toEqual(
      expected,
    );
  });
});

describe("STL411 region-without-zone and STL412 zone-as-region", () => {
  const at = (...localities: readonly string[]) => localities.map((locality, index) => aMachine(`vm-${index}`, { locality }));
  const nodes = { mesh: { settings: aMesh({ nodeLocalities: new Map([["node-1", "us/us-a/"]]) }), doubts: [] } };

  it.each([
    ["a region alone", { entries: at("us-a", "us-a", "us/us-a") }, [["us-a///", { region: "us-a", machines: 2 }]], []],
    ["dots, which split in labels only", { entries: at("us.us-a") }, [["us.us-a///", { region: "us.us-a", machines: 1 }]], []],
    ["the zone of a Node as the region", { entries: at("us-a"), ...nodes }, [], [["us-a///", { region: "us-a", machines: 1, regions: ["us"] }]]],
    ["a region that Nodes have", { entries: at("us"), ...nodes }, [["us///", { region: "us", machines: 1 }]], []],
    ["zones, subzones and no locality", { entries: at("us/us-a", "us//rack", "/us-a", ""), ...nodes }, [], []],
  ])("STL411 and STL412 has the expected findings for %s", (_of, objects, notes, warnings) => {
    const found = [regionWithoutZone, zoneAsRegion].map((rule) => findingsOf(rule, objects).map(({ subject, detected }) => [subject, detected.evidence]));
    expect(found).toEqual([notes, warnings]);
  });

  it("STL411 and STL412 splits the dots of a label", () => {
    const labelled = { ...aMachine("vm"), specLabels: [["topology.istio.io/locality", "us.us-a"]] as const };
    expect(findingsOf(regionWithoutZone, { entries: [labelled] })).toEqual([]);
  });

  it.each([
    ["1.28.3", [["us///", { region: "us", machines: 1 }]]],
    ["1.31.0", []],
  ])("STL411 and STL412 counts the localities that istiod %s reads", (istioVersion, found) => {
    const labels = [["istio-locality", "us"] as const, ["topology.istio.io/locality", "us.us-a"] as const];
    const objects = { entries: [aMachine("vm", { metadataLabels: labels })], mesh: { settings: aMesh({ istioVersion }), doubts: [] } };
    expect(findingsOf(regionWithoutZone, objects).map(({ subject, detected }) => [subject, detected.evidence])).toEqual(found);
  });
});
