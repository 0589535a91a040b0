import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { StoredMeshService, StoredPod } from "@/lib/domain/selection/objects";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { countsInSight } from "./counts-in-sight";
import type { HostObject, HostReader } from "./host-reader";

const CHECKOUT = { specLabels: [["app", "a"]], metadataLabels: [] } as const;
const vm = (n: number, own: Partial<WorkloadEntry> = {}) => anEntry({ ...CHECKOUT, uid: `vm-${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, ...own });

interface Held {
  readonly machines?: readonly WorkloadEntry[];
  readonly selectors?: readonly StoredMeshService[];
  readonly pods?: readonly StoredPod[];
  readonly seesPods?: boolean;
}

function fleetOf({ machines = [], selectors = [], pods = [], seesPods = true }: Held) {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const machine of machines) fleet.store.upsertEntry(machine, NOW, "seen");
  for (const one of selectors) fleet.tables[one.kind].upsert(one as never);
  for (const pod of pods) fleet.tables["workload-pods"].upsert(pod);
  if (seesPods) fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
  return fleet;
}

function named(hosts: HostReader, kind: HostObject["selector"]["kind"] = "Service", name = "a"): HostObject {
  const found = hosts.find(HOSTS_CLUSTER, kind, "shop", name);
  if (found === null) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

const namesOf = (hosts: readonly HostObject[]) => hosts.map(({ selector }) => `${selector.kind} ${selector.namespace}/${selector.name}`).sort();

describe("what a selector takes", () => {
  const unhealthy = vm(2, { health: aReport("False", "no") });
  it.each([
    ["a machine that is well is taken, sent and checked", [vm(1)], { taken: 1, serving: 1, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 0, weight: 1 }],
    ["an unhealthy one is taken, but not sent", [vm(1), unhealthy], { taken: 2, serving: 1, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 0, weight: 1 }],
    [
      "without a gate it is sent unchecked, with its weight",
      [vm(1, { gate: null, weight: 5 })],
      { taken: 1, serving: 1, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 1, weight: 5 },
    ],
    [
      "of a lost replica it is sent in doubt",
      [vm(1, { controller: "gone" })],
      { taken: 1, serving: 0, inDoubt: 1, draining: 0, awaiting: 0, notChecked: 0, weight: 1 },
    ],
    [
      "a draining one is taken, but not sent",
      [vm(1, { metadataLabels: [["istio.io/draining", "1"]] })],
      { taken: 1, serving: 0, inDoubt: 0, draining: 1, awaiting: 0, notChecked: 0, weight: 0 },
    ],
    [
      "one that drains and fails is missed",
      [vm(1, { metadataLabels: [["istio.io/draining", "1"]], health: aReport("False", "no") })],
      { taken: 1, serving: 0, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 0, weight: 0 },
    ],
    [
      "one without a report awaits its first probe",
      [vm(1, { health: null })],
      { taken: 1, serving: 0, inDoubt: 0, draining: 0, awaiting: 1, notChecked: 0, weight: 0 },
    ],
    [
      "one without address and network counts as failing",
      [vm(1, { address: "", network: "" })],
      { taken: 1, serving: 0, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 0, weight: 0 },
    ],
    [
      "another namespace's machine is not taken",
      [vm(1, { namespace: "other" })],
      { taken: 0, serving: 0, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 0, weight: 0 },
    ],
    [
      "nor one of other labels",
      [vm(1, { specLabels: [["app", "b"]] })],
      { taken: 0, serving: 0, inDoubt: 0, draining: 0, awaiting: 0, notChecked: 0, weight: 0 },
    ],
  ] as const)("%s", (_, machines, counts) => {
    const { hosts } = fleetOf({ machines, selectors: [aService()] });
    expect(hosts.counts(named(hosts)).machines).toEqual(counts);
    expect([...hosts.machines(named(hosts))]).toHaveLength(counts.taken);
  });

  it("has Pods: those that callers are sent as healthy are ready, of which a ServiceEntry does not send one whose name an entry has", () => {
    const pods = [aTablePod(), aTablePod({ name: "pod-2", ready: false }), aTablePod({ name: "vm-1" }), aTablePod({ name: "pod-4", namespace: "other" })];
    const { hosts } = fleetOf({ machines: [vm(1)], pods, selectors: [aService(), aHostEntry()] });
    expect(hosts.counts(named(hosts)).pods).toEqual({ taken: 3, ready: 2, weight: 2 });
    expect(hosts.counts(named(hosts, "ServiceEntry")).pods).toEqual({ taken: 3, ready: 1, weight: 1 });
    expect(
      hosts
        .pods(named(hosts))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["pod-1", "pod-2", "vm-1"]);
  });

  it("has inline endpoints only where it has no selector", () => {
    const endpoints = [1, 2].map((n) => ({ ...aGroup().template, address: `10.9.0.${n}`, weight: n }));
    const { hosts } = fleetOf({ selectors: [aHostEntry({ name: "inline", selector: null, endpoints }), aHostEntry({ endpoints })] });
    expect(hosts.counts(named(hosts, "ServiceEntry", "inline")).inline).toEqual({ count: 2, weight: 3 });
    expect(hosts.counts(named(hosts, "ServiceEntry")).inline).toEqual({ count: 0, weight: 0 });
  });

  it("shows the members of an object without a list only among those that istiod stores", () => {
    const selectors = [aService({ isHeadless: true }), aHostEntry({ resolution: "NONE" })];
    const { hosts, byUid } = bound(fleetOf({ machines: [vm(1)], pods: [aTablePod()], selectors }));
    const [headless, none] = [named(hosts), named(hosts, "ServiceEntry")];
    const shown = (host: HostObject, view: "listed" | "stored") => {
      const { machines, pods } = hosts.counts(host, view);
      return [[...hosts.machines(host, view)].length, machines.serving, hosts.pods(host, view).length, pods?.ready, hosts.classes(host, view)?.length];
    };
    expect([shown(headless, "listed"), shown(none, "listed")]).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ]);
    expect([shown(headless, "stored"), shown(none, "stored")]).toEqual([
      [0, 0, 1, 1, 0],
      [1, 1, 1, 1, 1],
    ]);
    expect([hosts.selecting(byUid("vm-1")), hosts.selecting(byUid("vm-1"), "stored")].map(namesOf)).toEqual([[], ["ServiceEntry shop/a"]]);
  });

  it("tells who takes a machine, and who selects in its namespace", () => {
    const { hosts, byUid } = bound(fleetOf({ machines: [vm(1)], selectors: [aService(), aHostEntry(), aService({ name: "b", selector: [["app", "b"]] })] }));
    expect(namesOf(hosts.selecting(byUid("vm-1")))).toEqual(["Service shop/a", "ServiceEntry shop/a"]);
    expect(namesOf(hosts.candidates(HOSTS_CLUSTER, "shop"))).toEqual(["Service shop/a", "Service shop/b", "ServiceEntry shop/a"]);
  });
});

describe("the hosts in sight", () => {
  const template = { ...aGroup().template, address: "10.0.0.1", network: "vpc-2" };
  const selectors = [
    aService(),
    aService({ name: "alias", type: "ExternalName", externalName: "b" }),
    aService({ namespace: "empty" }),
    aHostEntry({ name: "inline", selector: null, endpoints: [template] }),
    aHostEntry({ namespace: "consul", name: "synced", selector: null, endpoints: [{ ...template, network: "vpc-3" }] }),
    aHostEntry({ name: "external", selector: null, endpoints: [], resolution: "DNS" }),
  ];
  const WRITING = ["ServiceEntry consul/synced", "ServiceEntry shop/inline"];
  const { hosts } = fleetOf({ machines: [vm(1)], selectors });
  it.each([
    ["select where machines are, or write endpoints, also in a namespace without machines", {}, ["Service shop/a", ...WRITING]],
    ["are of kinds and namespaces that may be listed", { services: [], serviceentries: ["shop"] }, ["ServiceEntry shop/inline"]],
    ["do not depend on machines where they write endpoints", { workloadentries: [] }, WRITING],
  ] as const)("%s", (_, kinds, names) => {
    expect(namesOf(hosts.all(hostScope(kinds)))).toEqual(names);
  });
});

describe("Pods that nobody sees", () => {
  it("are not zero Pods: neither where Stolos may not list them, nor where the viewer may not", () => {
    const blind = fleetOf({ selectors: [aService()], seesPods: false }).hosts;
    expect(blind.counts(named(blind)).pods).toBeNull();
    const fleet = fleetOf({ pods: [aTablePod()], selectors: [aService()] });
    const { hosts } = fleet;
    const host = named(hosts);
    expect(countsInSight(hosts.counts(host), host, hostScope(), fleet)).toMatchObject({ machines: { taken: 0 }, pods: { taken: 1 } });
    expect(countsInSight(hosts.counts(host), host, hostScope({ pods: ["other"] }), fleet).pods).toBeNull();
    expect(countsInSight(hosts.counts(host), host, hostScope({ workloadentries: [] }), fleet)).toMatchObject({ machines: null, pods: null });
  });
});

it("hears of every change of what it takes, and keeps its object while its version is the same", () => {
  const fleet = fleetOf({ machines: [vm(1)], selectors: [aService()] });
  const { hosts } = fleet;
  const heard: string[] = [];
  const before = named(hosts);
  const off = hosts.subscribe(({ uid }) => heard.push(uid));
  fleet.store.upsertEntry(vm(2), NOW, "seen");
  expect(heard).toContain("Service/shop/a");
  expect(hosts.counts(before).machines.taken).toBe(2);
  heard.length = 0;
  fleet.tables.services.upsert(aService({ selector: [["app", "b"]] }, "2") as never);
  expect(heard).toContain("Service/shop/a");
  expect(hosts.counts(named(hosts)).machines.taken).toBe(0);
  heard.length = 0;
  off();
  fleet.store.upsertEntry(vm(3), NOW, "seen");
  expect(heard).toEqual([]);
});

function bound(fleet: ReturnType<typeof fleetOf>) {
  const byUid = (uid: string) => {
    const found = fleet.byUid(HOSTS_CLUSTER, uid);
    if (found === null) throw new Error(`There is no ${uid}.`);
    return found;
  };
  return { hosts: fleet.hosts, byUid };
}
