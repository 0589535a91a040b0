import { describe, expect, it } from "vitest";
import type { LocalitySetting } from "@/lib/domain/selection/locality-routing";
import { type GatewayWithLoss, mostReducedLocality, networksBehindGateways, strandedCallerLocalities } from "./service-traffic";

const MESH = { clusterId: "Kubernetes" };
const gateway = (network: string, isLost: boolean | null, own: Partial<GatewayWithLoss> = {}): GatewayWithLoss => ({
  ...{ network, cluster: "Kubernetes", address: "192.0.2.1", port: 15443, isLost },
  ...own,
});
const left = new Map([["vpc-1", 4]]);

describe("networks that callers reach through a gateway", () => {
  it.each<[string, ReadonlyMap<string, number>, readonly GatewayWithLoss[], readonly object[]]>([
    ["exclude a network without a gateway, which callers reach directly", left, [gateway("vpc-2", true)], []],
    [
      "count a lost gateway of two",
      left,
      [gateway("vpc-1", true), gateway("vpc-1", false)],
      [{ network: "vpc-1", machines: 4, gateways: 2, lost: 1, unplaced: 0 }],
    ],
    ["count a lost gateway that was the only one", left, [gateway("vpc-1", true)], [{ network: "vpc-1", machines: 4, gateways: 1, lost: 1, unplaced: 0 }]],
    [
      "count a gateway with an unknown locality separately",
      left,
      [gateway("vpc-1", null)],
      [{ network: "vpc-1", machines: 4, gateways: 1, lost: 0, unplaced: 1 }],
    ],
    ["exclude a gateway without mutual TLS of sidecars", left, [gateway("vpc-1", true, { port: 0 })], []],
    [
      "have only the gateways of the own cluster if there are some",
      left,
      [gateway("vpc-1", true), gateway("vpc-1", false, { cluster: "east" })],
      [{ network: "vpc-1", machines: 4, gateways: 1, lost: 1, unplaced: 0 }],
    ],
    ["exclude machines without a network, which callers treat as in every network", new Map([["", 4]]), [gateway("", true)], []],
    ["exclude a network without remaining machines", new Map([["vpc-1", 0]]), [gateway("vpc-1", true)], []],
  ])("networks that callers reach through a gateway: %s", (_, machines, gateways, crossed) => {
    expect(networksBehindGateways(machines, gateways, MESH)).toEqual(crossed);
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

describe("callers without an endpoint while others remain", () => {
  it.each<[string, LocalitySetting | null, { before: readonly string[]; after: readonly string[] }, readonly string[]]>([
    ["exist if all localities of their distribute rule are lost", distributing({ from: "eu/b/*", to: [["eu/a/*", 100]] }), lost, ["eu/b/*"]],
    [
      "do not exist if a part of their localities remains",
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
      "exist if the remaining locality has a weight of zero",
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
    ["do not exist if they had no endpoint before", distributing({ from: "us/*", to: [["us/a/*", 100]] }), lost, []],
    ["do not exist if no endpoint remains for any caller", distributing({ from: "eu/b/*", to: [["eu/a/*", 100]] }), { before: ["eu/a"], after: [] }, []],
    ["do not exist with failover", FAILOVER, lost, []],
    ["do not exist without an order by locality", null, lost, []],
  ])("callers without an endpoint while others remain: %s", (_, setting, places, from) => {
    expect(strandedCallerLocalities(setting, places)).toEqual(from);
  });
});

describe("the locality with the largest loss", () => {
  it.each([
    [
      "is the one with a tenth of its weight left",
      [
        { locality: "eu/a", before: 10, after: 1 },
        { locality: "eu/b", before: 10, after: 5 },
      ],
      "eu/a",
    ],
    [
      "is not one without remaining endpoints",
      [
        { locality: "eu/a", before: 10, after: 0 },
        { locality: "eu/b", before: 10, after: 10 },
      ],
      null,
    ],
  ] as const)("the locality with the largest loss: %s", (_, places, locality) => {
    expect(mostReducedLocality(places)?.locality ?? null).toBe(locality);
  });
});
