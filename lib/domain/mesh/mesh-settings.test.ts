import { describe, expect, it } from "vitest";
import type { World } from "@/lib/domain/mesh/world";
import type { ConfiguredGateway, PartialMeshConfig } from "./mesh-config";
import { deniedNodeAndNamespaceFacts, type IstiodEnvironment, type MeshConfigResult, meshFactsByRevision, type NodeAndNamespaceFacts } from "./mesh-facts";
import { controlPlaneSettingsOf, meshSettingsOf } from "./mesh-settings";
import { type GatewayService, NO_GATEWAY_API } from "./network-gateways";

const ISTIOD: IstiodEnvironment = { revision: "default", version: "1.31.0", settings: { CLUSTER_ID: "east" } };
const GATEWAY: GatewayService = {
  ...{ namespace: "istio-system", name: "gw", network: "vpc-1", addresses: ["203.0.113.10"], tlsPort: 15_443, tunnelPort: null, isEastWest: true },
  ...{ selector: [], serverPorts: [15_443] },
};
const KNOWN: World["gateways"] = { kind: "known", value: [GATEWAY], source: "Services" };

function settings(seen: MeshConfigResult, gateways: World["gateways"] = KNOWN, pods: readonly IstiodEnvironment[] = [ISTIOD]) {
  const facts = meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => seen }, []).get("default");
  if (facts === undefined) throw new Error("The default revision has no facts.");
  return controlPlaneSettingsOf(facts, { gateways, networkGateways: NO_GATEWAY_API });
}
const told = (config: PartialMeshConfig) => settings({ kind: "read", told: config });
const configured = (change: Partial<ConfiguredGateway>) =>
  told({ networks: [{ name: "vpc-2", gateways: [{ address: "", service: "", port: 15_443, locality: "", ...change }], cidrs: [], registries: [] }] });

describe("the settings of a mesh", () => {
  it("the settings of a mesh have known values and no doubts if all sources are visible", () => {
    const { settings: known, doubts } = told({ trustDomain: "mesh.example", autoMtls: false });
    expect(known).toMatchObject({ istioVersion: "1.31.0", clusterId: "east", trustDomain: "mesh.example", autoMtls: false, rootNamespace: "istio-system" });
    expect(known.gateways).toEqual([{ network: "vpc-1", cluster: "east", address: "203.0.113.10", port: 15_443 }]);
    expect(doubts).toEqual([]);
  });

  it("the settings of a mesh have Istio's defaults and doubts if the configuration cannot be read", () => {
    const { settings: guessed, doubts } = settings({ kind: "denied", why: "no right" }, { kind: "denied", source: "no right" });
    expect(guessed).toMatchObject({ trustDomain: "cluster.local", rootNamespace: "istio-system", autoMtls: true, gateways: [] });
    expect(doubts).toContainEqual({ setting: "trustDomain", kind: "denied", source: "no right" });
    expect(doubts).toContainEqual({ setting: "gateways", kind: "denied", source: "no right" });
    expect(doubts.map(({ setting }) => setting)).not.toContain("clusterId");
  });

  it("the settings of a mesh have assumed values and doubts, one of them for the version, if no istiod is visible", () => {
    const { settings: guessed, doubts } = settings({ kind: "absent" }, KNOWN, []);
    expect(guessed).toMatchObject({ istioVersion: null, clusterId: "Kubernetes", healthChecks: true });
    for (const setting of ["istioVersion", "clusterId", "healthChecks", "trustDomain"]) {
      expect(doubts).toContainEqual({ setting, kind: "assumed", source: expect.any(String) });
    }
  });

  it.each<[string, Partial<ConfiguredGateway>, readonly object[]]>([
    ["an address", { address: "198.51.100.1" }, [{ network: "vpc-2", cluster: "", address: "198.51.100.1", port: 15_443 }]],
    [
      "the name of a visible Service",
      { service: "gw.istio-system.svc.cluster.local" },
      [{ network: "vpc-2", cluster: "", address: "203.0.113.10", port: 15_443 }],
    ],
    ["the name of another Service", { service: "other.istio-system.svc.cluster.local" }, []],
    ["no port", { address: "198.51.100.1", port: null }, [{ network: "vpc-2", cluster: "", address: "198.51.100.1", port: 0 }]],
  ])("the settings of a mesh have the gateways that meshNetworks defines by %s", (_what, change, gateways) => {
    expect(configured(change).settings.gateways.slice(1)).toEqual(gateways);
  });
});

describe("all settings of a revision", () => {
  const of = (places: NodeAndNamespaceFacts, seen: MeshConfigResult = { kind: "absent" }) => {
    const facts = meshFactsByRevision({ namespace: "istio-system", pods: [ISTIOD], deployments: [], configOf: () => seen }, []).get("default");
    if (facts === undefined) throw new Error("The default revision has no facts.");
    return meshSettingsOf(facts, { gateways: KNOWN, networkGateways: NO_GATEWAY_API, places });
  };
  const nodes: NodeAndNamespaceFacts["nodes"] = { kind: "known", value: new Map([["n1", "eu/a/"]]), source: "Nodes" };
  const namespaces: NodeAndNamespaceFacts["namespaces"] = {
    kind: "known",
    value: new Map([
      ["istio-system", { network: "vpc-1", distribution: null, revision: "" }],
      ["mesh", { network: "vpc-2", distribution: null, revision: "" }],
      ["shop", { network: "vpc-9", distribution: "same-zone", revision: "" }],
    ]),
    source: "namespaces",
  };

  it("all settings of a revision have localities of Nodes and labels of namespaces, and the network of istiod's namespace for Pods", () => {
    const { settings: known, doubts } = of({ nodes, namespaces });
    expect(known).toMatchObject({ clusterId: "east", podNetwork: "vpc-1", gatewaysServeDns: null });
    expect([[...known.nodeLocalities], [...known.namespaceDistributions]]).toEqual([[["n1", "eu/a/"]], [["shop", "same-zone"]]]);
    expect(doubts.map(({ setting }) => setting)).not.toContain("podNetwork");
    expect(of({ nodes, namespaces }, { kind: "read", told: { rootNamespace: "mesh" } }).settings.podNetwork).toBe("vpc-1");
  });

  it("all settings of a revision have doubts, and no locality or network for Pods, if neither Nodes nor namespaces are visible", () => {
    const { settings: guessed, doubts } = of(deniedNodeAndNamespaceFacts("no right"));
    expect([guessed.podNetwork, guessed.nodeLocalities.size, guessed.namespaceDistributions.size]).toEqual(["", 0, 0]);
    for (const setting of ["nodeLocalities", "podNetwork", "namespaceDistributions"])
      expect(doubts).toContainEqual({ setting, kind: "denied", source: "no right" });
  });
});
