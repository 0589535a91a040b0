import { describe, expect, it } from "vitest";
import type { LostPart } from "@/lib/domain/what-if/lost-part";
import { formatLostPart, formatWhatIf, invalidLostParts, lostPartOfLocality, parseLostPart, parseWhatIf } from "./what-if";

describe("a lost part in a URL", () => {
  it.each<[string, LostPart | null]>([
    ["zone:eu/a", { kind: "zone", region: "eu", zone: "a" }],
    ["region:eu", { kind: "region", region: "eu" }],
    ["region:", { kind: "region", region: "" }],
    ["subzone:eu/a/r1", { kind: "subzone", region: "eu", zone: "a", subzone: "r1" }],
    ["network:vpc-1", { kind: "network", network: "vpc-1" }],
    ["network:", { kind: "network", network: "" }],
    ["set:app=checkout zone:a", { kind: "set", query: "app=checkout zone:a" }],
    ["zone:eu/", { kind: "zone", region: "eu", zone: "" }],
    ["zone:/", null],
    ["zone:eu", null],
    ["zone:eu/a/r1", null],
    ["region:eu/a", null],
    ["subzone:eu/a", null],
    ["subzone:eu/a/r1/rack", null],
    ["set: ", null],
    ["planet:earth", null],
    ["eu", null],
  ])("'%s' is parsed, or refused as null, and written back equal", (text, part) => {
    expect(parseLostPart(text)).toEqual(part);
    if (part !== null) expect(formatLostPart(part)).toBe(text);
  });

  it("is the narrowest part that contains a locality", () => {
    const localities = ["eu/a/r1", "eu/a", "eu/a/", "eu", "eu//r1", "/a", ""];
    const parts = localities.map((locality) => lostPartOfLocality(locality));
    expect(parts.map((part) => parseLostPart(formatLostPart(part)))).toEqual(parts);
    expect(parts.map(formatLostPart)).toEqual(["subzone:eu/a/r1", "zone:eu/a", "zone:eu/a", "zone:eu/", "subzone:eu//r1", "zone:/a", "region:"]);
  });
});

describe("the query of a what-if page", () => {
  it.each([
    ["", ""],
    ["lost=zone%3Aeu%2Fa", "lost=zone%3Aeu%2Fa"],
    ["lost=zone:eu/b&lost=zone:eu/a&lost=zone:eu/b", "lost=zone%3Aeu%2Fa&lost=zone%3Aeu%2Fb"],
    ["lost=region:eu&moment=after-age&headroom=50&of=groups", "lost=region%3Aeu&moment=after-age&headroom=50&of=groups"],
    ["lost=region:eu&moment=someday&headroom=much&of=all", "lost=region%3Aeu"],
    ["lost=region:eu&headroom=30&moment=at-once&of=hosts", "lost=region%3Aeu"],
    ["lost=region:eu&headroom=9999", "lost=region%3Aeu&headroom=900"],
    ["ns=shop&cluster=prod-eu&lost=zone:eu&at=1", "cluster=prod-eu&ns=shop"],
  ])("'%s' has one canonical form", (text, canonical) => {
    const query = parseWhatIf(text);
    expect(formatWhatIf(query)).toBe(canonical);
    expect(parseWhatIf(canonical)).toEqual(query);
  });

  it("lists the parts that could not be parsed", () => {
    expect(invalidLostParts("lost=zone:eu&lost=zone:eu/a&lost=moon")).toEqual(["zone:eu", "moon"]);
  });
});
