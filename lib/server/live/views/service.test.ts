import { describe, expect, it } from "vitest";
import { formatServiceQuery, type ServiceQuery } from "@/lib/contract/url/service-query";
import type { EndpointRow, ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { NamespaceScope, Scope, WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, aTableSlice, HOSTS_CLUSTER, hostScope, policyOf } from "@/lib/testing/hosts";
import { aGatewayService, aKubernetesGateway, meshWorld } from "@/lib/testing/mesh-world";
import { aDestinationRule, anEntryPort, aSliceEndpoint, aTrafficPolicy } from "@/lib/testing/selection";
import { CHECKED_VIEWS } from "./checked-views";

const LIVE = { kind: "live", asOf: NOW } as const;
const SOURCES = ["services", "serviceentries", "destinationrules", "sidecars", "peerauthentications", "authorizationpolicies", "virtualservices"] as const;
const vm = (n: number, own: Partial<WorkloadEntry> = {}) =>
  anEntry({ specLabels: [["app", "a"]], metadataLabels: [], uid: `vm-${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, locality: "eu/a", ...own });

/** A Service `a` that takes three machines, one of which is unhealthy, and a Pod; and a machine that it nearly takes. */
function aFleet() {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const source of SOURCES) fleet.setFreshness(HOSTS_CLUSTER, source as "services", "*", LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", LIVE);
  for (const machine of [vm(1), vm(2), vm(3, { health: aReport("False", "503") }), vm(4, { specLabels: [["app", "b"]], owner: null, registrationGroup: "" })])
    fleet.store.upsertEntry(machine, NOW, "seen");
  fleet.tables.services.upsert(aService() as never);
  fleet.tables["workload-pods"].upsert(aTablePod());
  return fleet;
}

const A: ServiceQuery = {
  cluster: HOSTS_CLUSTER,
  kind: "Service",
  namespace: "shop",
  name: "a",
  host: "",
  from: null,
  caller: "sidecar",
  pinned: null,
  mode: "sidecar",
  words: "",
  sort: "",
};
const ALL: Readonly<Partial<Record<WatchedKind, NamespaceScope>>> = Object.fromEntries(SOURCES.map((source) => [source, "all"]));

function open(fleet: ReturnType<typeof aFleet>, query: Partial<ServiceQuery> = {}, scope: Scope = hostScope(ALL), window = { offset: 0, limit: 50 }) {
  let changes = 0;
  const view = CHECKED_VIEWS.service({
    ...{ fleet, lists: new StandingLists(fleet), viewer: { subject: "somebody", scope, mayWrite: false }, query: formatServiceQuery({ ...A, ...query }) },
    ...window,
    changed: () => changes++,
  });
  const state = () => {
    const { head, rows } = view.compute();
    return { head: head as unknown as ServiceHead, rows: rows as unknown as readonly EndpointRow[] };
  };
  const detail = (): ServiceDetail => {
    const found = state().head.detail;
    if (found === null) throw new Error("There is no such host.");
    return found;
  };
  return { state, detail, changes: () => changes, close: () => view.close() };
}

describe("the view of a host", () => {
  it("tells who answers, who matches and does not, and on which port", () => {
    const { state, detail } = open(aFleet());
    expect(detail()).toMatchObject({ machines: { taken: 3, answering: 2, unhealthy: 1 }, pods: { taken: 1, ready: 1 }, host: "a.shop.svc.cluster.local" });
    expect(detail().ports.map(({ number, groups }) => [number, groups.map(({ of }) => of.machines + of.pods)])).toEqual([[80, [2, 1]]]);
    expect(state().rows.map(({ name, answers }) => `${name} ${answers}`)).toEqual(["vm-3 no", "vm-1 yes", "vm-2 yes", "pod-1 yes"]);
    expect(state().rows.map(({ isLeftOut }) => isLeftOut)).toEqual([false, false, false, false]);
    expect(state().rows[0]?.why).toContain("503");
  });

  describe("for a Service with EndpointSlices", () => {
    const BARE = { name: "bare" };
    const slice = (own: Parameters<typeof aTableSlice>[0] = {}, version = "1") => aTableSlice({ name: "bare-1", service: "bare", ...own }, version);
    const withSlices = (...slices: ReturnType<typeof slice>[]) => {
      const fleet = aFleet();
      fleet.tables.services.upsert(aService({ name: "bare", selector: [] }) as never);
      for (const one of slices) fleet.tables.endpointslices.upsert(one);
      return fleet;
    };

    it("lists each address with its port, network and the reason why callers do not get it", () => {
      const endpoints = [
        aSliceEndpoint(["10.2.0.1"]),
        aSliceEndpoint(["10.2.0.2"], { ready: false, terminating: false }),
        aSliceEndpoint(["10.2.0.3"], { ready: false }),
        aSliceEndpoint(["10.2.0.4"], { pod: { namespace: "shop", name: "gone" } }),
        aSliceEndpoint(["10.2.0.5"], { pod: { namespace: "far", name: "unseen" } }),
      ];
      const { state, detail } = open(
        withSlices(slice({ endpoints }), slice({ name: "bare-2", addressType: "FQDN", endpoints: [aSliceEndpoint(["x.example"])] })),
        BARE,
      );
      expect(detail()).toMatchObject({ machines: { taken: 0 }, addresses: { taken: 6, ready: 1, doubted: 1 } });
      expect(detail().ports.map(({ groups }) => groups.map(({ port, of }) => [port, of.addresses]))).toEqual([
        [
          [8080, 1],
          [null, 1],
        ],
      ]);
      const rows = [...state().rows].sort((a, b) => (a.name < b.name ? -1 : 1));
      expect(rows.map(({ kind, name, answers, ports, tls }) => [kind, name, answers, ports, tls].join(" "))).toEqual([
        "address 10.2.0.1 yes 8080 plain",
        "address 10.2.0.2 no 8080 plain",
        "address 10.2.0.3 no  ",
        "address 10.2.0.4 no  ",
        "address 10.2.0.5 doubt  ",
        "address x.example no  ",
      ]);
      expect(rows.map(({ why }) => why)).toEqual([
        "",
        "The address is not ready: it is sent as unhealthy.",
        "It is not ready and terminating: a missing condition terminating counts as true.",
        "Its targetRef names Pod shop/gone, which does not exist.",
        "Its targetRef names Pod far/unseen, which is not visible.",
        "istiod ignores EndpointSlices of type FQDN.",
      ]);
    });

    it("has the same addresses for the caller in Seen from", () => {
      const unready = aSliceEndpoint(["10.2.0.3"], { ready: false, terminating: false });
      const { detail } = open(withSlices(slice({ endpoints: [aSliceEndpoint(["10.2.0.1", "10.2.0.2"]), unready] })), BARE);
      expect(detail().addresses).toEqual({ taken: 3, ready: 2, doubted: 0 });
      expect(detail().seenFrom).toMatchObject({ answer: "yes", sentence: expect.stringContaining("2 addresses") });
      expect(detail().seenFrom.steps).toMatchObject([[{ of: { addresses: 2 } }]]);
      const outside = open(withSlices(slice()), { ...BARE, caller: "outside" });
      expect(outside.detail().seenFrom).toMatchObject({ answer: "yes", sentence: expect.stringContaining("1 address") });
      const none = open(withSlices(slice({ endpoints: [unready] })), BARE);
      expect(none.detail().seenFrom).toMatchObject({ answer: "no", steps: [] });
    });

    it("adds the addresses to the machines and Pods of a selector, without those of the Pods", () => {
      const fleet = aFleet();
      const pod = [...fleet.tables["workload-pods"].values()][0]?.address ?? "";
      fleet.tables.endpointslices.upsert(aTableSlice({ endpoints: [aSliceEndpoint([pod, "10.2.0.1"])] }));
      const { detail, state } = open(fleet);
      expect(detail()).toMatchObject({ machines: { answering: 2 }, pods: { ready: 1 }, addresses: { taken: 1, ready: 1 } });
      expect(
        state()
          .rows.filter(({ kind }) => kind === "address")
          .map(({ name }) => name),
      ).toEqual(["10.2.0.1"]);
    });

    it("reports a Pod whose address another slice lists with another port", () => {
      const fleet = aFleet();
      const pod = [...fleet.tables["workload-pods"].values()][0]?.address ?? "";
      const write = (port: number, version: string) =>
        fleet.tables.endpointslices.upsert(aTableSlice({ ports: [{ name: "http", port }], endpoints: [aSliceEndpoint([pod])] }, version));
      const ofPods = () =>
        open(fleet)
          .detail()
          .doubts.filter((one) => one.includes("Pod"));
      write(80, "1");
      expect(ofPods()).toEqual([]);
      write(5000, "2");
      expect(ofPods()).toEqual(["EndpointSlice a-1 lists Pod pod-1 with other values. istiod sends one of both, which the API does not show."]);
    });

    it("shows addresses of slices without a Service on the page of the ServiceEntry, as long as the Service does not exist", () => {
      const fleet = aFleet();
      const host = "gone.shop.svc.cluster.local";
      fleet.tables.serviceentries.upsert(aHostEntry({ name: "e", hosts: [host, "other.example.com"], selector: null }) as never);
      const endpoints = [aSliceEndpoint(["10.2.0.1"]), aSliceEndpoint(["10.2.0.2"], { ready: false })];
      fleet.tables.endpointslices.upsert(aTableSlice({ name: "gone-1", service: "gone", endpoints }));
      const E = { ...A, kind: "ServiceEntry", name: "e" } as const;
      expect(open(fleet, { ...E, host }).detail()).toMatchObject({ addresses: { taken: 2, ready: 1 }, seenFrom: { answer: "yes" } });
      expect(open(fleet, { ...E, host: "other.example.com" }).detail().addresses).toMatchObject({ taken: 0 });
      const unseen = open(fleet, { ...E, host }, hostScope({ ...ALL, endpointslices: [] })).detail();
      expect([unseen.addresses, unseen.unseen.includes("endpointslices")]).toEqual([null, true]);
      const told: string[] = [];
      fleet.hosts.subscribe(({ selector }) => told.push(selector.name));
      fleet.tables.services.upsert(aService({ name: "gone", selector: [] }) as never);
      expect(told).toContain("e");
      expect(open(fleet, { ...E, host }).detail().addresses).toMatchObject({ taken: 0 });
    });

    it("does not know the addresses without the right to EndpointSlices, and names the missing kind", () => {
      const { detail, state } = open(withSlices(slice()), BARE, hostScope({ ...ALL, endpointslices: [] }));
      expect([detail().addresses, state().rows]).toEqual([null, []]);
      expect(detail().unseen).toContain("endpointslices");
      expect(detail().notSeen.join(" ")).toContain("EndpointSlices are not visible to you: addresses that they list are not counted.");
      expect(detail().seenFrom).toMatchObject({ answer: "unknown", sentence: expect.stringContaining("reaches the EndpointSlices of") });
    });

    it("follows its slices, and no change of a slice that is not visible", () => {
      const fleet = withSlices(slice());
      const [all, blind] = [open(fleet, BARE), open(fleet, BARE, hostScope({ ...ALL, endpointslices: ["other"] }))];
      for (const view of [all, blind]) view.detail();
      fleet.tables.endpointslices.upsert(slice({ endpoints: [] }, "2"));
      expect([all.changes(), blind.changes()]).toEqual([1, 0]);
      expect(all.detail().addresses).toMatchObject({ taken: 0 });
    });
  });

  describe("of an object that shares its host name with another object", () => {
    const rates = { hosts: ["rates.example.com"] };
    const fleetWith = (...objects: readonly ReturnType<typeof aHostEntry>[]) => {
      const fleet = aFleet();
      for (const one of objects) fleet.tables.serviceentries.upsert(one as never);
      return fleet;
    };
    const page = (fleet: ReturnType<typeof aFleet>, name: string) => {
      const { state, detail } = open(fleet, { kind: "ServiceEntry", name });
      const { machines, owner, ports } = detail();
      return {
        counts: [machines?.taken, machines?.answering, machines?.notOwned],
        owner,
        ports: ports.map(({ number, groups }) => [number, ...groups.map(({ port, of, because }) => `${port ?? "none"} ${of.machines} ${because}`)]),
        rows: state()
          .rows.filter(({ kind }) => kind === "machine")
          .map(({ name: machine, answers, why }) => `${machine} ${answers} ${why}`),
      };
    };

    it("shows no endpoint on a port that only the newer object has", () => {
      const fleet = fleetWith(
        aHostEntry({ ...rates, name: "old", createdAt: 1 }),
        aHostEntry({ ...rates, name: "new", createdAt: 2, labels: [["team", "x"]], ports: [anEntryPort({ name: "admin", number: 9080 })] }),
      );
      const lost = "ServiceEntry shop/old defines the host name and has no port with this name.";
      expect(page(fleet, "new")).toEqual({
        counts: [3, 0, 2],
        owner: "ServiceEntry shop/old",
        ports: [[9080, `none 2 ${lost}`]],
        rows: expect.arrayContaining([`vm-1 no ${lost}`, `vm-2 no ${lost}`]),
      });
      expect(page(fleet, "old")).toMatchObject({ counts: [3, 2, 0], owner: null });
    });

    it("shows no endpoint in a namespace where another namespace has the host name", () => {
      const fleet = fleetWith(aHostEntry({ ...rates, name: "own", createdAt: 2 }), aHostEntry({ ...rates, name: "far", namespace: "far", createdAt: 1 }));
      expect(page(fleet, "own")).toMatchObject({ counts: [3, 2, 0], owner: null });
      const { detail } = open(fleet, { kind: "ServiceEntry", name: "own", from: { namespace: "web", locality: "", network: "" } });
      expect(detail()).toMatchObject({ machines: { answering: 0, notOwned: 2 }, owner: "ServiceEntry far/far" });
    });
  });

  it("counts machines apart for a caller that does not know the host name, as no other object has it", () => {
    const fleet = aFleet();
    fleet.tables.serviceentries.upsert(aHostEntry({ name: "own", exportTo: ["."] }) as never);
    const { detail } = open(fleet, { kind: "ServiceEntry", name: "own", from: { namespace: "lab", locality: "", network: "" } });
    expect(detail()).toMatchObject({ machines: { answering: 0, hostUnknown: 2, notOwned: 0 }, owner: null });
  });

  it("counts the host name of a DNS service without endpoints as one name", () => {
    const fleet = aFleet();
    fleet.tables.serviceentries.upsert(
      aHostEntry({ name: "dns", resolution: "DNS", selector: null, ports: [anEntryPort({ number: 443, target: 8443 })] }) as never,
    );
    const { state, detail } = open(fleet, { kind: "ServiceEntry", name: "dns" });
    expect(detail()).toMatchObject({ names: 1, machines: { taken: 0 }, ports: [{ number: 443, groups: [{ port: 8443, of: { names: 1, machines: 0 } }] }] });
    expect(state().rows.map(({ id, kind, name, answers, ports }) => [id, kind, name, answers, ports])).toEqual([
      ["name", "name", "a.example.com", "yes", [8443]],
    ]);
  });

  it.each<[claim: string, gateways: readonly string[], network: string, from: string, answers: string, why: string]>([
    [
      "a mesh without a gateway: istiod sends the empty address, and its effect is not known",
      [],
      "vpc-2",
      "vpc-1",
      "doubt",
      "Callers get an empty address with the port. The effect on their proxies is not known.",
    ],
    ["a gateway of its network, for a caller elsewhere: the gateway", ["vpc-2"], "vpc-2", "vpc-1", "yes", ""],
    [
      "a gateway of its network, for a caller of it: nothing",
      ["vpc-2"],
      "vpc-2",
      "vpc-2",
      "no",
      "It has no address, and this caller gets no gateway of network vpc-2.",
    ],
    ["a gateway of another network: nothing", ["vpc-3"], "vpc-2", "vpc-1", "no", "It has no address, and this caller gets no gateway of network vpc-2."],
  ])("decides about a machine without an address by the caller's network: %s", (_claim, gateways, network, from, answers, why) => {
    const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
    fleet.store.setWorld(meshWorld(gateways.map((one) => aGatewayService(one))), NOW);
    for (const source of SOURCES) fleet.setFreshness(HOSTS_CLUSTER, source as "services", "*", LIVE);
    fleet.store.upsertEntry(vm(1, { address: "", network, serviceAccount: "vm" }), NOW, "seen");
    fleet.tables.services.upsert(aService() as never);
    const { state, detail } = open(fleet, { from: { namespace: "shop", locality: "", network: from } });
    const counts = { answering: answers === "yes" ? 1 : 0, doubted: answers === "doubt" ? 1 : 0, unreachable: answers === "no" ? 1 : 0 };
    expect(detail().machines).toMatchObject({ taken: 1, ...counts });
    expect(state().rows[0]).toMatchObject({ answers, why, isLeftOut: answers === "no" });
  });

  it("marks a healthy machine that is not sent and a failing one differently", () => {
    const fleet = aFleet();
    fleet.tables.serviceentries.upsert(
      aHostEntry({ namespace: "web", name: "taker", hosts: ["a.shop.svc.cluster.local"], selector: null, exportTo: ["."] }) as never,
    );
    const { state } = open(fleet, { from: { namespace: "web", locality: "", network: "" } });
    const rows = state().rows.map(({ name, answers, isLeftOut }) => `${name} ${answers} ${isLeftOut}`);
    expect(rows.sort()).toEqual(["pod-1 no true", "vm-1 no true", "vm-2 no true", "vm-3 no false"]);
  });

  it.each([[[]], [["vpc-2"]]])("counts a machine without address and network as failing, with gateways %j", (gateways: readonly string[]) => {
    const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
    fleet.store.setWorld(meshWorld(gateways.map((one) => aGatewayService(one))), NOW);
    for (const source of SOURCES) fleet.setFreshness(HOSTS_CLUSTER, source as "services", "*", LIVE);
    fleet.store.upsertEntry(vm(1, { address: "", network: "" }), NOW, "seen");
    fleet.tables.services.upsert(aService() as never);
    const { state, detail } = open(fleet, { from: { namespace: "shop", locality: "", network: "vpc-1" } });
    expect(detail().machines).toMatchObject({ taken: 1, answering: 0 });
    expect(state().rows[0]).toMatchObject({ answers: "no", why: "Neither an address nor a network: callers get no address for it." });
  });

  it("tells who is missed least, and what it would need", () => {
    expect(open(aFleet()).detail().misses).toMatchObject([{ name: "vm-4", count: 1, refusals: [{ reason: "label app is b, the selector wants a" }] }]);
  });

  it("follows a machine that changes, and hears of nothing once it is closed", () => {
    const fleet = aFleet();
    const view = open(fleet);
    view.state();
    fleet.store.upsertEntry(vm(1, { health: aReport("False", "down"), resourceVersion: "2" }), NOW, "seen");
    expect(view.changes()).toBeGreaterThan(0);
    expect(view.detail().machines).toMatchObject({ answering: 1, unhealthy: 2 });
    view.close();
    const before = view.changes();
    fleet.store.upsertEntry(vm(2, { health: aReport("False", "down"), resourceVersion: "2" }), NOW, "seen");
    expect(view.changes()).toBe(before);
  });

  it("shows a window of its endpoints, sorted and found by words", () => {
    const fleet = aFleet();
    const { head, rows } = open(fleet, {}, hostScope(ALL), { offset: 1, limit: 2 }).state();
    expect([head.total, head.matched, rows.map(({ name }) => name)]).toEqual([4, 4, ["vm-1", "vm-2"]]);
    expect(
      open(fleet, { sort: "-name", words: "eu/a" })
        .state()
        .rows.map(({ name }) => name),
    ).toEqual(["vm-3", "vm-2", "vm-1"]);
  });

  it("answers for a caller that the address names", () => {
    const { seenFrom } = open(aFleet(), { from: { namespace: "web", locality: "a", network: "" } }).detail();
    expect(seenFrom).toMatchObject({ namespace: "web", locality: "eu/a", answer: "yes", isChosen: false });
  });

  it("in ambient mode says that health plays no part", () => {
    expect(open(aFleet(), { mode: "ambient" }).detail()).toMatchObject({
      mode: "ambient",
      machines: { answering: 3, unhealthy: 0 },
      seenFrom: { answer: "unknown" },
    });
  });

  it("names the policies that its machines are under, as far as they are in sight", () => {
    const fleet = aFleet();
    const named = { namespace: "shop", name: "front-only", createdAt: 0 } as const;
    const parsed = { ...named, labels: [], selector: [["app", "a"]] as const, targets: [], action: "ALLOW", rules: 1 };
    const kept = {
      ...named,
      cluster: HOSTS_CLUSTER,
      kind: "authorizationpolicies",
      uid: "p",
      resourceVersion: "1",
      unreadable: null,
      fields: [],
      parsed,
    } as const;
    fleet.tables.authorizationpolicies.upsert(kept);
    expect(open(fleet).detail().policies).toEqual([
      { kind: "AuthorizationPolicy", namespace: "shop", name: "front-only", says: "4 endpoints: lets in only what 1 rule says" },
    ]);
    const { policies, notSeen } = open(fleet, {}, hostScope({ ...ALL, authorizationpolicies: [] })).detail();
    expect(policies).toEqual([]);
    expect(notSeen).toContain("AuthorizationPolicies are not visible to you: machines may refuse callers.");
  });

  it("names each of several hosts", () => {
    const fleet = aFleet();
    fleet.tables.serviceentries.upsert(aHostEntry({ hosts: ["a.example.com", "b.example.com"] }) as never);
    expect(open(fleet, { kind: "ServiceEntry", host: "b.example.com" }).detail().host).toBe("b.example.com");
    expect(open(fleet, { kind: "ServiceEntry", host: "c.example.com" }).detail().host).toBe("a.example.com");
  });

  it("tells which machines of its groups were lost", () => {
    const fleet = aFleet();
    const template = { ...aGroup().template, labels: [["app", "a"]] as const };
    fleet.store.upsertGroup(aGroup({ name: "g", template, entryLabels: [] }));
    const group = fleet.group(HOSTS_CLUSTER, "shop", "g");
    if (group === null) throw new Error("There is no such group.");
    fleet.remember(group, { learned: null, lostAt: [NOW - 5_000], lostNames: ["vm-9"] });
    expect(open(fleet).detail().vanished).toEqual({ count: 1, since: NOW - 5_000 });
  });
});

describe("what is out of sight", () => {
  it("is not there: the object", () => {
    const { head, rows } = open(aFleet(), {}, hostScope({ ...ALL, services: ["pay"] })).state();
    expect([head.found, head.detail, head.nearest, rows]).toEqual([false, null, [], []]);
  });

  it("is not counted and said: Pods", () => {
    const { state, detail } = open(aFleet(), {}, hostScope({ ...ALL, pods: [] }));
    expect(detail().pods).toBeNull();
    expect(detail().notSeen).toContain("Pods are not visible to you: numbers of pods are left out, and shares are of the machines alone.");
    expect(JSON.stringify(state())).not.toContain("pod-1");
    expect(detail().ports[0]?.groups.every(({ of }) => of.pods === 0)).toBe(true);
    expect([detail().acceptsMore, open(aFleet()).detail().acceptsMore]).toEqual([true, false]);
  });

  it("is not counted and said: machines", () => {
    const { state, detail } = open(aFleet(), {}, hostScope({ ...ALL, workloadentries: [] }));
    expect([detail().machines, detail().pods, detail().vanished]).toEqual([null, null, null]);
    expect(JSON.stringify(state())).not.toMatch(/vm-|pod-1/);
  });

  it("is said where Nodes do not tell the places of Pods", () => {
    const { notSeen, differences } = open(aFleet()).detail();
    expect(notSeen).toContain("The places of Pods are not known: the labels of their Nodes are not read, so that a caller may have them in another order.");
    expect(differences.map(({ aspect }) => aspect)).not.toContain("locality");
  });

  it("does not know the paths to other networks without all gateways", () => {
    const objects = "gateways.gateway.networking.k8s.io";
    const fleet = aFleet();
    fleet.store.setWorld(meshWorld([], {}, {}, { kind: "known", value: [aKubernetesGateway()], source: "Gateways" }), NOW);
    fleet.store.upsertEntry(vm(5, { network: "vpc-3" }), NOW, "seen");
    const GAP = "Gateways of the Kubernetes Gateway API are not visible to you: the paths to endpoints in other networks are not known.";
    const notSeen = (scope: Scope) => open(fleet, {}, scope).detail().notSeen;
    expect(notSeen(hostScope({ ...ALL, [objects]: [] }))).toContain(GAP);
    expect(notSeen(hostScope({ ...ALL, [objects]: "all" }))).not.toContain(GAP);
  });

  it("shows the address of a gateway to viewers only who may list it", () => {
    const fleet = aFleet();
    fleet.store.setWorld(meshWorld([aGatewayService("vpc-3", { addresses: ["203.0.113.9"] })]), NOW);
    fleet.store.upsertEntry(vm(5, { network: "vpc-3", serviceAccount: "web" }), NOW, "seen");
    const shown = (scope: Scope) => JSON.stringify(open(fleet, {}, scope).detail().seenFrom);
    const isUnseen = (scope: Scope) => open(fleet, {}, scope).detail().hasUnseenPaths;
    expect([hostScope({ ...ALL, "gateways.gateway.networking.k8s.io": "all" }), hostScope({ ...ALL, services: ["shop"] })].map(isUnseen)).toEqual([
      false,
      true,
    ]);
    const all = shown(hostScope({ ...ALL }));
    const some = shown(hostScope({ ...ALL, services: ["shop"] }));
    expect([all, some].map((text) => [text.includes("203.0.113.9"), text.includes("gateway 1 (not visible)")])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("has no order of places without the Nodes of Pods", () => {
    const fleet = aFleet();
    const { detail, state } = open(fleet, {}, hostScope({ ...ALL, nodes: [] }));
    const NOT_KNOWN = "The Nodes of Pods are not visible: the places of these Pods are not known.";
    expect(detail().seenFrom).toMatchObject({
      sentence: "A caller in shop reaches a.shop.svc.cluster.local: 2 machines and 1 pod share by weight.",
      ...{ answer: "yes", steps: [], because: [NOT_KNOWN] },
    });
    expect(state().rows.map(({ kind, isPlaced }) => [kind, isPlaced])).toContainEqual(["pod", false]);
    expect(state().rows.filter(({ kind, isPlaced }) => kind === "machine" && !isPlaced)).toEqual([]);
    const outlier = { minHealthPercent: 0, maxEjectionPercent: 10 };
    fleet.tables.destinationrules.upsert(
      policyOf("destinationrules", aDestinationRule({ host: "a.shop.svc.cluster.local", policy: aTrafficPolicy({ outlier }) })) as never,
    );
    expect(open(fleet, {}, hostScope({ ...ALL, nodes: [] })).detail().seenFrom).toMatchObject({
      sentence: "A caller in shop reaches a.shop.svc.cluster.local: 2 machines and 1 pod, in an order that is not known.",
      ...{ steps: [], because: [NOT_KNOWN] },
    });
  });

  it("may own the host: another namespace", () => {
    const { detail } = open(aFleet(), {}, hostScope({ ...ALL, serviceentries: ["shop"] }));
    expect(detail().notSeen).toContain("ServiceEntries are visible to you in shop only: another namespace may own this host.");
    expect(detail().unseen).toEqual(["serviceentries"]);
  });

  it("of a name that nobody has, tells of those that are named alike and in sight", () => {
    const fleet = aFleet();
    fleet.tables.services.upsert(aService({ namespace: "pay", name: "checkout" }) as never);
    const nearest = (kinds: object) => open(fleet, { name: "checkout" }, hostScope({ ...ALL, ...kinds })).state().head.nearest;
    expect(nearest({})).toEqual([{ kind: "Service", namespace: "pay", name: "checkout" }]);
    expect(nearest({ services: ["shop"] })).toEqual([]);
  });

  it("of an object that cannot be read says why", () => {
    const fleet = aFleet();
    fleet.tables.services.upsert({ ...aService({ name: "broken" }), parsed: null, unreadable: "spec.ports is no list" } as never);
    expect(open(fleet, { name: "broken" }).state().head).toMatchObject({ found: true, detail: null, unreadable: "spec.ports is no list" });
  });
});
