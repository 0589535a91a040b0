import { describe, expect, it } from "vitest";
import { isInLostParts, isInOneLostPart, isZoneInLostParts, type LostPart, type LostPartMember } from "./lost-part";

const ZONE: LostPart = { kind: "zone", region: "eu", zone: "a" };
const REGION: LostPart = { kind: "region", region: "eu" };
const SUBZONE: LostPart = { kind: "subzone", region: "eu", zone: "a", subzone: "r1" };
const NETWORK: LostPart = { kind: "network", network: "vpc-1" };
const SET: LostPart = { kind: "set", query: "app=checkout" };
const NOWHERE: LostPart = { kind: "region", region: "" };

const at = (locality: string, network = ""): LostPartMember => ({ locality, network });

describe("a lost part", () => {
  it.each<[string, LostPart, LostPartMember, boolean]>([
    ["zone: includes a machine of the zone", ZONE, at("eu/a"), true],
    ["zone: includes a machine with a subzone", ZONE, at("eu/a/r1"), true],
    ["zone: includes a machine with a fourth part, which Istio drops", ZONE, at("eu/a/r1/rack"), true],
    ["zone: excludes another zone", ZONE, at("eu/b"), false],
    ["zone: excludes a zone of the same name in another region", ZONE, at("us/a"), false],
    ["region: includes all of its zones", REGION, at("eu/b"), true],
    ["region: includes a machine with a region only", REGION, at("eu"), true],
    ["region: excludes another region", REGION, at("us/a"), false],
    ["subzone: includes itself", SUBZONE, at("eu/a/r1"), true],
    ["subzone: excludes another subzone", SUBZONE, at("eu/a/r2"), false],
    ["subzone: excludes the zone without a subzone", SUBZONE, at("eu/a"), false],
    ["network: includes a machine of the network", NETWORK, at("eu/a", "vpc-1"), true],
    ["network: excludes a machine without a network, although callers treat it as in every network", NETWORK, at("eu/a"), false],
    ["no locality: includes a machine without a locality", NOWHERE, at(""), true],
    ["no locality: excludes a machine with a region", NOWHERE, at("eu/a"), false],
    ["no locality: excludes a zone without a region", NOWHERE, at("/a"), false],
    ["zone without a region: includes a machine of the zone", { kind: "zone", region: "", zone: "a" }, at("/a"), true],
    ["region without a zone: includes a machine with the region only", { kind: "zone", region: "eu", zone: "" }, at("eu"), true],
    ["region without a zone: includes a subzone without a zone", { kind: "zone", region: "eu", zone: "" }, at("eu//r1"), true],
    ["region without a zone: excludes zones of the region", { kind: "zone", region: "eu", zone: "" }, at("eu/a"), false],
    ["subzone without a zone: includes itself", { kind: "subzone", region: "eu", zone: "", subzone: "r1" }, at("eu//r1"), true],
    ["subzone without a zone: excludes the region only", { kind: "subzone", region: "eu", zone: "", subzone: "r1" }, at("eu"), false],
    ["set: excludes machines by locality and network", SET, at("eu/a", "vpc-1"), false],
  ])("a lost part: %s", (_, part, standing, taken) => {
    expect(isInOneLostPart(part, standing)).toBe(taken);
  });

  it("a lost part includes a machine if one of several parts does", () => {
    expect([at("eu/a"), at("us/a", "vpc-1"), at("us/a")].map((standing) => isInLostParts([ZONE, NETWORK], standing))).toEqual([true, true, false]);
  });

  it.each<[string, readonly LostPart[], string, boolean | null]>([
    ["is lost in a part with a zone of this name", [ZONE], "a", true],
    ["is not lost in a part with another zone", [ZONE], "b", false],
    ["is not known in a part with a region", [REGION], "a", null],
    ["is not known in a part with a subzone", [SUBZONE], "a", null],
    ["is not lost in a part with a network or a set", [NETWORK, SET], "a", false],
  ])("a zone whose region is not known %s", (_, parts, zone, lost) => {
    expect(isZoneInLostParts(parts, zone)).toBe(lost);
  });
});
