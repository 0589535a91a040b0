import { describe, expect, it } from "vitest";
import { crossedNetworks, type PlacedGateway } from "./cut-off";

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
