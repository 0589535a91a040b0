import { describe, expect, it } from "vitest";
import type { LocalitySetting } from "@/lib/domain/selection/locality-routing";
import { crossedNetworks, mostReducedLocality, type PlacedGateway, strandedCallers } from "./service-traffic";

const MESH = { clusterId: "Kubernetes" };
const gateway = (network: string, isLost: boolean | null, own: Partial<PlacedGateway> = {}): PlacedGateway => ({
  ...{ network, cluster: "Kubernetes", address: "192.0.2.1", port: 15443, isLost },
  ...own,
});
const left = new Map([["vpc-1", 4]]);

describe("who is left behind a gateway", () => {
  it.each<[string, ReadonlyMap<string, number>, readonly PlacedGateway[], readonly object[]]>([
    ["a network without a gateway is called directly", left, [gateway("vpc-2", true)], []],
    [
      "one of two ways in is lost",
      left,
      [gateway("vpc-1", true), gateway("vpc-1", false)],
      [{ network: "vpc-1", machines: 4, gateways: 2, lost: 1, unplaced: 0 }],
    ],
    ["the only way in is lost", left, [gateway("vpc-1", true)], [{ network: "vpc-1", machines: 4, gateways: 1, lost: 1, unplaced: 0 }]],
    ["nobody knows where it stands", left, [gateway("vpc-1", null)], [{ network: "vpc-1", machines: 4, gateways: 1, lost: 0, unplaced: 1 }]],
    ["one that takes no mutual TLS of sidecars is none", left, [gateway("vpc-1", true, { port: 0 })], []],
    [
      "those of its own cluster are used where there are some",
      left,
      [gateway("vpc-1", true), gateway("vpc-1", false, { cluster: "east" })],
      [{ network: "vpc-1", machines: 4, gateways: 1, lost: 1, unplaced: 0 }],
    ],
    ["machines of no network equal every network", new Map([["", 4]]), [gateway("", true)], []],
    ["nobody is left in it", new Map([["vpc-1", 0]]), [gateway("vpc-1", true)], []],
  ])("%s", (_, machines, gateways, crossed) => {
    expect(crossedNetworks(machines, gateways, MESH)).toEqual(crossed);
  });
});

const distributing = (...rules: { from: string; to: [string, number][] }[]): LocalitySetting => ({
  ...{ by: "locality", isForced: false, from: "rule" },
  setting: { isEnabled: true, distribute: rules, failover: [], failoverPriority: [] },
});
const FAILOVER: LocalitySetting = {
  ...{ by: "locality", isForced: false, from: "mesh" },
  setting: { isEnabled: true, distribute: null, failover: [], failoverPriority: [] },
};
const lost = { before: ["eu/a", "eu/b"], after: ["eu/b"] };

describe("callers who have nobody though some live", () => {
  it.each<[string, LocalitySetting | null, { before: readonly string[]; after: readonly string[] }, readonly string[]]>([
    ["all that they are given is lost", distributing({ from: "eu/b/*", to: [["eu/a/*", 100]] }), lost, ["eu/b/*"]],
    [
      "some of what they are given is left",
      distributing({
        from: "eu/b/*",
        to: [
          ["eu/a/*", 90],
          ["eu/b/*", 10],
        ],
      }),
      lost,
      [],
    ],
    [
      "a place without a share gives nothing",
      distributing({
        from: "eu/*",
        to: [
          ["eu/a/*", 100],
          ["eu/b/*", 0],
        ],
      }),
      lost,
      ["eu/*"],
    ],
    ["they had nobody before either", distributing({ from: "us/*", to: [["us/a/*", 100]] }), lost, []],
    ["nobody is left for anybody", distributing({ from: "eu/b/*", to: [["eu/a/*", 100]] }), { before: ["eu/a"], after: [] }, []],
    ["failover leaves nobody without", FAILOVER, lost, []],
    ["nobody orders by place", null, lost, []],
  ])("%s", (_, setting, places, from) => {
    expect(strandedCallers(setting, places)).toEqual(from);
  });
});

describe("the place that is thinned most", () => {
  it.each([
    [
      "keeps a tenth",
      [
        { locality: "eu/a", before: 10, after: 1 },
        { locality: "eu/b", before: 10, after: 5 },
      ],
      "eu/a",
    ],
    [
      "is not one that is gone",
      [
        { locality: "eu/a", before: 10, after: 0 },
        { locality: "eu/b", before: 10, after: 10 },
      ],
      null,
    ],
  ] as const)("%s", (_, places, locality) => {
    expect(mostReducedLocality(places)?.locality ?? null).toBe(locality);
  });
});
