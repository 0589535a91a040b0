import { expect, it } from "vitest";
import { aMachine, findingsOf } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";
import { regionWithoutZone } from "./region-without-zone";
import { zoneAsRegion } from "./zone-as-region";

const at = (...localities: readonly string[]) => localities.map((locality, index) => aMachine(`vm-${index}`, { locality }));
const nodes = { mesh: { settings: aMesh({ nodeLocalities: new Map([["node-1", "us/us-a/"]]) }), doubts: [] } };

it.each([
  ["a region alone", { entries: at("us-a", "us-a", "us/us-a") }, [["us-a///", { region: "us-a", machines: 2 }]], []],
  ["dots, which split in labels only", { entries: at("us.us-a") }, [["us.us-a///", { region: "us.us-a", machines: 1 }]], []],
  ["the zone of a Node as the region", { entries: at("us-a"), ...nodes }, [], [["us-a///", { region: "us-a", machines: 1, regions: ["us"] }]]],
  ["a region that Nodes have", { entries: at("us"), ...nodes }, [["us///", { region: "us", machines: 1 }]], []],
  ["zones, subzones and no locality", { entries: at("us/us-a", "us//rack", "/us-a", ""), ...nodes }, [], []],
])("of %s", (_of, objects, notes, warnings) => {
  const found = [regionWithoutZone, zoneAsRegion].map((rule) => findingsOf(rule, objects).map(({ subject, detected }) => [subject, detected.evidence]));
  expect(found).toEqual([notes, warnings]);
});

it("splits the dots of a label", () => {
  const labelled = { ...aMachine("vm"), specLabels: [["topology.istio.io/locality", "us.us-a"]] as const };
  expect(findingsOf(regionWithoutZone, { entries: [labelled] })).toEqual([]);
});

it.each([
  ["1.28.3", [["us///", { region: "us", machines: 1 }]]],
  ["1.31.0", []],
])("counts the places that istiod %s reads", (istioVersion, found) => {
  const labels = [["istio-locality", "us"] as const, ["topology.istio.io/locality", "us.us-a"] as const];
  const objects = { entries: [aMachine("vm", { metadataLabels: labels })], mesh: { settings: aMesh({ istioVersion }), doubts: [] } };
  expect(findingsOf(regionWithoutZone, objects).map(({ subject, detected }) => [subject, detected.evidence])).toEqual(found);
});
