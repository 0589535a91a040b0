import { describe, expect, it } from "vitest";
import type { Fact } from "@/lib/domain/mesh/world";
import type { KnownGateway } from "./known-gateway";
import { ambientPath, type MeshNetworks, type NetworkPath, sidecarPath } from "./path";

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
const MESH: MeshNetworks = { gateways: [gateway("vpc-1"), gateway("vpc-2")], isComplete: true, leavesOut: OFF, ownNetwork: "vpc-1" };

const told = (way: NetworkPath) => {
  if (way.kind === "gateways") return `gateways ${way.gateways.map(({ address }) => address).join(" ")}`;
  return `${way.kind} ${way.because}${"isAssumed" in way && way.isAssumed ? " assumed" : ""}`;
};

type Case = readonly [what: string, from: string | null, to: string, mesh: Partial<MeshNetworks>, way: string];

describe("how sidecars are sent to machines of a network (ep_filters.go)", () => {
  it.each<Case>([
    ["the same network", "vpc-1", "vpc-1", {}, "direct same-network"],
    ["machines without a network", "vpc-1", "", {}, "direct machines-without-network"],
    ["another with a gateway", "vpc-1", "vpc-2", {}, "gateways 203.0.113.10"],
    ["callers of whom it is not known, machines of a network", null, "vpc-2", {}, "not-known callers-not-known"],
    ["callers of whom it is not known, machines without a network", null, "", {}, "direct machines-without-network"],
    ["callers without a network, machines of one with a gateway", "", "vpc-2", {}, "gateways 203.0.113.10"],
    ["callers without a network, machines of one without a gateway", "", "vpc-3", {}, "unverified no-gateway"],
    ["another without a gateway", "vpc-1", "vpc-3", {}, "unverified no-gateway"],
    ["another without a gateway, with the setting", "vpc-1", "vpc-3", { leavesOut: ON }, "left-out setting"],
    ["callers without a network, with the setting", "", "vpc-3", { leavesOut: ON }, "unverified no-gateway"],
    ["the setting assumed to be off", "vpc-1", "vpc-3", { leavesOut: { ...OFF, kind: "assumed" } }, "unverified no-gateway assumed"],
    ["the setting assumed to be on", "vpc-1", "vpc-3", { leavesOut: { ...ON, kind: "assumed" } }, "left-out setting assumed"],
    ["the setting out of sight", "vpc-1", "vpc-3", { leavesOut: { kind: "denied", source: "no right" } }, "not-known setting-not-visible"],
    ["the setting out of sight, but a gateway", "vpc-1", "vpc-2", { leavesOut: { kind: "denied", source: "no right" } }, "gateways 203.0.113.10"],
    ["a mesh without any gateway", "vpc-1", "vpc-2", { gateways: [] }, "unverified no-gateway-in-mesh"],
    ["a mesh without any gateway, with the setting", "vpc-1", "vpc-2", { gateways: [], leavesOut: ON }, "unverified no-gateway-in-mesh"],
    [
      "a mesh whose only gateway has no address",
      "vpc-1",
      "vpc-2",
      { gateways: [gateway("vpc-2", { address: "", standing: "no-address" })], leavesOut: ON },
      "unverified no-gateway-in-mesh",
    ],
    ["a gateway for HBONE alone", "vpc-1", "vpc-3", { gateways: [gateway("vpc-3", TUNNEL)] }, "unverified no-gateway"],
    ["a gateway of meshNetworks", "vpc-1", "vpc-3", { gateways: [gateway("vpc-3", BY_MESH)] }, "gateways 198.51.100.1"],
    [
      "a gateway of meshNetworks beside one of a Service: the cluster's own are preferred",
      "vpc-1",
      "vpc-2",
      { gateways: [gateway("vpc-2"), gateway("vpc-2", BY_MESH)] },
      "gateways 203.0.113.10",
    ],
    [
      "a gateway of meshNetworks beside a Service's for HBONE alone: that one is preferred, and serves no sidecar",
      "vpc-1",
      "vpc-2",
      { gateways: [gateway("vpc-2", TUNNEL), gateway("vpc-2", BY_MESH)] },
      "unverified no-gateway",
    ],
    ["gateways partly out of sight, one seen", "vpc-1", "vpc-2", { isComplete: false }, "gateways 203.0.113.10"],
    ["gateways partly out of sight, none seen", "vpc-1", "vpc-3", { isComplete: false }, "not-known gateways-not-visible"],
    ["gateways out of sight, the same network", "vpc-3", "vpc-3", { gateways: [], isComplete: false }, "direct same-network"],
  ])("%s", (_what, from, to, mesh, way) => {
    expect(told(sidecarPath({ from, to }, { ...MESH, ...mesh }))).toBe(way);
  });
});

describe("the same in ambient mode", () => {
  it.each<Case>([
    ["the same network", "vpc-1", "vpc-1", {}, "direct same-network"],
    ["machines without a network are in the cluster's own", "vpc-1", "", {}, "direct same-network"],
    ["callers without a network are in the cluster's own", "", "vpc-1", {}, "direct same-network"],
    ["callers of whom it is not known", null, "", {}, "not-known callers-not-known"],
    ["machines without a network, callers of another", "vpc-2", "", {}, "left-out ambient"],
    ["another with a gateway for sidecars alone", "vpc-1", "vpc-2", {}, "left-out ambient"],
    ["another with a gateway for HBONE", "vpc-1", "vpc-3", { gateways: [gateway("vpc-3", TUNNEL)] }, "gateways 203.0.113.10"],
    ["another without a gateway", "vpc-1", "vpc-3", {}, "left-out ambient"],
    ["gateways partly out of sight", "vpc-1", "vpc-3", { isComplete: false }, "not-known gateways-not-visible"],
  ])("%s", (_what, from, to, mesh, way) => {
    expect(told(ambientPath({ from, to }, { ...MESH, ...mesh }))).toBe(way);
  });
});
