import { beforeEach, describe, expect, it } from "vitest";
import type { NetworkRow, NetworksHead } from "@/lib/contract/views/networks";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { KubernetesGateway } from "@/lib/domain/mesh/network-gateways";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import type { DestinationRule, PeerAuthentication } from "@/lib/domain/selection/policies";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope, policyOf } from "@/lib/testing/hosts";
import { aGatewayService, aKubernetesGateway, meshWorld } from "@/lib/testing/mesh-world";
import { aDestinationRule, anEntryPort, aTrafficPolicy } from "@/lib/testing/selection";
import { CHECKED_VIEWS } from "./checked-views";

const listedInBoth = (hosts: readonly string[]) => ["vpc-1", "vpc-2"].map((network) => ({ network, hosts }));

let fleet: ReturnType<typeof liveFleet>;
let changes: number;

const gateway = aGatewayService;
const ALL = hostScope({ configmaps: "all", nodes: "all", namespaces: "all", "gateways.gateway.networking.k8s.io": "all" });

/** A Gateway that passes hosts between networks, as its table keeps it. */
const aTableGateway = (...hosts: readonly string[]) => ({
  ...({ cluster: HOSTS_CLUSTER, kind: "gateways", uid: "gateway-1", namespace: "istio-system", name: "cross-network-gateway", resourceVersion: "1" } as const),
  ...{ createdAt: NOW, unreadable: null, fields: [] },
  parsed: {
    ...{ namespace: "istio-system", name: "cross-network-gateway", createdAt: NOW, labels: [], selector: [] },
    servers: [{ port: 15_443, tlsMode: "AUTO_PASSTHROUGH", hosts, bind: "" }],
  },
});

function mesh(...parts: Parameters<typeof meshWorld>): void {
  fleet.store.setWorld(meshWorld(...parts), NOW);
}

function machine(name: string, own: Partial<WorkloadEntry> = {}): void {
  const entry = anEntry({ uid: `${own.namespace ?? "shop"}-${name}`, name, specLabels: [["app", "a"]], metadataLabels: [], owner: null, ...own });
  fleet.store.upsertEntry(entry, NOW, "seen");
}

function open(query = "", scope = ALL) {
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const changed = () => {
    changes++;
  };
  return CHECKED_VIEWS.networks({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 60, changed });
}

function once(query = "", scope = ALL) {
  const view = open(query, scope);
  const { head, rows } = view.compute();
  view.close();
  return { head: head as unknown as NetworksHead, rows: rows as unknown as NetworkRow[] };
}

const told = (rows: readonly NetworkRow[]) => rows.map(({ network, machines, way }) => `${network || "none"} ${machines} ${way.kind}`);

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  changes = 0;
  mesh([gateway("vpc-1"), gateway("vpc-2")]);
  machine("vm-1", { network: "vpc-1" });
  machine("vm-2", { network: "vpc-2" });
  machine("vm-3", { network: "vpc-2", health: aReport("False", "503") });
  machine("vm-4", { network: "vpc-3" });
  machine("vm-5", { network: "" });
});

describe("networks, as callers beside the cluster's Pods reach them", () => {
  it("those without a gateway first, then those with most machines, machines without a network last", () => {
    const { head, rows } = once();
    expect(told(rows)).toEqual(["vpc-3 1 unverified", "vpc-2 2 gateways", "vpc-1 1 direct", "none 1 direct"]);
    expect(head).toMatchObject({ total: 4, named: 3, machines: 5, usableGateways: 2, unverified: { networks: ["vpc-3"], more: 0, machines: 1 } });
    expect(rows[1]).toMatchObject({ serving: 1, gateways: ["203.0.113.10:15443"] });
  });

  it.each([
    ["from=vpc-3", ["vpc-2 2 gateways", "vpc-1 1 gateways", "vpc-3 1 direct", "none 1 direct"]],
    ["from=", ["vpc-3 1 unverified", "vpc-2 2 gateways", "vpc-1 1 gateways", "none 1 direct"]],
    ["mode=ambient", ["vpc-2 2 left-out", "vpc-3 1 left-out", "vpc-1 1 direct", "none 1 direct"]],
    ["ns=other", ["vpc-1 0 direct", "vpc-2 0 gateways"]],
  ])("asked %s", (query, rows) => {
    expect(told(once(query).rows)).toEqual(rows);
  });

  it("with AMBIENT_ENABLE_MULTI_NETWORK a network without a gateway is left out", () => {
    mesh([gateway("vpc-1")], {}, { AMBIENT_ENABLE_MULTI_NETWORK: "true" });
    expect(told(once().rows).slice(0, 2)).toEqual(["vpc-2 2 left-out", "vpc-3 1 left-out"]);
    expect(once().head).toMatchObject({ leftOut: { machines: 3 }, unverified: { machines: 0 } });
  });

  it("gateways that meshNetworks names count, and so do networks that it names alone", () => {
    const networks = [{ name: "vpc-9", gateways: [{ address: "198.51.100.1", service: "", port: 15_443, locality: "" }], cidrs: [], registries: [] }];
    mesh([], { networks });
    expect(told(once().rows)).toContain("vpc-9 0 gateways");
    expect(once().head.gateways).toMatchObject([{ network: "vpc-9", found: { by: "mesh-networks" }, standing: "usable", machines: 0 }]);
  });

  it.each<[string, Partial<KubernetesGateway>, string]>([
    ["leads into its network", {}, "vpc-3 1 gateways"],
    ["without an address of its own does not, until its Service does", { addresses: [] }, "vpc-3 1 unverified"],
    ["without a listener for it does not", { listeners: [] }, "vpc-3 1 unverified"],
    ["with an HBONE listener does, since istiod sends sidecars there too", { listeners: [{ port: 15_008, isTunnel: true }] }, "vpc-3 1 gateways"],
  ])("a Kubernetes Gateway %s", (_claim, change, row) => {
    mesh([gateway("vpc-1"), gateway("vpc-2")], {}, {}, { kind: "known", value: [aKubernetesGateway(change)], source: "Gateways" });
    const { head, rows } = once();
    expect(told(rows)).toContain(row);
    expect(head.gateways.at(-1)).toMatchObject({
      network: "vpc-3",
      found: { by: "kubernetes-gateway", namespace: "istio-system", name: "eastwest" },
      machines: 1,
    });
  });

  it("a Kubernetes Gateway is none where istiod does not look for them", () => {
    mesh([], {}, { PILOT_MULTI_NETWORK_DISCOVER_GATEWAY_API: "false" }, { kind: "known", value: [aKubernetesGateway()], source: "Gateways" });
    expect(once().head).toMatchObject({ gateways: [], meshes: [{ gateways: { isComplete: true, source: expect.stringContaining("DISCOVER_GATEWAY_API") } }] });
  });

  it("of the past no gateway is known, and nothing is said of networks but their machines", () => {
    fleet.store.setWorld(aWorld(), NOW);
    expect(told(once().rows)).toEqual(["vpc-2 2 not-known", "vpc-1 1 not-known", "vpc-3 1 not-known", "none 1 direct"]);
    machine("vm-6", { network: "vpc-2", address: "", serviceAccount: "" });
    expect(once().head.gapMachines).toMatchObject([{ name: "vm-6", gaps: ["no-address-here"] }]);
    fleet.store.removeEntry(HOSTS_CLUSTER, "shop-vm-6", NOW, "seen");
    expect(once().head.graph).toMatchObject({ from: null });
    expect(told(once("from=vpc-3").rows)).toContain("vpc-3 1 direct");
    expect(once().head.meshes).toMatchObject([{ gateways: { isComplete: false, source: "gateways are not recorded" }, leavesOut: { kind: "denied" } }]);
  });
});

describe("what is out of sight", () => {
  it("gateways are Services: whoever may not list all of them is told of those he may, and what the rest means", () => {
    mesh([gateway("vpc-2", { namespace: "shop" }), gateway("vpc-3")]);
    const { head, rows } = once("", hostScope({ configmaps: "all", namespaces: "all", services: ["shop"] }));
    expect(head.gateways.map(({ network }) => network)).toEqual(["vpc-2"]);
    expect(told(rows)).toEqual(["vpc-3 1 not-known", "vpc-2 2 gateways", "vpc-1 1 direct", "none 1 direct"]);
  });

  it("Kubernetes Gateways are told of to whoever may list them; that a cluster has no such kind, to everybody", () => {
    mesh([], {}, {}, { kind: "known", value: [aKubernetesGateway()], source: "Gateways" });
    const withoutThem = hostScope({ configmaps: "all", namespaces: "all", services: "all" });
    expect(once("", withoutThem).head).toMatchObject({
      gateways: [],
      meshes: [{ gateways: { isComplete: false, source: "Gateways of the Kubernetes Gateway API are not visible to you" } }],
    });
    expect(told(once("", withoutThem).rows)).toContain("vpc-3 1 not-known");
    mesh([]);
    expect(once("", withoutThem).head).toMatchObject({ meshes: [{ gateways: { isComplete: true } }] });
  });

  it("machines of other namespaces are not counted, and no frame comes for them", () => {
    machine("vm-6", { network: "vpc-secret", namespace: "legacy" });
    const scope = hostScope({ workloadentries: ["shop"], workloadgroups: ["shop"] });
    expect(told(once("", scope).rows).join()).not.toContain("secret");
    const view = open("", scope);
    view.compute();
    changes = 0;
    machine("vm-7", { network: "vpc-1", namespace: "legacy" });
    expect(changes).toBe(0);
    machine("vm-8", { network: "vpc-1" });
    expect(changes).toBeGreaterThan(0);
    view.close();
  });

  it("shows no Pods of a namespace in which only a hidden group is", () => {
    fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", { kind: "live", asOf: NOW });
    fleet.tables.services.upsert(aService() as never);
    fleet.tables["workload-pods"].upsert(aTablePod());
    const scope = hostScope({ workloadgroups: [] });
    const before = once("", scope);
    fleet.store.upsertGroup(aGroup({ namespace: "shop", uid: "hidden" }));
    expect(once("", scope)).toEqual(before);
    expect(once().rows.find(({ network }) => network === "vpc-1")?.pods).toBe(1);
  });

  it("Pods are told where they are watched and in sight, else nothing is said of them", () => {
    fleet.tables.services.upsert(aService() as never);
    expect(once().head.podsSeen).toBe(false);
    expect(once().rows[0]?.pods).toBeNull();
    fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", { kind: "live", asOf: NOW });
    fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
    fleet.tables["workload-pods"].upsert(aTablePod());
    expect(once().rows.find(({ network }) => network === "vpc-1")?.pods).toBe(1);
    // Another page can have the Pods of a namespace without machines watched.
    fleet.tables["workload-pods"].upsert(aTablePod({ namespace: "istio-system", name: "istiod-1" }));
    expect(once().rows.find(({ network }) => network === "vpc-1")?.pods).toBe(1);
    expect(once("", hostScope({ pods: [] })).head.podsSeen).toBe(false);
  });
});

describe("what callers are kept from", () => {
  it("machines without mutual TLS behind a gateway, without an address, and whose label alone names a network", () => {
    machine("vm-6", { network: "vpc-2", serviceAccount: "" });
    machine("vm-7", { network: "vpc-3", serviceAccount: "" });
    machine("vm-8", { network: "vpc-2", address: "" });
    machine("vm-9", { network: "", metadataLabels: [["topology.istio.io/network", "vpc-2"]] });
    const { head } = once("from=vpc-2");
    expect(head.gapMachines.map(({ name, gaps }) => `${name} ${gaps.join(" ")}`)).toEqual(["vm-6 not-marked", "vm-8 no-address-here", "vm-9 label-only"]);
    expect(head.gaps).toMatchObject({ "not-marked": 1, "no-address-here": 1, "label-only": 1, "no-address": 0 });
  });

  it.each<[string, ReturnType<typeof gateway>[], string, string, Record<string, number>]>([
    ["its network has a gateway, and callers are in it", [gateway("vpc-2")], "from=vpc-2", "no-address-here", { "no-address-here": 1 }],
    ["only another network has a gateway", [gateway("vpc-1")], "", "no-address", { "no-address": 1 }],
    ["the mesh has no gateway", [], "", "empty-address", { "empty-address": 1, "no-address": 0 }],
    ["in ambient mode its network has no gateway", [gateway("vpc-1")], "mode=ambient", "empty-address", { "empty-address": 1 }],
  ])("a machine without an address, where %s", (_where, gateways, query, gap, counts) => {
    mesh(gateways);
    machine("vm-8", { network: "vpc-2", address: "" });
    const { head, rows } = once(query);
    expect(head.gapMachines).toMatchObject([{ name: "vm-8", gaps: [gap] }]);
    expect(head.gaps).toMatchObject(counts);
    expect(rows.find(({ network }) => network === "vpc-2")?.gaps).toMatchObject(counts);
  });

  it.each<[string, Partial<WorkloadEntry>, string, "STATIC" | "DNS", string[]]>([
    ["callers in another network get the gateway", {}, "", "STATIC", []],
    ["callers without a network get the gateway", {}, "from=", "STATIC", []],
    ["callers in its network get no endpoint", {}, "from=vpc-2", "STATIC", ["no-address-here"]],
    ["callers in another network get none without an mTLS mark", { serviceAccount: "" }, "", "STATIC", ["no-address-here", "not-marked"]],
    ["the label differs", { metadataLabels: [["topology.istio.io/network", "vpc-1"]] }, "", "STATIC", ["label-differs"]],
    ["the answer for its DNS service is not known", {}, "", "DNS", ["no-address-here"]],
  ])("a machine without an address behind a gateway: %s", (_claim, own, query, resolution, gaps) => {
    fleet.tables.serviceentries.upsert(aHostEntry({ hosts: ["vm.mesh.internal"], selector: [["app", "a"]], resolution }) as never);
    machine("vm-8", { network: "vpc-2", address: "", ...own });
    const { head, rows } = once(query);
    expect(head.gapMachines.map(({ name, gaps: found }) => [name, found])).toEqual(gaps.length === 0 ? [] : [["vm-8", gaps]]);
    const counted = Object.entries(rows.find(({ network }) => network === "vpc-2")?.gaps ?? {}).filter(([, count]) => count > 0);
    expect(counted.map(([gap]) => gap).sort()).toEqual([...gaps].sort());
  });

  it.each<[string, ReturnType<typeof gateway>[], string[], string, object]>([
    ["another network has a gateway", [gateway("vpc-1")], [""], "left-out no-address", { leftOut: { machines: 1 }, unverified: { machines: 1 } }],
    ["the mesh has no gateway", [], [""], "not-known empty-address", { notKnown: 1 }],
    ["one of two has an address", [gateway("vpc-1")], ["", "10.0.9.2"], "unverified no-gateway", { leftOut: { machines: 0 } }],
  ])("does not report direct calls of machines without an address in a network without a gateway: %s", (_where, gateways, addresses, way, counts) => {
    mesh(gateways);
    fleet.store.removeEntry(HOSTS_CLUSTER, "shop-vm-2", NOW, "seen");
    fleet.store.removeEntry(HOSTS_CLUSTER, "shop-vm-3", NOW, "seen");
    for (const [at, address] of addresses.entries()) machine(`far-${at}`, { network: "vpc-9", address });
    const { head, rows } = once();
    const row = rows.find(({ network }) => network === "vpc-9");
    expect(`${row?.way.kind} ${row?.way.because}`).toBe(way);
    expect(head).toMatchObject(counts);
  });

  const rule = (tls: string, own: Partial<DestinationRule> = {}) =>
    policyOf("destinationrules", aDestinationRule({ host: "vm.mesh.internal", policy: aTrafficPolicy({ tls }), ...own }));
  const authentication = (own: Partial<PeerAuthentication>) =>
    policyOf("peerauthentications", { namespace: "shop", name: "off", createdAt: 0, labels: [], selector: [], mode: "DISABLE", ports: [], ...own });
  const ofMachines = { selector: [["app", "a"]] } as const;

  it.each<[string, object[], (string | undefined)[], string[]]>([
    ["a rule with DISABLE", [rule("DISABLE")], ["rule"], []],
    ["a rule with SIMPLE", [rule("SIMPLE")], ["rule"], []],
    ["a rule with ISTIO_MUTUAL", [rule("ISTIO_MUTUAL")], [], []],
    [
      "a rule with DISABLE and ISTIO_MUTUAL on the port",
      [rule("DISABLE", { policy: aTrafficPolicy({ tls: "DISABLE", ports: [{ port: 80, tls: "ISTIO_MUTUAL", outlier: null, balancer: null }] }) })],
      [],
      [],
    ],
    ["a PeerAuthentication of the namespace", [authentication({})], ["policy"], []],
    ["a PeerAuthentication of the mesh", [authentication({ namespace: "istio-system" })], ["policy"], []],
    ["one of the namespace below ISTIO_MUTUAL", [authentication({}), rule("ISTIO_MUTUAL")], [], []],
    ["a PeerAuthentication of the machines", [authentication(ofMachines)], [], ["vm-1 closed-by-policy", "vm-2 closed-by-policy", "vm-3 closed-by-policy"]],
    ["one of the machines below ISTIO_MUTUAL", [authentication(ofMachines), rule("ISTIO_MUTUAL")], [], []],
    [
      "a PeerAuthentication of the port on which the machines serve",
      [authentication({ ...ofMachines, mode: "STRICT", ports: [[8080, "DISABLE"]] })],
      [],
      ["vm-1 closed-by-policy", "vm-2 closed-by-policy", "vm-3 closed-by-policy"],
    ],
    ["a PeerAuthentication of another port", [authentication({ ...ofMachines, mode: "STRICT", ports: [[80, "DISABLE"]] })], [], []],
  ])("a service and its machines behind gateways: %s", (_what, policies, gaps, machines) => {
    for (const source of ["gateways", "destinationrules", "peerauthentications"] as const)
      fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
    fleet.tables.gateways.upsert(aTableGateway("*.internal"));
    fleet.tables.serviceentries.upsert(aHostEntry({ hosts: ["vm.mesh.internal"], selector: [["app", "a"]] }) as never);
    for (const one of policies as ReturnType<typeof rule>[]) fleet.tables[one.kind as "destinationrules"].upsert(one);
    const everything = { gateways: "all", destinationrules: "all", peerauthentications: "all" } as const;
    const { head } = once("", hostScope({ configmaps: "all", namespaces: "all", ...everything }));
    expect(head.policiesSeen).toBe(true);
    expect(head.gapHosts.flatMap((one) => one.gaps.map(({ code }) => code))).toEqual(gaps);
    expect(head.gapMachines.map((one) => `${one.name} ${one.gaps.join(" ")}`)).toEqual(machines);
  });

  it("uses the DestinationRule for the port of the owner, which the machines join by its name", () => {
    for (const source of ["services", "serviceentries", "destinationrules", "peerauthentications"] as const)
      fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
    const hosts = ["vm.mesh.internal"];
    fleet.tables.serviceentries.upsert(
      aHostEntry({ hosts, createdAt: 1, selector: [["app", "none"]], ports: [anEntryPort({ name: "http", number: 80 })] }) as never,
    );
    const ports = [anEntryPort({ name: "http", number: 8443 })];
    fleet.tables.serviceentries.upsert(aHostEntry({ name: "newer", hosts, createdAt: 2, selector: [["app", "a"]], ports }) as never);
    fleet.tables.peerauthentications.upsert(authentication(ofMachines));
    const scope = hostScope({ configmaps: "all", namespaces: "all", destinationrules: "all", peerauthentications: "all" });
    expect(once("", scope).head.gaps["closed-by-policy"]).toBe(3);
    const mutual = { tls: "ISTIO_MUTUAL", outlier: null, balancer: null };
    fleet.tables.destinationrules.upsert(rule("DISABLE", { policy: aTrafficPolicy({ ports: [{ port: 80, ...mutual }] }) }));
    expect(once("", scope).head.gaps["closed-by-policy"]).toBe(0);
  });

  it("counts machines with a closed gateway in the picked namespaces only", () => {
    for (const source of ["destinationrules", "peerauthentications"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
    fleet.tables.serviceentries.upsert(aHostEntry({ hosts: ["vm.mesh.internal"], selector: [["app", "a"]] }) as never);
    fleet.tables.peerauthentications.upsert(authentication(ofMachines));
    const scope = hostScope({ configmaps: "all", namespaces: "all", destinationrules: "all", peerauthentications: "all" });
    expect(once("ns=shop", scope).head.gaps["closed-by-policy"]).toBe(3);
    expect(once("ns=legacy", scope).head.gaps["closed-by-policy"]).toBe(0);
  });

  it("reports that policies are not all visible", () => {
    expect(once().head.policiesSeen).toBe(false);
  });

  it("a machine that is mended is no longer among them", () => {
    machine("vm-6", { network: "vpc-2", serviceAccount: "" });
    const view = open();
    expect((view.compute().head as unknown as NetworksHead).gapMachines).toHaveLength(1);
    machine("vm-6", { network: "vpc-2", serviceAccount: "web", resourceVersion: "2" });
    expect((view.compute().head as unknown as NetworksHead).gapMachines).toHaveLength(0);
    fleet.store.removeEntry(HOSTS_CLUSTER, "shop-vm-2", NOW, "seen");
    expect(told(view.compute().rows as unknown as NetworkRow[])).toContain("vpc-2 2 gateways");
    view.close();
  });

  it("hosts outside the mesh, and those of their machines behind gateways that are well", () => {
    fleet.tables.serviceentries.upsert(aHostEntry({ hosts: ["vm.example.com"], isExternal: true, selector: [["app", "a"]] }) as never);
    const { head } = once();
    expect(head.gapHosts).toMatchObject([{ host: "vm.example.com", machines: 2, networks: ["vpc-1", "vpc-2"], gaps: [{ code: "external" }] }]);
    expect(head.passed).toBeNull();
  });

  it("hosts that no AUTO_PASSTHROUGH server lists, where all Gateways are known and in sight", () => {
    fleet.tables.serviceentries.upsert(aHostEntry({ hosts: ["vm.mesh.internal"], isExternal: false, selector: [["app", "a"]] }) as never);
    expect(once().head).toMatchObject({ passed: null, gapHosts: [] });
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    expect(once().head).toMatchObject({ passed: null, gapHosts: [] });
    const scope = hostScope({ configmaps: "all", namespaces: "all", gateways: "all" });
    const view = open("", scope);
    const headNow = () => view.compute().head as unknown as NetworksHead;
    expect(headNow()).toMatchObject({ passed: listedInBoth([]), gapHosts: [{ host: "vm.mesh.internal", gaps: [{ code: "not-covered" }] }] });
    fleet.tables.gateways.upsert(aTableGateway("*.internal"));
    expect(headNow()).toMatchObject({ passed: listedInBoth(["*.internal"]), gapHosts: [] });
    expect(once("", hostScope({ configmaps: "all", namespaces: "all", gateways: ["shop"] })).head.passed).toBeNull();
    view.close();
  });

  const gatewayScope = hostScope({ configmaps: "all", namespaces: "all", gateways: "all" });
  const inMesh = { hosts: ["vm.mesh.internal"], isExternal: false, selector: [["app", "a"]] } as const;

  it.each<[string, Partial<ServiceEntry>, string[]]>([
    ["to every namespace", {}, []],
    ["to its own namespace only", { exportTo: ["."] }, ["not-exported"]],
    ["to its own namespace and that of the gateways", { exportTo: [".", "istio-system"] }, []],
  ])("a service behind gateways that pass every service is exported %s", (_title, own, codes) => {
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    fleet.tables.gateways.upsert(aTableGateway("*"));
    fleet.tables.serviceentries.upsert(aHostEntry({ ...inMesh, ...own }) as never);
    const { head } = once("", gatewayScope);
    expect(head.gapHosts.flatMap(({ gaps }) => gaps.map(({ code }) => code))).toEqual(codes);
    // The reason does not depend on the lists of the Gateways.
    expect(once("", hostScope({ configmaps: "all", namespaces: "all" })).head.gapHosts.flatMap(({ gaps }) => gaps.map(({ code }) => code))).toEqual(codes);
  });

  it("a service behind gateways whose Gateways select other Pods", () => {
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    fleet.tables.serviceentries.upsert(aHostEntry(inMesh) as never);
    const { parsed, ...rest } = aTableGateway("*");
    fleet.tables.gateways.upsert({ ...rest, parsed: { ...parsed, selector: [["istio", "other"]] } });
    expect(once("", gatewayScope).head).toMatchObject({
      passed: listedInBoth([]),
      unknownGateways: [],
      gapHosts: [{ gaps: [{ code: "not-covered" }] }],
    });
    fleet.tables.gateways.upsert({ ...rest, resourceVersion: "2", parsed: { ...parsed, selector: [["app", "gw"]] } });
    expect(once("", gatewayScope).head).toMatchObject({
      ...{ passed: [], unknownGateways: ["istio-system/gw-vpc-1", "istio-system/gw-vpc-2"], unknownBecause: ["selector"], gapHosts: [] },
    });
  });

  it("a service behind a Kubernetes Gateway", () => {
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    fleet.tables.serviceentries.upsert(aHostEntry({ ...inMesh, exportTo: ["."] }) as never);
    const behind = (change: Partial<KubernetesGateway>) => {
      mesh([], {}, {}, { kind: "known", value: [aKubernetesGateway({ network: "vpc-1", ...change })], source: "Gateways" });
      const scope = hostScope({ configmaps: "all", namespaces: "all", gateways: "all", "gateways.gateway.networking.k8s.io": "all" });
      return once("", scope).head;
    };
    expect(behind({})).toMatchObject({ passed: [{ network: "vpc-1", hosts: ["*"] }], gapHosts: [{ gaps: [{ code: "not-exported" }] }] });
    expect(behind({ namespace: "shop" })).toMatchObject({ passed: [{ network: "vpc-1", hosts: ["*"] }], gapHosts: [] });
    expect(behind({ namespace: "shop", passing: [] })).toMatchObject({
      passed: [{ network: "vpc-1", hosts: [] }],
      gapHosts: [{ gaps: [{ code: "not-covered" }] }],
    });
    expect(behind({ namespace: "shop", className: "istio-remote" })).toMatchObject({
      unknownGateways: ["shop/eastwest"],
      unknownBecause: ["class"],
      gapHosts: [],
    });
    expect(behind({ namespace: "shop", passing: [], allowsListenerSets: true })).toMatchObject({ unknownBecause: ["listener-sets"], gapHosts: [] });
  });

  it.each<[string, Record<string, string>, object]>([
    ["of every namespace", {}, { passed: listedInBoth(["*"]), unknownBecause: [] }],
    ["of their own namespace only", { PILOT_SCOPE_GATEWAY_TO_NAMESPACE: "true" }, { passed: listedInBoth([]), unknownBecause: [] }],
  ])("a service that a Gateway of another namespace lists, where istiod gives proxies the Gateways %s", (_title, settings, expected) => {
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    fleet.tables.serviceentries.upsert(aHostEntry(inMesh) as never);
    const { parsed, ...rest } = aTableGateway("*");
    fleet.tables.gateways.upsert({ ...rest, parsed: { ...parsed, namespace: "shop" } });
    mesh([gateway("vpc-1"), gateway("vpc-2")], {}, settings);
    expect(once("", gatewayScope).head).toMatchObject(expected);
  });

  it("lists a gateway whose Service has no selector as one of unknown services", () => {
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    fleet.tables.gateways.upsert(aTableGateway("*"));
    fleet.tables.serviceentries.upsert(aHostEntry({ ...inMesh, exportTo: ["."] }) as never);
    mesh([aGatewayService("vpc-1", { selector: [] })]);
    expect(once("", gatewayScope).head).toMatchObject({ passed: [], unknownGateways: ["istio-system/gw-vpc-1"], gapHosts: [] });
  });

  it.each<[string, Partial<ServiceEntry>, Partial<ServiceEntry> | null, string[]]>([
    ["one object, and 1 of 4 further machines is well and has an account", {}, null, ["new 3"]],
    ["a STATIC object whose host name an older DNS object owns", {}, { resolution: "DNS" }, []],
    ["a DNS object whose host name an older STATIC object owns", { resolution: "DNS" }, {}, ["new 3"]],
  ])("machines that istiod sends a gateway for: %s", (_what, own, older, told) => {
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    const named = { hosts: ["vm.mesh.internal"], isExternal: false } as const;
    fleet.tables.serviceentries.upsert(aHostEntry({ ...named, name: "new", createdAt: 2, selector: [["app", "a"]], ...own }) as never);
    if (older !== null) fleet.tables.serviceentries.upsert(aHostEntry({ ...named, name: "old", createdAt: 1, selector: [["app", "b"]], ...older }) as never);
    machine("vm-6", { network: "vpc-2" });
    machine("vm-7", { network: "vpc-2", serviceAccount: "" });
    machine("vm-8", {
      network: "vpc-2",
      specLabels: [
        ["app", "a"],
        ["istio.io/draining", "true"],
      ],
    });
    machine("vm-9", { network: "vpc-2", gate: "true", health: aReport("False") });
    const { head } = once("", hostScope({ configmaps: "all", namespaces: "all", gateways: "all" }));
    expect(head.gapHosts.map(({ name, machines }) => `${name} ${machines}`)).toEqual(told);
  });

  it("of a network whose gateway meshNetworks names, what its Gateways list is told elsewhere", () => {
    const networks = [{ name: "vpc-2", gateways: [{ address: "198.51.100.1", service: "", port: 15_443, locality: "" }], cidrs: [], registries: [] }];
    mesh([], { networks });
    fleet.setFreshness(HOSTS_CLUSTER, "gateways", "*", { kind: "live", asOf: NOW });
    fleet.tables.serviceentries.upsert(aHostEntry({ hosts: ["vm.mesh.internal"], isExternal: false, selector: [["app", "a"]] }) as never);
    expect(once("", hostScope({ configmaps: "all", namespaces: "all", gateways: "all" })).head.gapHosts).toEqual([]);
  });
});

describe("the graph", () => {
  it("leads from the callers over what is crossed to each other network", () => {
    const { graph } = once().head;
    expect(graph?.nodes.map(({ id }) => id).sort()).toEqual(
      ["from", "gateway vpc-2 203.0.113.10:15443", "network ", "network vpc-2", "network vpc-3", "way direct", "way unverified"].sort(),
    );
    expect(graph).toMatchObject({ cluster: HOSTS_CLUSTER, from: "vpc-1", undrawn: 0 });
  });

  it("stays where it is while machines change", () => {
    const view = open();
    const before = (view.compute().head as unknown as NetworksHead).graph;
    machine("vm-2", { network: "vpc-2", health: aReport("False", "503"), resourceVersion: "2" });
    expect((view.compute().head as unknown as NetworksHead).graph?.nodes).toBe(before?.nodes);
    view.close();
  });

  it("draws the first sixty networks, and says how many more there are", () => {
    for (let at = 0; at < 70; at++) machine(`far-${at}`, { network: `net-${String(at).padStart(2, "0")}` });
    const { head } = once();
    expect([head.total, head.graph?.undrawn, head.graph?.nodes.filter(({ kind }) => kind === "network").length]).toEqual([74, 14, 60]);
  });
});
