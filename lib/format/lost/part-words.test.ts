import { describe, expect, it } from "vitest";
import type { LostPart } from "@/lib/domain/what-if/lost-part";
import { partLabel, partPhrase, partsPhrase, unreadPartSentence } from "./part-words";

describe("what is lost, in words", () => {
  it.each<[LostPart, string, string]>([
    [{ kind: "zone", region: "eu", zone: "eu-a" }, "zone eu-a of eu", "eu-a"],
    [{ kind: "zone", region: "", zone: "eu-a" }, "zone eu-a", "eu-a"],
    [{ kind: "zone", region: "eu", zone: "" }, "region eu without zone", "eu without zone"],
    [{ kind: "region", region: "eu" }, "region eu", "eu"],
    [{ kind: "region", region: "" }, "everything without a locality", "no locality"],
    [{ kind: "subzone", region: "eu", zone: "eu-a", subzone: "r1" }, "subzone eu/eu-a/r1", "eu/eu-a/r1"],
    [{ kind: "subzone", region: "eu", zone: "", subzone: "r1" }, "subzone eu//r1", "eu//r1"],
    [{ kind: "network", network: "vpc-1" }, "network vpc-1", "network vpc-1"],
    [{ kind: "network", network: "" }, "everything without a network", "no network"],
    [{ kind: "set", query: "app=checkout" }, "every machine that matches app=checkout", "app=checkout"],
  ])("%o", (part, phrase, label) => {
    expect([partPhrase(part), partLabel(part)]).toEqual([phrase, label]);
  });

  it("may be several", () => {
    expect(
      partsPhrase([
        { kind: "region", region: "eu" },
        { kind: "network", network: "vpc-1" },
      ]),
    ).toBe("region eu and network vpc-1");
  });

  it("says how a part is written where one is not understood", () => {
    expect(unreadPartSentence("zone:eu")).toBe("zone:eu: write zone:REGION/ZONE, region:REGION, subzone:REGION/ZONE/SUBZONE, network:NAME or set:FILTER.");
  });
});
