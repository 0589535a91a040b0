import { describe, expect, it } from "vitest";
import { isInPart, isLost, isZoneLost, type LostPart, type LostPartMember } from "./lost-part";

const ZONE: LostPart = { kind: "zone", region: "eu", zone: "a" };
const REGION: LostPart = { kind: "region", region: "eu" };
const SUBZONE: LostPart = { kind: "subzone", region: "eu", zone: "a", subzone: "r1" };
const NETWORK: LostPart = { kind: "network", network: "vpc-1" };
const SET: LostPart = { kind: "set", query: "app=checkout" };
const NOWHERE: LostPart = { kind: "region", region: "" };

const at = (locality: string, network = ""): LostPartMember => ({ locality, network });

describe("what a lost part takes", () => {
  it.each<[string, LostPart, LostPartMember, boolean]>([
    ["a zone takes what is in it", ZONE, at("eu/a"), true],
    ["with a subzone", ZONE, at("eu/a/r1"), true],
    ["with a fourth part, which Istio drops", ZONE, at("eu/a/r1/rack"), true],
    ["not another zone", ZONE, at("eu/b"), false],
    ["not a zone of its name elsewhere", ZONE, at("us/a"), false],
    ["a region takes all of its zones", REGION, at("eu/b"), true],
    ["and what has a region alone", REGION, at("eu"), true],
    ["not another region", REGION, at("us/a"), false],
    ["a subzone takes itself", SUBZONE, at("eu/a/r1"), true],
    ["not its neighbour", SUBZONE, at("eu/a/r2"), false],
    ["not the zone without one", SUBZONE, at("eu/a"), false],
    ["a network takes what says it", NETWORK, at("eu/a", "vpc-1"), true],
    ["not what says none, though that equals every network to a client", NETWORK, at("eu/a"), false],
    ["no locality is a place of its own", NOWHERE, at(""), true],
    ["which takes no region", NOWHERE, at("eu/a"), false],
    ["and no zone without a region", NOWHERE, at("/a"), false],
    ["a zone without a region takes what is in it", { kind: "zone", region: "", zone: "a" }, at("/a"), true],
    ["a region without zone takes what has the region alone", { kind: "zone", region: "eu", zone: "" }, at("eu"), true],
    ["and a subzone without a zone", { kind: "zone", region: "eu", zone: "" }, at("eu//r1"), true],
    ["and no zone of the region", { kind: "zone", region: "eu", zone: "" }, at("eu/a"), false],
    ["a subzone without a zone takes itself", { kind: "subzone", region: "eu", zone: "", subzone: "r1" }, at("eu//r1"), true],
    ["and not the region alone", { kind: "subzone", region: "eu", zone: "", subzone: "r1" }, at("eu"), false],
    ["a set takes nothing by its place", SET, at("eu/a", "vpc-1"), false],
  ])("%s", (_, part, standing, taken) => {
    expect(isInPart(part, standing)).toBe(taken);
  });

  it("is taken by any of several parts", () => {
    expect([at("eu/a"), at("us/a", "vpc-1"), at("us/a")].map((standing) => isLost([ZONE, NETWORK], standing))).toEqual([true, true, false]);
  });

  it.each<[string, readonly LostPart[], string, boolean | null]>([
    ["a zone of the name is lost", [ZONE], "a", true],
    ["another is not", [ZONE], "b", false],
    ["a region does not tell by a zone's name", [REGION], "a", null],
    ["a subzone neither", [SUBZONE], "a", null],
    ["a network and a set say nothing of zones", [NETWORK, SET], "a", false],
  ])("by its zone alone: %s", (_, parts, zone, lost) => {
    expect(isZoneLost(parts, zone)).toBe(lost);
  });
});
