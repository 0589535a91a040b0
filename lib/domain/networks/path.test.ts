import { describe, expect, it } from "vitest";
import type { Fact } from "@/lib/domain/mesh/world";
import type { KnownGateway } from "./known-gateway";
import { ambientPath, type NetworkPath, type NetworkPathSettings, sidecarPath } from "./path";

const gateway = (network: string, change: Partial<KnownGateway> = {}): KnownGateway => ({
  ...{ network, address: "203.0.113.10", port: 15_443, tunnelPort: null, standing: "usable" },
  found: { by: "service", namespace: "istio-system", name: "gw" },
  ...change,
});
const TUNNEL = { port: null, tunnelPort: 15_008, standing: "tunnel-only" } as const;
const BY_MESH = { address: "198.51.100.1", found: { by: "mesh-networks", service: "" } } as const;
const OFF: Fact<boolean> = { kind: "known", value: false, source: "istiod's default" };
const ON: Fact<boolean> = { kind: "known", value: true, source: "istiod's Pods" };

/** vpc-1 and vpc-2 have gateways, vpc-3 has none. */
const MESH: NetworkPathSettings = { gateways: [gateway("vpc-1"), gateway("vpc-2")], isComplete: true, leavesOut: OFF, ownNetwork: "vpc-1" };

const told = (way: NetworkPath) => {
  if (way.kind === "gateways") return `gateways ${way.gateways.map(({ address }) => address).join(" ")}`;
  return `${way.kind} ${way.because}${"isAssumed" in way && way.isAssumed ? " assumed" : ""}`;
};

type Case = readonly [what: string, from: string | null, to: string, mesh: Partial<NetworkPathSettings>, way: string];

describe("the path of sidecars to machines (ep_filters.go)", () => {
  it.each<Case>([
    ["is direct in the same network", "vpc-1", "vpc-1", {}, "direct same-network"],
    ["is direct to machines without a network", "vpc-1", "", {}, "direct machines-without-network"],
    ["is the gateway of another network", "vpc-1", "vpc-2", {}, "gateways 203.0.113.10"],
    ["is not known if the callers' network is not known", null, "vpc-2", {}, "not-known callers-not-known"],
    ["is direct to machines without a network, even if the callers' network is not known", null, "", {}, "direct machines-without-network"],
    ["is a gateway for callers without a network", "", "vpc-2", {}, "gateways 203.0.113.10"],
    ["is unverified for callers without a network, if the network has no gateway", "", "vpc-3", {}, "unverified no-gateway"],
    ["is unverified to another network without a gateway", "vpc-1", "vpc-3", {}, "unverified no-gateway"],
    ["is 'left-out' to another network without a gateway if AMBIENT_ENABLE_MULTI_NETWORK is on", "vpc-1", "vpc-3", { leavesOut: ON }, "left-out setting"],
    ["is unverified for callers without a network, even if AMBIENT_ENABLE_MULTI_NETWORK is on", "", "vpc-3", { leavesOut: ON }, "unverified no-gateway"],
    [
      "is unverified if AMBIENT_ENABLE_MULTI_NETWORK is assumed to be off",
      "vpc-1",
      "vpc-3",
      { leavesOut: { ...OFF, kind: "assumed" } },
      "unverified no-gateway assumed",
    ],
    [
      "is 'left-out' if AMBIENT_ENABLE_MULTI_NETWORK is assumed to be on",
      "vpc-1",
      "vpc-3",
      { leavesOut: { ...ON, kind: "assumed" } },
      "left-out setting assumed",
    ],
    [
      "is not known if AMBIENT_ENABLE_MULTI_NETWORK is not visible",
      "vpc-1",
      "vpc-3",
      { leavesOut: { kind: "denied", source: "no right" } },
      "not-known setting-not-visible",
    ],
    [
      "is a gateway, even if AMBIENT_ENABLE_MULTI_NETWORK is not visible",
      "vpc-1",
      "vpc-2",
      { leavesOut: { kind: "denied", source: "no right" } },
      "gateways 203.0.113.10",
    ],
    ["is unverified in a mesh without any gateway", "vpc-1", "vpc-2", { gateways: [] }, "unverified no-gateway-in-mesh"],
    [
      "is unverified in a mesh without any gateway, even if AMBIENT_ENABLE_MULTI_NETWORK is on",
      "vpc-1",
      "vpc-2",
      { gateways: [], leavesOut: ON },
      "unverified no-gateway-in-mesh",
    ],
    [
      "is unverified in a mesh whose only gateway has no address",
      "vpc-1",
      "vpc-2",
      { gateways: [gateway("vpc-2", { address: "", standing: "no-address" })], leavesOut: ON },
      "unverified no-gateway-in-mesh",
    ],
    ["is unverified if the gateway accepts only HBONE", "vpc-1", "vpc-3", { gateways: [gateway("vpc-3", TUNNEL)] }, "unverified no-gateway"],
    ["is a gateway of meshNetworks", "vpc-1", "vpc-3", { gateways: [gateway("vpc-3", BY_MESH)] }, "gateways 198.51.100.1"],
    [
      "is the cluster's own gateway before one of meshNetworks",
      "vpc-1",
      "vpc-2",
      { gateways: [gateway("vpc-2"), gateway("vpc-2", BY_MESH)] },
      "gateways 203.0.113.10",
    ],
    [
      "is unverified if the cluster's own gateway accepts only HBONE, even with one of meshNetworks",
      "vpc-1",
      "vpc-2",
      { gateways: [gateway("vpc-2", TUNNEL), gateway("vpc-2", BY_MESH)] },
      "unverified no-gateway",
    ],
    ["is a visible gateway, even if others may not be visible", "vpc-1", "vpc-2", { isComplete: false }, "gateways 203.0.113.10"],
    ["is not known if no gateway is visible", "vpc-1", "vpc-3", { isComplete: false }, "not-known gateways-not-visible"],
    ["is direct in the same network, even if no gateway is visible", "vpc-3", "vpc-3", { gateways: [], isComplete: false }, "direct same-network"],
  ])("the path of sidecars to machines: %s", (_what, from, to, mesh, way) => {
    expect(told(sidecarPath({ from, to }, { ...MESH, ...mesh }))).toBe(way);
  });
});

describe("the path in ambient mode", () => {
  it.each<Case>([
    ["is direct in the same network", "vpc-1", "vpc-1", {}, "direct same-network"],
    ["is direct to machines without a network, which have the cluster's own", "vpc-1", "", {}, "direct same-network"],
    ["is direct for callers without a network, which have the cluster's own", "", "vpc-1", {}, "direct same-network"],
    ["is not known if the callers' network is not known", null, "", {}, "not-known callers-not-known"],
    ["is 'left-out' to machines without a network for callers of another network", "vpc-2", "", {}, "left-out ambient"],
    ["is 'left-out' to another network whose gateway accepts only sidecars", "vpc-1", "vpc-2", {}, "left-out ambient"],
    ["is the gateway of another network with HBONE", "vpc-1", "vpc-3", { gateways: [gateway("vpc-3", TUNNEL)] }, "gateways 203.0.113.10"],
    ["is 'left-out' to another network without a gateway", "vpc-1", "vpc-3", {}, "left-out ambient"],
    ["is not known if some gateways are not visible", "vpc-1", "vpc-3", { isComplete: false }, "not-known gateways-not-visible"],
  ])("the path in ambient mode: %s", (_what, from, to, mesh, way) => {
    expect(told(ambientPath({ from, to }, { ...MESH, ...mesh }))).toBe(way);
  });
});
