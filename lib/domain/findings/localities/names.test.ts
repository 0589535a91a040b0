import { describe, expect, it } from "vitest";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";
import { localityLost, localityOfFourParts, localityWithAGap, regionWithoutZone, zoneAsRegion, zoneInTwoRegions } from "./names";

describe("STL406 locality-lost", () => {
  const groups = [aGroup({ template: { ...aGroup().template, locality: "eu/a" } })];
  const entries = [aMachine("vm", { registrationGroup: "checkout" })];

  it.each([
    ["finds a fault for a machine without a locality whose group has one", { groups, entries }, [{ group: "checkout", meant: "eu/a" }]],
    [
      "finds a fault for a machine without a locality whose group sets one by a label",
      { groups: [aGroup({ entryLabels: [["topology.istio.io/locality", "eu.a"]] })], entries },
      [{ group: "checkout", meant: "eu/a" }],
    ],
    ["finds nothing for a machine with its own locality", { groups, entries: [aMachine("vm", { registrationGroup: "checkout", locality: "us/b" })] }, []],
    ["finds nothing for a machine whose group has no locality", { groups: [aGroup()], entries }, []],
    ["finds nothing for a machine without a group", { groups, entries: [aMachine("vm")] }, []],
  ])("STL406 %s", (_what, objects, evidence) => expect(evidenceOfAll(localityLost, objects)).toEqual(evidence));

  it.each(["eu/a", "eu.north/a"])("STL406 has a patch that writes the locality %s into the field that every istiod reads", (locality) => {
    const objects = { groups: [aGroup({ template: { ...aGroup().template, locality } })], entries };
    expect(findingsOf(localityLost, objects)[0]?.detected).toMatchObject({ patch: { body: { spec: { locality } } } });
    expect(leftAfterPatch(localityLost, objects)).toEqual([]);
  });

  it.each([
    ["1.28.3", [{ group: "checkout", meant: "eu/a" }]],
    ["1.31.0", []],
  ])("STL406 reads the locality label of a machine as istiod %s does", (istioVersion, evidence) => {
    const machine = aMachine("vm", { registrationGroup: "checkout", metadataLabels: [["topology.istio.io/locality", "eu.a"]] });
    const mesh = { settings: aMesh({ istioVersion }), doubts: [] };
    expect(evidenceOfAll(localityLost, { groups, entries: [machine], mesh })).toEqual(evidence);
  });

  it("STL406 finds nothing if the group's locality is only in a label that istiod does not read", () => {
    const labelled = [aGroup({ entryLabels: [["topology.istio.io/locality", "eu.a"]] })];
    const mesh = { settings: aMesh({ istioVersion: "1.28.3" }), doubts: [] };
    expect(evidenceOfAll(localityLost, { groups: labelled, entries, mesh })).toEqual([]);
  });
});

describe("STL407 locality-of-four-parts", () => {
  const four = aMachine("vm", { locality: "eu/a/hall-3/rack-07" });
  const labelled = aMachine("vm", { metadataLabels: [["topology.istio.io/locality", "eu.a.hall-3.rack-07"]] });

  it.each([
    ["finds a fault for a locality with four parts", four, [{ written: "eu/a/hall-3/rack-07", kept: "eu/a/hall-3", dropped: "rack-07" }]],
    ["finds a fault for a locality with five parts", { ...four, locality: "a/b/c/d/e" }, [{ dropped: "d/e" }]],
    ["finds a fault for a locality with four parts in a label", labelled, [{ kept: "eu/a/hall-3" }]],
    ["finds nothing for a locality with three parts", { ...four, locality: "eu/a/hall-3" }, []],
    ["finds nothing for an entry without a locality", aMachine("vm"), []],
  ])("STL407 %s", (_what, entry, evidence) =>
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
  ])("STL408 finds a part that is missing before a written one, or nothing, in the locality %j", (locality, evidence) =>
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
    ["finds a fault, once, for a zone of entries in two regions", { entries: at("us/a/s", "eu/a", "eu/a/s", "eu/b") }, [["eu/a//", ["eu", "us"], 3]]],
    ["finds a fault for a zone of entries that Nodes have in another region", { entries: at("eu/a"), ...nodes }, [["eu/a//", ["eu", "us"], 1]]],
    ["finds nothing for a zone in one region", { entries: at("eu/a", "eu/a/s", "us/b") }, []],
    ["finds nothing for a zone without a region, which another rule reports", { entries: at("/a", "eu/a") }, []],
    ["finds nothing for localities without zones", { entries: at("eu", "us") }, []],
  ])("STL409 %s", (_what, objects, expected) => {
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
    ["a locality with dots, which separate parts in labels only", { entries: at("us.us-a") }, [["us.us-a///", { region: "us.us-a", machines: 1 }]], []],
    ["the zone of a Node as the region", { entries: at("us-a"), ...nodes }, [], [["us-a///", { region: "us-a", machines: 1, regions: ["us"] }]]],
    ["a region that Nodes have", { entries: at("us"), ...nodes }, [["us///", { region: "us", machines: 1 }]], []],
    ["zones, subzones and no locality", { entries: at("us/us-a", "us//rack", "/us-a", ""), ...nodes }, [], []],
  ])("STL411 and STL412 finds machines with a region and no zone, and warns if a Node has that zone: %s", (_of, objects, notes, warnings) => {
    const found = [regionWithoutZone, zoneAsRegion].map((rule) => findingsOf(rule, objects).map(({ subject, detected }) => [subject, detected.evidence]));
    expect(found).toEqual([notes, warnings]);
  });

  it("STL411 and STL412 finds a fault only after it splits the locality of a label at its dots", () => {
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
