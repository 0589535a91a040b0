import { expect, it } from "vitest";
import { aMachine, findingsOf } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";
import { zoneInTwoRegions } from "./zone-in-two-regions";

const at = (...localities: readonly string[]) => localities.map((locality, index) => aMachine(`vm-${index}`, { locality }));
const nodes = { mesh: { settings: aMesh({ nodeLocalities: new Map([["node-1", "us/a/"]]) }), doubts: [] } };

it.each([
  ["two regions, told once", { entries: at("us/a/s", "eu/a", "eu/a/s", "eu/b") }, [["eu/a//", ["eu", "us"], 3]]],
  ["a Node in another region", { entries: at("eu/a"), ...nodes }, [["eu/a//", ["eu", "us"], 1]]],
  ["one region", { entries: at("eu/a", "eu/a/s", "us/b") }, []],
  ["a zone without a region, which another rule tells", { entries: at("/a", "eu/a") }, []],
  ["regions without zones", { entries: at("eu", "us") }, []],
])("of %s", (_what, objects, expected) => {
  expect(findingsOf(zoneInTwoRegions, objects).map(({ subject, detected: { evidence } }) => [subject, evidence.regions, evidence.machines])).toEqual(expected);
});
