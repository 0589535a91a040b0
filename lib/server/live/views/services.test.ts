import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ServiceRow, ServicesHead, UnselectedHead, UnselectedRow } from "@/lib/contract/views/services";
import type { ViewRequest } from "@/lib/contract/views/view";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import type { NamespaceScope } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, aTableSlice, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { aGatewayService, meshWorld } from "@/lib/testing/mesh-world";
import { anEntryPort, aSliceEndpoint } from "@/lib/testing/selection";
import { CHECKED_VIEWS } from "./checked-views";

let fleet: ReturnType<typeof liveFleet>;
let changes: number;

const put = (...selectors: readonly StoredMeshService[]) => {
  for (const one of selectors) fleet.tables[one.kind].upsert(one as never);
};
const machine = (name: string, own: Partial<WorkloadEntry> = {}) =>
  fleet.store.upsertEntry(
    anEntry({ uid: `${own.namespace ?? "shop"}-${name}`, name, specLabels: [["app", "a"]], metadataLabels: [], owner: null, ...own }),
    NOW,
    "seen",
  );
const seePods = (namespace = "shop") => fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", namespace, { kind: "live", asOf: NOW });

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  changes = 0;
  fleet.store.setWorld(aWorld(), NOW);
  seePods();
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
});

function open(kind: ViewRequest["kind"], search = "", scope = hostScope()) {
  const changed = () => {
    changes++;
  };
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const query = new URLSearchParams(search).toString();
  return CHECKED_VIEWS[kind]({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50, changed });
}

function once(kind: ViewRequest["kind"], search: string, scope: ReturnType<typeof hostScope>) {
  const view = open(kind, search, scope);
  const state = view.compute();
  view.close();
  return state;
}

function hosts(search = "", scope = hostScope()) {
  const { head, rows } = once("services", search, scope);
  return { head: head as unknown as ServicesHead, rows: rows as unknown as ServiceRow[] };
}

function nobodySelects(search = "", scope = hostScope()) {
  const { head, rows } = once("unselected", search, scope);
  return { head: head as unknown as UnselectedHead, rows: rows as unknown as UnselectedRow[] };
}

const told = (rows: readonly ServiceRow[]) => rows.map(({ host, status }) => `${host.split(".", 1)[0]} ${status.kind}`);

describe("the list of hosts", () => {
  it("has a row for each host of each object, those with nobody left first", () => {
    machine("one");
    machine("two", { specLabels: [["app", "b"]], health: aReport("False", "503") });
    machine("three", { specLabels: [["app", "c"]] });
    machine("four", { specLabels: [["app", "c"]], health: aReport("False", "503") });
    put(aService({ name: "well" }), aService({ name: "soap", selector: [["app", "b"]] }), aService({ name: "half", selector: [["app", "c"]] }));
    put(aService({ name: "empty", selector: [["app", "x"]] }), aHostEntry({ name: "se", hosts: ["first.example.com", "second.example.com"] }));
    expect(told(hosts().rows)).toEqual(["soap nobody", "half missing", "empty takes-nobody", "first serves", "second serves", "well serves"]);
    expect(hosts().head.summary).toMatchObject({ withMachines: 5, complete: 3, nobody: 1, services: 3, serviceEntries: 1 });
  });

  it("has a service that lost its last endpoint among those without one, with the moment, as far as the viewer may list endpoints", () => {
    machine("one");
    put(aService({ name: "soap", selector: [["app", "raduis"]] }), aService({ name: "empty", selector: [["app", "x"]] }));
    const view = open("services");
    const blindTo = (kinds: Parameters<typeof hostScope>[0]) => {
      const before = changes;
      return { view: open("services", "", hostScope(kinds)), before };
    };
    const blind = [blindTo({ pods: [] }), blindTo({ endpointslices: [] })];
    expect(told(view.compute().rows as never)).toEqual(["empty takes-nobody", "soap takes-nobody"]);
    fleet.hostMemory.remember(
      { cluster: HOSTS_CLUSTER, kind: "Service", namespace: "shop", name: "soap" },
      { since: NOW - 60_000, atLeast: true, machinesUntil: NOW - 60_000 },
    );
    expect(changes, "only the viewer of all endpoints receives a frame").toBe(1);
    expect(view.compute().rows).toMatchObject([
      { name: "soap", since: NOW - 60_000, sinceAtLeast: true },
      { name: "empty", since: null },
    ]);
    expect(told(hosts("q=status:nobody").rows)).toEqual(["soap nobody"]);
    for (const { view: other } of blind) expect(other.compute().rows).toMatchObject([{ status: { kind: "unknown" }, since: null }, { since: null }]);
    for (const { close } of [view, ...blind.map((one) => one.view)]) close();
  });

  it("lists a ServiceEntry that a registry syncs, in a namespace without machines", () => {
    const endpoint = (address: string) => ({ ...aGroup().template, address });
    const synced = { namespace: "consul", selector: null, hosts: ["pay.consul"], endpoints: [endpoint("10.1.0.1"), endpoint("10.1.0.2")] };
    put(aHostEntry({ name: "synced", ...synced }), aHostEntry({ name: "external", ...synced, hosts: ["api.example.com"], endpoints: [], resolution: "DNS" }));
    expect(told(hosts().rows)).toEqual(["pay unchecked"]);
    expect(hosts().rows[0]).toMatchObject({ kind: "ServiceEntry", namespace: "consul", inline: 2 });
  });

  it("has a view of the services without an endpoint: the same rows, the newest loss first, and a frame only for a change of one of them", () => {
    machine("one");
    machine("two", { specLabels: [["app", "b"]], health: aReport("False", "503") });
    put(aService({ name: "well" }), aService({ name: "soap", selector: [["app", "b"]] }), aService({ name: "typo", selector: [["app", "x"]] }));
    put(aService({ name: "empty", selector: [["app", "y"]] }), aService({ name: "elsewhere", namespace: "other", selector: [["app", "b"]] }));
    const remember = (name: string, ago: number) =>
      fleet.hostMemory.remember(
        { cluster: HOSTS_CLUSTER, kind: "Service", namespace: "shop", name },
        { since: NOW - ago, atLeast: false, machinesUntil: NOW - ago },
      );
    remember("soap", 60_000);
    remember("typo", 30_000);
    const view = open("services-without-endpoint");
    const names = () => view.compute().rows.map(({ id }) => id);
    const listed = (search: string) => hosts(search).rows.map(({ id }) => id);
    expect(view.compute()).toMatchObject({ head: { total: 2 }, rows: [{ name: "typo", since: NOW - 30_000 }, { name: "soap" }] });
    expect(names().sort()).toEqual(listed("q=status:nobody").sort());
    const before = changes;
    machine("one", {
      resourceVersion: "9",
      specLabels: [
        ["app", "a"],
        ["more", "b"],
      ],
    });
    expect(changes).toBe(before);
    machine("one", { resourceVersion: "10", health: aReport("False", "503") });
    expect(changes).toBeGreaterThan(before);
    expect(names()).toHaveLength(3);
    expect(once("services-without-endpoint", "", hostScope({ pods: [] })).rows).toEqual([]);
    expect(once("services-without-endpoint", "ns=other", hostScope()).rows).toEqual([]);
    expect(view.compute().head).toMatchObject({ services: hosts("").head.total });
    const known = changes;
    put(aService({ name: "next", selector: [["app", "a"]] }));
    expect(changes).toBeGreaterThan(known);
    expect(view.compute().head).toMatchObject({ services: hosts("").head.total });
    view.close();
  });

  it("reports no change of a service without an endpoint when a hidden group of its namespace changes", () => {
    put(aService({ name: "soap" }));
    const view = open("services-without-endpoint", "", hostScope({ workloadgroups: [] }));
    view.compute();
    const before = changes;
    fleet.store.upsertGroup(aGroup({ namespace: "shop", uid: "hidden" }));
    expect(changes).toBe(before);
    put({ ...aService({ name: "soap" }), resourceVersion: "9" });
    expect(changes).toBeGreaterThan(before);
    view.close();
  });

  it("misses machines that a group was declared to have, though Istio has deleted them", () => {
    const group = aGroup({ expectedSize: "22", entryLabels: [["app", "a"]] });
    fleet.store.upsertGroup(group);
    put(aService({ name: "soap" }), aService({ name: "other", selector: [["app", "b"]] }));
    const [soap, other] = hosts().rows;
    expect([soap?.status, soap?.absent]).toMatchObject([{ kind: "nobody", of: 22 }, 22]);
    expect(other?.status.kind).toBe("takes-nobody");
  });

  it("says that Pods are not visible, and never that there are none", () => {
    machine("one");
    fleet.tables["workload-pods"].upsert(aTablePod());
    put(aService());
    expect(hosts().rows[0]).toMatchObject({ pods: { taken: 1, ready: 1 }, share: 0.5, status: { podsSeen: true } });
    const [blind] = hosts("", hostScope({ pods: [] })).rows;
    expect(blind).toMatchObject({ pods: null, share: null, status: { kind: "serves", podsSeen: false } });
  });

  describe("for a Service with EndpointSlices that no controller of Kubernetes wrote", () => {
    const slice = (own: Parameters<typeof aTableSlice>[0] = {}, version = "1") => fleet.tables.endpointslices.upsert(aTableSlice(own, version));
    const unready = { ready: false, terminating: false };

    it("lists a Service without a selector in a namespace of machines, with its addresses", () => {
      machine("one");
      put(aService({ selector: [] }));
      expect(hosts().rows).toEqual([]);
      slice({ endpoints: [aSliceEndpoint(["10.2.0.1", "10.2.0.2"])] });
      expect(hosts().rows).toMatchObject([{ addresses: { taken: 2, ready: 2, doubted: 0 }, status: { kind: "unchecked", count: 2, of: 2 }, share: 0 }]);
      slice({ endpoints: [aSliceEndpoint(["10.2.0.1"]), aSliceEndpoint(["10.2.0.2"], unready)] }, "2");
      expect(hosts("q=answers:addresses").rows).toMatchObject([{ addresses: { taken: 2, ready: 1 }, status: { kind: "missing", lacks: "addresses" } }]);
      slice({ endpoints: [aSliceEndpoint(["10.2.0.1"], unready)] }, "3");
      expect(hosts("q=answers:nobody").rows).toMatchObject([{ status: { kind: "nobody", of: 1 } }]);
    });

    it("adds addresses to the machines of a selector, so that the loss of all machines is not the loss of all endpoints", () => {
      machine("one", { health: aReport("False", "503") });
      put(aService());
      expect(hosts().rows[0]?.status.kind).toBe("nobody");
      slice();
      expect(hosts().rows[0]).toMatchObject({ addresses: { taken: 1, ready: 1 }, status: { kind: "missing", lacks: "machines" } });
    });

    it("counts services with machines in other networks whose gateways are not visible", () => {
      machine("one", { network: "vpc-9" });
      put(aService());
      fleet.store.setWorld(meshWorld([aGatewayService("vpc-9")]), NOW);
      const unseen = (services: NamespaceScope) => hosts("", hostScope({ services, "gateways.gateway.networking.k8s.io": "all" })).head.summary.pathsUnseen;
      expect([unseen("all"), unseen(["shop"])]).toEqual([0, 1]);
      fleet.store.upsertGroup(aGroup({ namespace: "shop", uid: "visible" }));
      const noMachines = { workloadentries: [], services: ["shop"], "gateways.gateway.networking.k8s.io": "all" } as const;
      expect(hosts("", hostScope(noMachines)).head).toMatchObject({ total: 1, summary: { pathsUnseen: 0 } });
      machine("one", { network: "" });
      expect(unseen(["shop"])).toBe(0);
    });

    it("counts for sidecars while istiod has ambient mode", () => {
      put(aService());
      const world = meshWorld([]);
      const meshes = new Map(
        [...world.meshes].map(([name, facts]) => [name, { ...facts, ambient: { kind: "known", value: true, source: "istiod" } as const }]),
      );
      const isForSidecars = () => hosts().head.summary.isForSidecars;
      const before = isForSidecars();
      fleet.store.setWorld({ ...world, meshes }, NOW);
      expect([before, isForSidecars()]).toEqual([false, true]);
    });

    it("reports no service without endpoints while EndpointSlices are not visible", () => {
      machine("one", { health: aReport("False", "503") });
      put(aService(), aService({ name: "bare", selector: [] }));
      slice({ service: "bare", name: "bare-1" });
      const blind = hosts("", hostScope({ endpointslices: [] }));
      expect(blind.rows.map(({ name, addresses, status }) => [name, addresses, status.kind])).toEqual([
        ["a", null, "missing"],
        ["bare", null, "unknown"],
      ]);
      expect(blind.head.summary).toMatchObject({ addressesUnseen: 2, nobody: 0 });
      expect(hosts("", hostScope({ endpointslices: ["other"] })).rows[0]?.addresses).toBeNull();
      fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "denied", asOf: null, reason: "" });
      expect(hosts().rows[0]).toMatchObject({ addresses: null, status: { kind: "missing" } });
    });

    it("does not know an address whose Pod is not visible", () => {
      machine("one");
      put(aService({ selector: [] }));
      slice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { pod: { namespace: "far", name: "p" } })] });
      expect(hosts().rows[0]).toMatchObject({ addresses: { taken: 1, ready: 0, doubted: 1 }, status: { kind: "unknown" } });
      seePods("far");
      expect(hosts().rows[0]).toMatchObject({ addresses: { taken: 1, ready: 0, doubted: 0 }, status: { kind: "nobody" } });
      fleet.tables["workload-pods"].upsert(aTablePod({ namespace: "far", name: "p" }));
      expect(hosts().rows[0]).toMatchObject({ addresses: { taken: 1, ready: 1, doubted: 0 } });
    });

    it("follows the slices, and only those that are visible", () => {
      machine("one");
      put(aService({ selector: [] }));
      slice();
      const [all, blind] = [open("services"), open("services", "", hostScope({ endpointslices: [] }))];
      for (const view of [all, blind]) view.compute();
      changes = 0;
      slice({ endpoints: [aSliceEndpoint(["10.2.0.9", "10.2.0.8"])] }, "2");
      expect(changes).toBe(1);
      expect((all.compute().rows as unknown as ServiceRow[])[0]?.addresses?.taken).toBe(2);
      all.close();
      blind.close();
    });
  });

  it("names who else defines a host, where some caller sees both", () => {
    machine("one");
    const rates = { hosts: ["rates.example.com"] };
    put(aHostEntry({ name: "one", ...rates }), aHostEntry({ name: "far", namespace: "far", exportTo: ["*"], ...rates }));
    put(aHostEntry({ name: "own", namespace: "own", exportTo: ["."], hosts: ["other.example.com"] }));
    const [row] = hosts().rows;
    expect([row?.status.kind, row?.rivals]).toEqual(["claimed-twice", [{ kind: "ServiceEntry", namespace: "far", name: "far" }]]);
  });

  describe("counts what its caller is sent, where another object defines the same host name", () => {
    beforeEach(() => {
      for (const source of ["services", "serviceentries"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
    });
    const rates = (name: string, own: Parameters<typeof aHostEntry>[0]) => aHostEntry({ name, hosts: ["rates.example.com"], ...own });
    const listed = () =>
      Object.fromEntries(
        hosts().rows.map(({ name, status, machines, callers, notCallers }) => [
          name,
          [status.kind, `${machines?.serving}/${machines?.taken}`, callers ?? "all", notCallers].flat().join(" "),
        ]),
      );

    it("gives nothing for a port that the older object does not have", () => {
      machine("one");
      put(rates("old", { createdAt: 1 }), rates("new", { createdAt: 2, labels: [["team", "x"]], ports: [anEntryPort({ name: "admin", number: 9080 })] }));
      expect(listed()).toEqual({ old: "claimed-twice 1/1 all", new: "claimed-twice 0/1 all" });
    });

    it("keeps a port of another name for callers that resolve by DNS, which join ports by number", () => {
      machine("one");
      const dns = { resolution: "DNS" } as const;
      put(rates("old", { createdAt: 1, ...dns }), rates("new", { createdAt: 2, ...dns, ports: [anEntryPort({ name: "other", number: 80 })] }));
      expect(listed()).toEqual({ old: "claimed-twice 1/1 all", new: "claimed-twice 1/1 all" });
    });

    it("gives each namespace its own object, and the others the oldest", () => {
      machine("one");
      machine("far", { namespace: "far" });
      put(rates("old", { createdAt: 1 }), rates("new", { createdAt: 2, namespace: "far" }));
      expect(listed()).toEqual({ old: "claimed-twice 1/1 all far", new: "claimed-twice 1/1 far" });
    });

    it("gives the Service before any ServiceEntry of its namespace", () => {
      machine("one");
      put(
        aService({ name: "rates", createdAt: 9 }),
        aHostEntry({ name: "se", createdAt: 1, hosts: ["rates.shop.svc.cluster.local"], ports: [anEntryPort({ name: "grpc" })] }),
      );
      expect(listed()).toEqual({ rates: "claimed-twice 1/1 all", se: "claimed-twice 0/1 all" });
    });

    it("names a service that no namespace may call", () => {
      machine("one");
      put(aHostEntry({ exportTo: ["~"] }));
      expect(listed()).toEqual({ a: "no-caller 0/1" });
    });
  });

  it("shows machines that their network's gateway does not route to, for callers in the cluster's network", () => {
    fleet.store.setWorld(meshWorld([aGatewayService("vpc-2")]), NOW);
    machine("plain", { network: "vpc-2", serviceAccount: "" });
    machine("marked", { network: "vpc-2", serviceAccount: "vm" });
    machine("near", { network: "", serviceAccount: "" });
    put(aService());
    const [row] = hosts().rows;
    expect([row?.status.kind, row?.machines]).toMatchObject(["missing", { taken: 3, serving: 2, unreachable: 1 }]);
    expect(hosts().head.summary.notSent).toBe(1);
  });

  it("counts a machine as unverified whose callers get an empty address", () => {
    fleet.store.setWorld(meshWorld([]), NOW);
    machine("addressed", { address: "10.0.0.1", network: "vpc-2" });
    machine("empty", { address: "", network: "vpc-2" });
    put(aService());
    const [row] = hosts().rows;
    expect([row?.status.kind, row?.machines]).toMatchObject(["unverified", { taken: 2, serving: 1, inDoubt: 1 }]);
  });

  it.each([
    ["status:serves", ["a"]],
    ["status:nobody,serves", ["a", "b"]],
    ["-status:serves", ["b"]],
    ["answers:nobody", ["b"]],
    ["app=b", ["b"]],
    ["app!=b", ["a"]],
    ["app=*", ["a", "b"]],
    ["app=a tier=web", []],
    ["caller:far", ["a"]],
    ["port:80 kind:service", ["a"]],
    ["all serve", ["a"]],
    ["zone:eu", []],
  ])("is filtered by %s", (filter, names) => {
    machine("one");
    machine("two", { specLabels: [["app", "b"]], health: aReport("False", "503") });
    put(aService(), aHostEntry({ name: "b", hosts: ["b.example.com"], selector: [["app", "b"]], exportTo: ["."] }));
    const found = hosts(new URLSearchParams({ q: filter }).toString());
    expect(found.rows.map(({ name }) => name).sort()).toEqual(names);
    expect([found.head.total, found.head.matched]).toEqual([2, names.length]);
  });

  it("counts a facet without its own words", () => {
    machine("one");
    put(aService(), aService({ name: "b", selector: [["app", "b"]] }));
    const { facets } = hosts("q=status:serves").head;
    expect(facets.find(({ key }) => key === "status")?.values).toEqual([
      { value: "serves", count: 1 },
      { value: "takes-nobody", count: 1 },
    ]);
    expect(facets.find(({ key }) => key === "answers")?.values).toEqual([{ value: "machines", count: 1 }]);
  });

  it("is told where a machine, a selector or a group's size changes, and of nothing that changes no host", () => {
    machine("one");
    put(aService());
    const view = open("services");
    view.compute();
    const shownAfter = (change: () => void) => {
      changes = 0;
      change();
      return [changes > 0, (view.compute().rows[0] as unknown as ServiceRow).status.kind];
    };
    expect(shownAfter(() => machine("one", { health: aReport("False", "503"), resourceVersion: "2" }))).toEqual([true, "nobody"]);
    expect(shownAfter(() => put(aService({ selector: [["app", "x"]] }, "2")))).toEqual([true, "takes-nobody"]);
  });
});

describe("machines in no host", () => {
  beforeEach(() => {
    machine("one");
    machine("labels", { specLabels: [["app", "labels"]], registrationGroup: "printers" });
    machine("labels-2", { specLabels: [["app", "labels"]], registrationGroup: "printers" });
    put(aService(), aService({ name: "print", selector: [["app", "label-printer"]] }));
  });

  it("are folded by their group, with what nearly takes them", () => {
    const { head, rows } = nobodySelects();
    expect(head).toEqual({ total: 1, matched: 1, machines: 2, groups: 1, told: 3, untold: 0 });
    expect(rows[0]).toMatchObject({ group: "printers", machines: 2, of: 2, name: "labels", selectors: 2 });
    expect(rows[0]?.nearest).toMatchObject({ selector: { name: "print" }, why: "label app is labels, the selector wants label-printer" });
  });

  it("are a group's to come as well, where nobody selects its template", () => {
    fleet.store.upsertGroup(aGroup({ uid: "as400", name: "as400", entryLabels: [["team", "x"]], template: { ...aGroup().template, labels: [] } }));
    expect(nobodySelects().rows.map(({ group, of, nearest }) => [group, of, nearest])).toEqual([
      ["printers", 2, expect.anything()],
      ["as400", 0, null],
    ]);
  });

  it("follow what changes: a machine, a selector, and both at once", () => {
    const view = open("unselected");
    const machines = () => (view.compute().head as unknown as UnselectedHead).machines;
    expect(machines()).toBe(2);
    machine("labels", { specLabels: [["app", "a"]], registrationGroup: "printers", resourceVersion: "2" });
    expect(machines()).toBe(1);
    put(aService({ name: "print", selector: [["app", "labels"]] }, "2"));
    expect(machines()).toBe(0);
    fleet.tables.services.remove(HOSTS_CLUSTER, aService({ name: "print" }).uid);
    expect(machines()).toBe(1);
    fleet.store.removeEntry(HOSTS_CLUSTER, "shop-labels-2", NOW, "seen");
    expect(machines()).toBe(0);
  });

  it("are looked at once for all who read them, and for nobody any more after a while", () => {
    let now = NOW;
    fleet = liveFleet([HOSTS_CLUSTER], () => now);
    fleet.store.setWorld(aWorld(), NOW);
    machine("one");
    const first = open("unselected");
    const look = vi.spyOn(fleet, "members");
    first.compute();
    first.close();
    open("unselected").close();
    expect(nobodySelects().head.machines).toBe(1);
    expect(look).toHaveBeenCalledTimes(1);
    now += 60_000;
    expect(nobodySelects().head.machines).toBe(1);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("are not told of where Services or ServiceEntries are out of sight", () => {
    const { head, rows } = nobodySelects("", hostScope({ serviceentries: [] }));
    expect([head.untold, head.told, rows]).toEqual([3, 0, []]);
  });
});

describe("twin worlds", () => {
  it("are the same to whoever does not see what differs", () => {
    const narrow = hostScope({
      services: ["shop"],
      serviceentries: ["shop"],
      workloadentries: ["shop"],
      workloadgroups: ["shop"],
      pods: ["shop"],
      endpointslices: ["shop"],
    });
    const world = () => {
      machine("one");
      machine("loose", { specLabels: [["app", "x"]] });
      put(aHostEntry({ hosts: ["rates.example.com"] }), aService({ name: "b", selector: [["app", "b"]] }));
      return JSON.stringify([hosts("", narrow), hosts("q=answers:machines", narrow), nobodySelects("", narrow)]);
    };
    const alone = world();
    fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
    fleet.store.setWorld(aWorld(), NOW);
    seePods();
    seePods("far");
    fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
    fleet.tables.endpointslices.upsert(aTableSlice({ namespace: "far", service: "far" }));
    machine("far", { namespace: "far" });
    put(aHostEntry({ name: "far", namespace: "far", hosts: ["rates.example.com"] }), aService({ name: "far", namespace: "far" }));
    fleet.store.upsertGroup(aGroup({ uid: "far", namespace: "far", expectedSize: "9" }));
    expect(world()).toBe(alone);
  });
});
