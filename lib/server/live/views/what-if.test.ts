import { beforeEach, describe, expect, it } from "vitest";
import type { ViewState } from "@/lib/contract/views/view";
import type { GroupAfterLossRow, ServiceAfterLossRow, WhatIfHead } from "@/lib/contract/views/what-if";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import type { World } from "@/lib/domain/mesh/world";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import type { NamespaceScope, Scope, WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { aGatewayService, aKubernetesGateway, worldOfVersions } from "@/lib/testing/mesh-world";
import { aDestinationRule, anInlineEndpoint, aTrafficPolicy } from "@/lib/testing/selection";
import { openWhatIf } from "./what-if";

const MINUTE = 60_000;
const A = "eu-central-1/eu-central-1a";
const B = "eu-central-1/eu-central-1b";
const LOST_A = "lost=zone:eu-central-1/eu-central-1a";
const REPLICAS = [aReplica({ name: "istiod-a", node: "node-a", zone: "" }), aReplica({ name: "istiod-b", node: "node-b", zone: "" })];

let now: number;
let fleet: ReturnType<typeof liveFleet>;
let changes: number;

const facts = {
  namespace: "istio-system",
  pods: [{ revision: "default", version: "1.31.0", settings: {} }],
  deployments: [],
  configOf: () => ({ kind: "absent" as const }),
};

function aZonedWorld(own: Partial<World> = {}): World {
  const nodes = new Map([
    ["node-a", A],
    ["node-b", B],
  ]);
  const places = { nodes: { kind: "known", value: nodes, source: "nodes" }, namespaces: { kind: "known", value: new Map(), source: "" } } as const;
  return aWorld(REPLICAS, { meshes: meshFactsByRevision(facts, []), places, ...own });
}

const put = (...selectors: readonly StoredMeshService[]) => {
  for (const one of selectors) fleet.tables[one.kind].upsert(one as never);
};

const machine = (name: string, own: Partial<WorkloadEntry> = {}) =>
  fleet.store.upsertEntry(
    anEntry({
      ...{ uid: `${own.namespace ?? "shop"}-${name}`, name, network: "", controller: "istiod-b" },
      specLabels: [["app", "a"]],
      metadataLabels: [],
      ...own,
    }),
    NOW,
    "seen",
  );

function rule(policy: Parameters<typeof aTrafficPolicy>[0], own: Partial<DestinationRule> = {}) {
  const parsed = aDestinationRule({ host: "a.shop.svc.cluster.local", policy: aTrafficPolicy(policy), ...own });
  const { namespace, name } = parsed;
  const object = {
    cluster: HOSTS_CLUSTER,
    kind: "destinationrules",
    uid: `${namespace}/${name}`,
    namespace,
    name,
    resourceVersion: "1",
    createdAt: 0,
    unreadable: null,
  };
  fleet.tables.destinationrules.upsert({ ...object, fields: [], parsed } as never);
}

/** Everything of a cluster is in sight, but for these kinds. */
const SIGHT: Partial<Record<WatchedKind, NamespaceScope>> = {
  nodes: "all",
  destinationrules: "all",
  sidecars: "all",
  virtualservices: "all",
  peerauthentications: "all",
  "gateways.gateway.networking.k8s.io": "all",
};
const seeing = (own: Partial<Record<WatchedKind, NamespaceScope>> = {}) => hostScope({ ...SIGHT, ...own });

beforeEach(() => {
  now = NOW;
  changes = 0;
  fleet = liveFleet([HOSTS_CLUSTER], () => now);
  fleet.store.setWorld(aZonedWorld(), NOW);
  for (const source of ["services", "serviceentries", "destinationrules", "workload-pods", "endpointslices"] as const)
    fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
});

function open(search: string, scope: Scope) {
  const changed = () => {
    changes++;
  };
  const viewer = { subject: "somebody", scope, mayWrite: false };
  return openWhatIf({ fleet, lists: new StandingLists(fleet), viewer, query: new URLSearchParams(search).toString(), offset: 0, limit: 50, changed });
}

function toldIn({ head, rows }: ViewState) {
  return {
    head: head as unknown as WhatIfHead,
    hosts: rows as unknown as readonly ServiceAfterLossRow[],
    groups: rows as unknown as readonly GroupAfterLossRow[],
  };
}

function whatIf(search: string, scope = seeing()) {
  const view = open(search, scope);
  const state = view.compute();
  view.close();
  return toldIn(state);
}

/** Ten machines in each zone, those in zone a held by the replica that stands there but for `heldByB` of them. */
function twoZones(heldByB = 6) {
  put(aService());
  fleet.store.upsertGroup(aGroup({ expectedSize: "20" }));
  for (let n = 0; n < 10; n++)
    machine(`a-${n}`, { locality: A, controller: n < heldByB ? "istiod-b" : "istiod-a", connectedAt: ago(10 * MINUTE), address: `10.0.0.${n + 1}` });
  for (let n = 0; n < 10; n++) machine(`b-${n}`, { locality: B, controller: n < 3 ? "istiod-a" : "istiod-b", address: `10.0.1.${n + 1}` });
}

it("reads the DestinationRule of a namespace that may call, where the service's own may not", () => {
  twoZones();
  put(aService({ exportTo: ["web"] }, "2"));
  fleet.setNamespaces(HOSTS_CLUSTER, { names: ["shop", "web"], partial: false });
  rule({ outlier: { minHealthPercent: 0, maxEjectionPercent: 100 } }, { namespace: "web", exportTo: ["."] });
  expect(whatIf(LOST_A).hosts[0]?.move).toMatchObject({ kind: "ejected" });
});

it.each([
  ["1.28.3", 0, 0],
  ["1.31.0", 1, 1],
])("loses with a zone the machines and inline endpoints that istiod %s reads there", (version, machines, inline) => {
  const { meshes } = worldOfVersions([version]);
  fleet.store.setWorld(aZonedWorld({ meshes }), NOW);
  const labels = [["topology.istio.io/locality", A.replaceAll("/", ".")] as const];
  put(
    aService(),
    aHostEntry({ selector: null, endpoints: [anInlineEndpoint({ address: "10.9.0.1", labels }), anInlineEndpoint({ address: "10.9.0.2" })] }, "2"),
  );
  machine("by-label", { locality: "", metadataLabels: labels });
  machine("other", { locality: B });
  const { head, hosts } = whatIf(LOST_A);
  expect(head.lost.machines).toBe(machines);
  expect(hosts.find(({ kind }) => kind === "ServiceEntry")?.inline).toEqual({ before: 2, after: 2 - inline });
});

describe("a zone that is lost, at three moments", () => {
  it("lists all of the dead at once, those of its own replica until the sweep, and then nobody", () => {
    twoZones();
    const dead = ["at-once", "after-grace", "after-age"].map((moment) => {
      const [row] = whatIf(`${LOST_A}&moment=${moment}`).hosts;
      return [row?.machines?.before, row?.machines?.after, row?.dead, row?.heldByLost, row?.move.kind];
    });
    expect(dead).toEqual([
      [20, 10, 10, 4, "not-yet"],
      [20, 10, 4, 4, "not-yet"],
      [20, 10, 0, 4, "moved"],
    ]);
  });

  it("tells when: 20 to 50 s, and 1.5 × the age after they connected", () => {
    twoZones();
    const { moments, lost, replicas } = whatIf(LOST_A).head;
    expect(moments).toEqual([
      { moment: "at-once", span: { from: 0, to: 0 }, dead: 10 },
      { moment: "after-grace", span: { from: 20_000, to: 50_000 }, dead: 4 },
      { moment: "after-age", span: { from: 35 * MINUTE, to: 35 * MINUTE + 100_000 }, dead: 0 },
    ]);
    expect(lost.leaving).toEqual({ grace: 6, age: 4, withReplica: 4, never: 0, unknown: 0 });
    expect([lost.machines, lost.reconnecting, replicas.lost.map(({ name }) => name), replicas.left]).toEqual([10, 3, ["istiod-a"], 1]);
  });

  it("never ends where no maximum age is set, and static entries never leave", () => {
    fleet.store.setWorld(aZonedWorld({ maxConnectionAgeMs: { kind: "known", value: null, source: "" } }), NOW);
    twoZones();
    machine("static", { locality: A, registrationGroup: "", controller: "", connectedAt: null, owner: null, address: "10.0.2.1" });
    const { head, hosts } = whatIf(`${LOST_A}&moment=after-age`);
    expect([head.lost.leaving.never, hosts[0]?.dead]).toEqual([5, 5]);
    expect(head.moments.map(({ span }) => span)).toEqual([{ from: 0, to: 0 }, { from: 20_000, to: 50_000 }, null]);
  });

  it("does not guess where istiod's Pods, or their places, are out of sight", () => {
    twoZones();
    const unseen = whatIf(`${LOST_A}&moment=after-grace`, seeing({ pods: ["shop"] }));
    expect([unseen.head.lost.leaving, unseen.hosts[0]?.dead, unseen.head.replicas.isVisible]).toEqual([
      { grace: 0, age: 0, withReplica: 0, never: 0, unknown: 10 },
      10,
      false,
    ]);
    const placeless = whatIf(LOST_A, seeing({ nodes: [] }));
    expect([placeless.head.lost.leaving.unknown, placeless.head.replicas]).toEqual([10, { lost: [], left: 2, unplaced: 2, isVisible: true }]);
  });

  it("leaves everything as it is where no replica survives", () => {
    twoZones();
    const { head, hosts } = whatIf("lost=region:eu-central-1&moment=after-age");
    expect([head.lost.leaving.never, head.replicas.left, hosts[0]?.dead, hosts[0]?.capacity.kind]).toEqual([20, 0, 20, "nobody"]);
  });
});

describe("what the rest would have to carry", () => {
  it("is measured by weight against the headroom", () => {
    twoZones();
    expect([0, 30, 100, 200].map((headroom) => whatIf(`${LOST_A}&headroom=${headroom}`).hosts[0]?.capacity.kind)).toEqual([
      "overloaded",
      "overloaded",
      "full",
      "carries",
    ]);
  });

  it("counts Pods by their Nodes and endpoints that are written by hand", () => {
    twoZones();
    fleet.tables["workload-pods"].upsert(aTablePod({ name: "p-a", node: "node-a" }));
    fleet.tables["workload-pods"].upsert(aTablePod({ name: "p-b", node: "node-b", address: "10.1.0.2" }));
    const endpoint = { network: "", serviceAccount: "", weight: 3, ports: [], labels: [] };
    put(
      aHostEntry({
        name: "b",
        hosts: ["b.example.com"],
        selector: null,
        endpoints: [
          { ...endpoint, address: "10.0.0.1", locality: A },
          { ...endpoint, address: "10.0.1.1", locality: B },
        ],
      }),
    );
    const told = whatIf(LOST_A);
    expect(told.hosts.map(({ host, pods, inline, weight, dead }) => [host.split(".")[0], pods, inline, weight, dead])).toEqual([
      ["a", { before: 2, after: 1 }, { before: 0, after: 0 }, { before: 22, after: 11 }, 11],
      ["b", { before: 0, after: 0 }, { before: 2, after: 1 }, { before: 6, after: 3 }, 1],
    ]);
    expect(told.head.lost.pods).toBe(1);
    expect(whatIf(`${LOST_A}&moment=after-age`).hosts.map(({ dead }) => dead)).toEqual([0, 1]);
  });

  it.each([
    ["a Pod that is not ready", aService(), { ready: false }, [0, 0]],
    ["a Pod that is not ready and is published", aService({ publishesUnready: true }), { ready: false }, [1, 1]],
    ["a ready Pod of a ServiceEntry", aHostEntry({ name: "b" }), { ready: true }, [1, 1]],
    ["a ready Pod that an entry of its name hides", aHostEntry({ name: "b" }), { ready: true, name: "twin" }, [0, 0]],
  ])("counts %s at once in the head as in the row", (_pod, service, own, dead) => {
    put(service);
    machine("twin", { locality: B });
    fleet.tables["workload-pods"].upsert(aTablePod({ name: "p-a", node: "node-a", ...own }));
    const { head, hosts } = whatIf(LOST_A);
    expect([head.moments[0]?.dead, hosts[0]?.dead]).toEqual(dead);
  });

  it("puts groups beside the size that they should have", () => {
    twoZones();
    const { groups, head } = whatIf(`${LOST_A}&of=groups`);
    expect(groups.map(({ name, machines, serving, expected, heldByLost }) => ({ name, machines, serving, expected, heldByLost }))).toEqual([
      { name: "checkout", machines: { before: 20, after: 10 }, serving: { before: 20, after: 10 }, expected: 20, heldByLost: 4 },
    ]);
    expect([head.groupsShort, head.total, head.groups.overloaded]).toEqual([1, 1, 1]);
  });

  it("does not count who did not answer before", () => {
    put(aService());
    machine("ill", { locality: A, health: aReport("False", "no"), address: "10.0.0.1" });
    machine("well", { locality: B, address: "10.0.0.2" });
    const [row] = whatIf(LOST_A).hosts;
    expect([row?.machines?.before, row?.machines?.after, row?.capacity.kind, row?.move.kind]).toEqual([1, 1, "whole", "untouched"]);
  });
});

describe("would traffic move", () => {
  const outlier = (maxEjectionPercent: number | null, minHealthPercent = 0) => ({ outlier: { maxEjectionPercent, minHealthPercent } });

  it.each<[string, Parameters<typeof aTrafficPolicy>[0] | null, string, string]>([
    ["no rule", null, "not-yet", "No outlier detection: callers take out nobody."],
    [
      "10 % where nothing is written",
      outlier(null),
      "partly",
      "Outlier detection of DestinationRule shop/a (maxEjectionPercent unset, which is 10 %) takes out at most 2 of 20, and 10 are dead.",
    ],
    ["enough", outlier(100), "ejected", "Outlier detection of DestinationRule shop/a (maxEjectionPercent 100) takes out all 10 dead endpoints."],
    [
      "panic",
      outlier(100, 70),
      "panics",
      "50 % would be left, under minHealthPercent 70 of DestinationRule shop/a: callers ask everybody again, the dead too.",
    ],
  ])("%s", (_, policy, kind, says) => {
    twoZones();
    if (policy !== null) rule(policy);
    const [row] = whatIf(LOST_A).hosts;
    expect(row?.move.kind).toBe(kind);
    expect(row?.move.because.join(" ")).toContain(says);
  });

  it("tells of callers whom distribute gives nobody", () => {
    twoZones();
    const locality = { isEnabled: true, distribute: [{ from: `${B}/*`, to: [[`${A}/*`, 100]] as [string, number][] }], failover: [], failoverPriority: [] };
    rule({ balancer: { simple: "", locality, zoneAware: null } });
    expect(whatIf(LOST_A).hosts[0]?.move.because.join(" ")).toContain(`Callers in ${B}/* have nobody`);
  });

  it("tells of survivors whose only gateway goes", () => {
    const gateways = [aGatewayService("vpc-1", { name: "east", addresses: ["192.0.2.1"] })];
    fleet.store.setWorld(aZonedWorld({ gateways: { kind: "known", value: gateways, source: "" } }), NOW);
    put(aService(), aService({ namespace: "istio-system", name: "east", selector: [["app", "gw"]] }));
    fleet.tables["workload-pods"].upsert(aTablePod({ namespace: "istio-system", name: "gw", labels: [["app", "gw"]], node: "node-a" }));
    machine("a", { locality: A, network: "vpc-1", address: "10.0.0.1" });
    machine("b", { locality: B, network: "vpc-1", address: "10.0.0.2" });
    const { head, hosts } = whatIf(LOST_A);
    expect(head.gateways).toEqual([{ cluster: HOSTS_CLUSTER, network: "vpc-1", address: "192.0.2.1", object: "Service istio-system/east", isLost: true }]);
    expect(hosts.find(({ host }) => host.startsWith("a."))?.move.because.at(-1)).toBe(
      "1 endpoint left in network vpc-1: the only gateway there is lost, callers of other networks reach none of them.",
    );
    expect(whatIf("lost=zone:eu-central-1/eu-central-1b").head.gateways[0]?.isLost).toBe(false);
  });
});

it("a Kubernetes Gateway goes with the last Pod that is made for it", () => {
  const value = [aKubernetesGateway({ network: "vpc-1" })];
  fleet.store.setWorld(aZonedWorld({ networkGateways: { kind: "known", value, source: "" } }), NOW);
  machine("a", { locality: A, network: "vpc-1", address: "10.0.0.1" });
  const labels: [string, string][] = [["gateway.networking.k8s.io/gateway-name", "eastwest"]];
  const gatewayAfterLoss = () => whatIf(LOST_A).head.gateways[0];
  expect(gatewayAfterLoss()).toMatchObject({ object: "Gateway istio-system/eastwest", isLost: null });
  fleet.tables["workload-pods"].upsert(aTablePod({ namespace: "istio-system", name: "gw", labels, node: "node-a" }));
  expect(gatewayAfterLoss()).toMatchObject({ isLost: true });
  fleet.tables["workload-pods"].upsert(aTablePod({ namespace: "istio-system", name: "gw-b", labels, node: "node-b" }));
  expect(gatewayAfterLoss()).toMatchObject({ isLost: false });
});

describe("the question", () => {
  it("may be a network, a subzone or a set that a filter chooses", () => {
    twoZones();
    machine("n", { network: "vpc-9", locality: `${B}/rack`, address: "10.0.3.1" });
    const lostIn = (part: string) => whatIf(`lost=${encodeURIComponent(part)}`).head.lost.machines;
    expect(["network:vpc-9", "subzone:eu-central-1/eu-central-1b/rack", "set:zone:eu-central-1a", "set:n", "region:us"].map(lostIn)).toEqual([1, 1, 10, 1, 0]);
  });

  it("is refused where nothing is lost, and says that a filter has an unknown word", () => {
    twoZones();
    expect(() => whatIf("lost=zone:eu")).toThrow("Say what is lost");
    expect(whatIf(`lost=${encodeURIComponent("set:planet:earth")}`).head.problem).toContain("planet");
  });

  it("lists what else could be lost", () => {
    twoZones();
    expect(whatIf(LOST_A).head.choices.places).toEqual([
      { part: "zone:eu-central-1/eu-central-1a", machines: 10 },
      { part: "zone:eu-central-1/eu-central-1b", machines: 10 },
    ]);
  });
});

describe("who may see it", () => {
  it("tells somebody of one namespace what a fleet without the others tells, whatever happens there", () => {
    const ofShop = () =>
      JSON.stringify(
        whatIf(
          `${LOST_A}&moment=after-grace`,
          seeing({ workloadentries: ["shop"], workloadgroups: ["shop"], services: ["shop"], serviceentries: ["shop"], destinationrules: ["shop"] }),
        ),
      );
    twoZones();
    const alone = ofShop();
    put(aService({ namespace: "legacy" }));
    machine("x", { namespace: "legacy", locality: A, controller: "istiod-a" });
    expect(ofShop()).toBe(alone);
  });

  it("is not told of machines out of sight by the moment of a frame either", () => {
    twoZones();
    const view = open(LOST_A, seeing({ workloadentries: ["shop"], workloadgroups: ["shop"] }));
    view.compute();
    machine("x", { namespace: "legacy", locality: A });
    expect(changes).toBe(0);
    machine("a-0", { locality: A, health: aReport("False") });
    expect(changes).toBeGreaterThan(0);
    view.close();
  });

  it("is made anew no sooner than after a pause", () => {
    twoZones();
    const view = open(LOST_A, seeing());
    const before = view.compute();
    machine("a-10", { locality: A, address: "10.0.5.1" });
    expect(view.compute()).toBe(before);
    now += 5 * MINUTE;
    expect(toldIn(view.compute()).hosts[0]?.machines?.before).toBe(21);
    view.close();
  });
});

describe("what is out of sight", () => {
  it("is never nobody: whoever is left may be a Pod that cannot be seen", () => {
    twoZones();
    fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "*", { kind: "denied", asOf: null, reason: "" });
    const [row] = whatIf("lost=region:eu-central-1").hosts;
    expect([row?.capacity.kind, row?.pods, row?.move.kind]).toEqual(["unknown", null, "unknown"]);
  });

  it("does not count lost Pods that are not visible, nor those of Nodes that are not visible", () => {
    twoZones();
    fleet.tables["workload-pods"].upsert(aTablePod({ name: "p-a", node: "node-a" }));
    expect(whatIf(LOST_A).head.lost).toMatchObject({ pods: 1, knowsPods: true });
    expect(whatIf(LOST_A, seeing({ nodes: [] })).head.lost).toMatchObject({ pods: 0, knowsPods: false });
    expect(whatIf("lost=network:vpc-1", seeing({ nodes: [] })).head.lost).toMatchObject({ knowsPods: true });
    expect(whatIf(LOST_A, seeing({ pods: [] })).head.lost).toMatchObject({ pods: 0, knowsPods: false });
  });

  it("gives no verdict that depends on the places of Pods", () => {
    twoZones();
    for (let n = 0; n < 20; n++) fleet.tables["workload-pods"].upsert(aTablePod({ name: `p-${n}`, node: "node-b", address: `10.1.0.${n + 1}` }));
    const verdict = (scope = seeing()) => whatIf(`${LOST_A}&headroom=40`, scope).hosts.map(({ capacity, placelessPods }) => [capacity.kind, placelessPods]);
    expect(verdict()).toEqual([["full", 0]]);
    expect(verdict(seeing({ nodes: [] }))).toEqual([["unknown", 20]]);
  });

  it("leaves verdicts on machines alone where only Pods of other places are unseen", () => {
    twoZones();
    fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "*", { kind: "denied", asOf: null, reason: "" });
    expect(whatIf(LOST_A).hosts[0]?.capacity.kind).toBe("overloaded");
  });
});
