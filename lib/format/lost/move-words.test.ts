import { describe, expect, it } from "vitest";
import type { ServiceTrafficEffect } from "@/lib/domain/what-if/service-traffic";
import { moveWords } from "./move-words";

const TOLD: ServiceTrafficEffect = {
  move: { kind: "not-yet", because: "no-outlier-detection", dead: 5 },
  ...{ lostShare: 0.25, outlier: null, rules: [], mostEjected: 0, listed: 20, order: { code: "one-place" }, failover: [], port: "80 http", portsDiffer: false },
  ...{ places: [], thinned: null, stranded: [], crossed: [] },
};
const EJECTS = { minHealthPercent: 0, maxEjectionPercent: 100 };

const place = (locality: string, after: number, before = 10) => ({ locality, before, after });

describe("would traffic move, in words", () => {
  it.each<[string, Partial<ServiceTrafficEffect>, string, readonly string[]]>([
    ["none of it is there", { move: { kind: "untouched" } }, "—", ["None of it is there."]],
    ["whoever may be left is out of sight", { move: { kind: "unknown" } }, "not known", ["Whoever may be left is not visible here."]],
    ["nobody is left", { move: { kind: "nobody" } }, "no", ["Nobody is left anywhere."]],
    [
      "nobody takes them out",
      {},
      "no",
      ["No outlier detection: callers take out nobody. Where no place comes first, 25 % of the requests go to dead endpoints until they leave the list."],
    ],
    ["they left the list", { move: { kind: "moved" }, lostShare: 0 }, "yes", ["The lost endpoints have left the list: callers ask the others."]],
    [
      "all are taken out",
      { move: { kind: "ejected", ejected: 12 }, outlier: EJECTS, rules: ["shop/cards"], mostEjected: 20, lostShare: 0 },
      "yes",
      ["Outlier detection of DestinationRule shop/cards (maxEjectionPercent 100) takes out all 12 dead endpoints."],
    ],
    [
      "one is taken out",
      { move: { kind: "ejected", ejected: 1 }, outlier: EJECTS, rules: ["shop/cards"], mostEjected: 20, lostShare: 0 },
      "yes",
      ["Outlier detection of DestinationRule shop/cards (maxEjectionPercent 100) takes out the dead endpoint."],
    ],
    [
      "the mesh's own takes out some",
      { move: { kind: "partly", ejected: 3, dead: 8 }, outlier: { ...EJECTS, maxEjectionPercent: null }, mostEjected: 3, listed: 36, lostShare: 0.125 },
      "partly",
      [
        "The mesh's own outlier detection (maxEjectionPercent unset, which is 10 %) takes out at most 3 of 36, and 8 are dead. Where no place comes first, 13 % of the requests go to dead endpoints until they leave the list.",
      ],
    ],
    [
      "panic",
      { move: { kind: "panics", healthyPercent: 40, thresholdPercent: 80 }, outlier: EJECTS, rules: ["shop/cards"], mostEjected: 20, lostShare: 0.6 },
      "no",
      ["40 % would be left, under minHealthPercent 80 of DestinationRule shop/cards: callers ask everybody again, the dead too."],
    ],
    [
      "who takes over, in which order",
      {
        ...{ move: { kind: "moved" }, lostShare: 0, places: [place("eu/b", 10), place("eu/c", 4), place("eu/a", 0)] },
        ...{ order: { code: "outlier-detection", from: "rule", byLabels: [] }, failover: [{ from: "eu", to: "us" }] },
      },
      "yes",
      [
        "The lost endpoints have left the list: callers ask the others.",
        "eu/b and eu/c take over.",
        "Callers ask nearer places first (own zone, then the region's others, then other regions; failover eu to us).",
      ],
    ],
    [
      "those who are left behind",
      {
        ...{
          move: { kind: "moved" },
          lostShare: 0,
          order: { code: "distribute", from: "rule" },
          stranded: ["eu/b/*"],
          thinned: place("eu/a", 1),
          portsDiffer: true,
        },
        crossed: [
          { network: "vpc-1", machines: 1, gateways: 1, lost: 1, unplaced: 0 },
          { network: "vpc-2", machines: 4, gateways: 2, lost: 2, unplaced: 0 },
          { network: "vpc-3", machines: 4, gateways: 3, lost: 1, unplaced: 1 },
          { network: "vpc-4", machines: 1, gateways: 1, lost: 0, unplaced: 0 },
        ],
      },
      "yes",
      [
        "Callers in eu/b/* have nobody: all places that distribute gives them are lost.",
        "The lost endpoints have left the list: callers ask the others.",
        "distribute in the DestinationRule sets the shares, so there is no failover. Callers that no `from` names share all localities by weight.",
        "eu/a keeps 10 % of its weight. Until its last endpoint fails, it gets the share of requests that distribute gives it.",
        "1 endpoint left in network vpc-1: the only gateway there is lost, callers of other networks reach none of them.",
        "4 endpoints left in network vpc-2: all 2 gateways there are lost, callers of other networks reach none of them.",
        "4 endpoints left in network vpc-3 are reached from other networks through one of 2 gateways; where a gateway stands is not known.",
        "1 endpoint left in network vpc-4 is reached from other networks through its gateway.",
        "Told of port 80 http, which is worst off.",
      ],
    ],
  ])("%s", (_, own, says, because) => {
    expect(moveWords({ ...TOLD, ...own })).toEqual({ says, because });
  });

  it.each<[ServiceTrafficEffect["order"], string]>([
    [{ code: "no-order", because: "off" }, "All places share by weight: balancing by place is switched off."],
    [{ code: "no-order", because: "no-outlier-detection" }, "All places share by weight: an order by place needs outlier detection in a DestinationRule."],
    [
      { code: "distribute", from: "mesh" },
      "distribute in the mesh configuration sets the shares, so there is no failover. Callers that no `from` names share all localities by weight.",
    ],
    [{ code: "traffic-distribution", distribution: "same-zone" }, "Callers prefer their own zone (traffic distribution), and leave it with its last endpoint."],
    [
      { code: "traffic-distribution", distribution: "same-node" },
      "Callers prefer their own Node, then their zone (traffic distribution), and leave it with its last endpoint.",
    ],
    [{ code: "zone-aware", from: "rule" }, "Zone-aware balancing orders regions; among the zones of a region each caller's proxy decides."],
    [{ code: "outlier-detection", from: "mesh", byLabels: ["a", "b"] }, "Callers ask nearer places first (by the labels a and b)."],
  ])("order %o", (order, sentence) => {
    expect(moveWords({ ...TOLD, order }).because.at(-1)).toBe(sentence);
  });

  it("predicts no failover to a locality that distribute excludes for the caller", () => {
    const places = [place("eu/a", 0), place("eu/b", 1), place("eu/c", 1)];
    const because = (left: typeof places) => moveWords({ ...TOLD, places: left, order: { code: "distribute", from: "rule" } }).because[1];
    expect(because(places)).toBe("eu/b and eu/c are left: a caller uses those that distribute gives it.");
    expect(because(places.slice(0, 2))).toBe("eu/b is left: a caller uses it if distribute gives it.");
  });

  it("names three places, and how many more", () => {
    const places = ["", "eu/b", "eu/c", "eu/d", "eu/e"].map((locality) => place(locality, 1));
    expect(moveWords({ ...TOLD, places }).because[1]).toBe("Endpoints without a locality, eu/b, eu/c and 2 more places take over.");
  });
});
