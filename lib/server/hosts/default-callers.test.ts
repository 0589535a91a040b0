import { describe, expect, it } from "vitest";
import type { PartialMeshConfig } from "@/lib/domain/mesh/mesh-config";
import { meshFactsByRevision, type NamespaceMeshSettings } from "@/lib/domain/mesh/mesh-facts";
import type { World } from "@/lib/domain/mesh/world";
import type { SelectablePod } from "@/lib/domain/selection/objects";
import type { Sidecar } from "@/lib/domain/selection/policies";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope, policyOf } from "@/lib/testing/hosts";
import { defaultCallerFor } from "./default-callers";

const LIVE = { kind: "live", asOf: NOW } as const;
const SERVICE = { namespace: "shop", hostName: "a.example.com" };
const ALL = { nodes: "all", configmaps: "all", sidecars: "all", virtualservices: "all" } as const;
const SCOPE = hostScope(ALL);

function worldWith(config: PartialMeshConfig = {}, labels: Readonly<Record<string, string>> | null = { "istio-system": "vpc-1" }): World {
  const pods = [{ revision: "default", version: "1.31.0", settings: { CLUSTER_ID: "east" } }];
  const meshes = meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "read", told: config }) }, []);
  const told = (network: string): NamespaceMeshSettings => ({ network, distribution: null, revision: "" });
  const namespaces: World["places"]["namespaces"] =
    labels === null
      ? { kind: "denied", source: "this account may not list namespaces" }
      : { kind: "known", value: new Map(Object.entries(labels).map(([name, network]) => [name, told(network)])), source: "namespaces" };
  const nodes = {
    kind: "known",
    value: new Map([
      ["n1", "eu/a"],
      ["n2", "eu/b"],
    ]),
    source: "Nodes",
  } as const;
  return aWorld([], { meshes, places: { nodes, namespaces } });
}

function aFleet(world = worldWith()) {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(world, NOW);
  fleet.setNamespaces(HOSTS_CLUSTER, { names: ["istio-system", "shop", "web"], partial: false });
  for (const source of ["services", "serviceentries", "sidecars", "virtualservices"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", LIVE);
  fleet.tables.serviceentries.upsert(aHostEntry() as never);
  return fleet;
}

type Fleet = ReturnType<typeof aFleet>;
const narrow = (namespace: string): Sidecar => {
  return { namespace, name: "default", createdAt: 0, labels: [], callers: null, egress: [{ port: null, protocol: "", hosts: ["~/*"] }] };
};
const pod = (own: Partial<SelectablePod>, version = "1") => aTablePod({ node: "n2", ...own }, version);
const callerOf = (fleet: Fleet, scope = SCOPE, kind?: "gateway") => {
  const { namespace, network, locality } = defaultCallerFor(fleet, scope, HOSTS_CLUSTER, SERVICE, kind);
  return [namespace.value, network.value, locality.value];
};

describe("the default caller of a service", () => {
  it("is in its namespace, in the network of the root namespace and the zone of the Nodes", () => {
    expect(callerOf(aFleet())).toEqual(["shop", "vpc-1", "eu/a"]);
  });

  it.each<[string, World, string, string]>([
    ["meshNetworks", worldWith({ networks: [{ name: "vpc-9", gateways: [], cidrs: [], registries: ["east"] }] }, {}), "vpc-9", "mesh-networks"],
    ["nothing where the mesh has none", worldWith({}, { shop: "vpc-1" }), "", "no-network"],
    [
      "the label of istiod's namespace, also with another root namespace",
      worldWith({ rootNamespace: "mesh" }, { "istio-system": "x", mesh: "vpc-2" }),
      "x",
      "namespace-label",
    ],
    ["nothing known where namespaces are denied", worldWith({}, null), "", "not-visible"],
    ["nothing known of a world without istiod", aWorld([], { meshes: new Map() }), "", "not-visible"],
  ])("has the network of %s", (_title, world, value, code) => {
    expect(defaultCallerFor(aFleet(world), SCOPE, HOSTS_CLUSTER, SERVICE).network).toMatchObject({ value, source: { code } });
  });

  it.each([
    ["Nodes", { ...ALL, nodes: [] }, ["shop", "vpc-1", ""]],
    ["Pods", { ...ALL, pods: [] }, ["shop", "vpc-1", "eu/a"]],
  ] as const)("uses no %s that the viewer may not list", (_kind, kinds, expected) => {
    const fleet = aFleet();
    fleet.tables["workload-pods"].upsert(pod({ labels: [["topology.istio.io/network", "own"]] }));
    const seen = callerOf(fleet, hostScope({ ...kinds, ...("pods" in kinds ? {} : { pods: [] }) }));
    expect(seen).toEqual(expected);
    expect(callerOf(fleet)).toEqual(["shop", "own", "eu/b"]);
  });

  it("uses no meshNetworks and no object that the viewer may not read", () => {
    const fleet = aFleet(worldWith({ networks: [{ name: "vpc-9", gateways: [], cidrs: [], registries: ["east"] }] }, {}));
    expect(callerOf(fleet)[1]).toBe("vpc-9");
    const blind = hostScope({ ...ALL, configmaps: [], serviceentries: [] });
    const { network, namespace } = defaultCallerFor(fleet, blind, HOSTS_CLUSTER, SERVICE);
    expect([network.source.code, namespace.source.code]).toEqual(["not-visible", "none-may-call"]);
  });

  it("lets the namespace depend on visible Sidecars, and doubts it without them", () => {
    const fleet = aFleet();
    fleet.tables.sidecars.upsert(policyOf("sidecars", narrow("shop")));
    expect(callerOf(fleet)[0]).toBe("istio-system");
    const { namespace } = defaultCallerFor(fleet, hostScope({ ...ALL, sidecars: [] }), HOSTS_CLUSTER, SERVICE);
    expect(namespace).toEqual({ value: "shop", basis: "assumed", source: { code: "own-namespace", doubt: "sidecars" } });
  });

  it("is a gateway of the root namespace where one is requested", () => {
    expect(callerOf(aFleet(), SCOPE, "gateway")[0]).toBe("istio-system");
  });
});

const aFleetNodes = (fleet: Fleet) => fleet.worldOf(HOSTS_CLUSTER).places.nodes;

describe("the cache of default callers", () => {
  it.each<[string, (fleet: Fleet) => void, readonly string[]]>([
    ["its ServiceEntry", (fleet) => fleet.tables.serviceentries.upsert(aHostEntry({ exportTo: ["web"] }, "2") as never), ["web", "vpc-1", "eu/a"]],
    ["a Sidecar", (fleet) => fleet.tables.sidecars.upsert(policyOf("sidecars", narrow("shop"))), ["istio-system", "vpc-1", "eu/a"]],
    ["a Pod", (fleet) => fleet.tables["workload-pods"].upsert(pod({})), ["shop", "vpc-1", "eu/b"]],
    ["the world", (fleet) => fleet.store.setWorld(worldWith({}, { "istio-system": "vpc-3" }), NOW), ["shop", "vpc-3", "eu/a"]],
  ])("is read again after a change of %s", (_title, change, expected) => {
    const fleet = aFleet();
    expect(callerOf(fleet)).toEqual(["shop", "vpc-1", "eu/a"]);
    change(fleet);
    expect(callerOf(fleet)).toEqual(expected);
  });

  it("is read again after a change of a Service that takes over the host name, and of the namespaces", () => {
    const fleet = aFleet();
    const kube = { namespace: "shop", hostName: "a.shop.svc.cluster.local" };
    const of = () => defaultCallerFor(fleet, SCOPE, HOSTS_CLUSTER, kube).namespace;
    expect(of().source.code).toBe("none-may-call");
    fleet.tables.services.upsert(aService({ exportTo: ["later"] }) as never);
    expect(of().source.code).toBe("none-may-call");
    fleet.setNamespaces(HOSTS_CLUSTER, { names: ["later", "shop"], partial: false });
    expect(of()).toMatchObject({ value: "later", source: { code: "first-that-may-call" } });
    fleet.tables.services.remove(HOSTS_CLUSTER, aService().uid);
    expect(of().source.code).toBe("none-may-call");
  });

  it("keeps an answer while other objects change", () => {
    const fleet = aFleet();
    const of = () => defaultCallerFor(fleet, SCOPE, HOSTS_CLUSTER, SERVICE);
    const before = of();
    fleet.tables.serviceentries.upsert(aHostEntry({ name: "b", hosts: ["b.example.com"] }) as never);
    fleet.tables["workload-pods"].upsert(pod({ namespace: "other" }));
    const world = worldWith();
    fleet.store.setWorld({ ...world, places: { ...world.places, nodes: aFleetNodes(fleet) }, nodes: { kind: "denied", source: "no Nodes" } }, NOW);
    const after = of();
    expect([after.namespace === before.namespace, after.network === before.network]).toEqual([true, true]);
  });
});
