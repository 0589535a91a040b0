import { beforeEach, describe, expect, it } from "vitest";
import { type SelectedByHead, selectedByQuery } from "@/lib/contract/views/selected-by";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope, policyOf } from "@/lib/testing/hosts";
import { aKubernetesGateway, meshWorld } from "@/lib/testing/mesh-world";
import { aDestinationRule, anEntryPort, aTrafficPolicy } from "@/lib/testing/selection";
import { openSelectedBy } from "./selected-by";

const LIVE = { kind: "live", asOf: NOW } as const;
const SELECTOR = sortedLabelSet([["app", "checkout"]]);
const GROUP = { cluster: HOSTS_CLUSTER, namespace: "shop", name: "checkout" };
const VM = { ...GROUP, name: "vm-1" };

let fleet: ReturnType<typeof liveFleet>;
let changes: number;

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  changes = 0;
  fleet.store.setWorld(aWorld(), NOW);
  fleet.store.upsertGroup(aGroup({ template: { ...aGroup().template, labels: SELECTOR } }));
  for (const n of [1, 2]) vm(n);
  for (const source of ["services", "serviceentries", "destinationrules"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", LIVE);
});

function vm(n: number, change: Parameters<typeof anEntry>[0] = {}): void {
  fleet.store.upsertEntry(anEntry({ uid: `${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, ...change }), NOW, "seen");
}

function select(...objects: readonly (ReturnType<typeof aService> | ReturnType<typeof aHostEntry>)[]): void {
  for (const object of objects) (object.kind === "services" ? fleet.tables.services : fleet.tables.serviceentries).upsert(object as never);
}

function open(query: string, kinds: Partial<Record<WatchedKind, NamespaceScope>> = {}) {
  const scope = hostScope({ destinationrules: "all", ...kinds });
  const changed = () => {
    changes++;
  };
  return openSelectedBy({
    fleet,
    lists: new StandingLists(fleet),
    viewer: { subject: "somebody", scope, mayWrite: false },
    query,
    offset: 0,
    limit: 0,
    changed,
  });
}

function headOf(query: string, kinds?: Parameters<typeof open>[1]): SelectedByHead {
  const view = open(query, kinds);
  const { head } = view.compute();
  view.close();
  return head as unknown as SelectedByHead;
}

const ofEntry = (kinds?: Parameters<typeof open>[1]) => headOf(selectedByQuery("entry", VM), kinds);
const ofGroup = (kinds?: Parameters<typeof open>[1]) => headOf(selectedByQuery("group", GROUP), kinds);

describe("who selects a machine", () => {
  it("is told by host and port, with the rule, each owner of one host, and every host of an object", () => {
    select(
      aService({ name: "checkout", selector: SELECTOR }),
      aHostEntry({ name: "checkout", selector: SELECTOR, hosts: ["checkout.shop.svc.cluster.local", "b.example"] }),
    );
    const { entry, sight } = ofEntry();
    expect(entry).toMatchObject({ objects: 2, hostsTotal: 3, hostNames: 2, nearest: null });
    expect(entry?.hosts).toMatchObject([
      { host: "b.example", selector: { kind: "ServiceEntry" }, isOneOfSeveral: true, rivals: [], against: [] },
      {
        host: "checkout.shop.svc.cluster.local",
        selector: { kind: "Service", name: "checkout" },
        ports: [{ number: 80, found: { port: 8080, rule: "port-name" }, spoken: "mutual", tls: { because: "account", gatewayClosed: null } }],
        rivals: [{ kind: "ServiceEntry", namespace: "shop", name: "checkout" }],
      },
      { host: "checkout.shop.svc.cluster.local", selector: { kind: "ServiceEntry" }, rivals: [{ kind: "Service" }] },
    ]);
    expect(sight).toMatchObject({ services: true, serviceEntries: true, elsewhere: true });
  });

  it("says why one that is selected answers nobody", () => {
    select(aService({ selector: SELECTOR }));
    vm(1, { health: aReport("False", "503") });
    expect(ofEntry().entry?.hosts).toMatchObject([{ against: [{ code: "unhealthy", message: "503" }] }]);
  });

  it("has the status of each port for the default caller: sent, lost to an older object, or the one place taken", () => {
    const rates = { hosts: ["rates.example"], selector: SELECTOR };
    select(
      aHostEntry({ ...rates, name: "old", createdAt: 1 }),
      aHostEntry({ ...rates, name: "new", createdAt: 2, labels: [["team", "x"]], ports: [anEntryPort({ name: "admin", number: 9080 })] }),
      aHostEntry({ ...rates, name: "one", hosts: ["one.example"], resolution: "DNS_ROUND_ROBIN" }),
    );
    const statuses = (name: string) =>
      headOf(selectedByQuery("entry", { ...VM, name })).entry?.hosts.map(({ selector, ports }) => [
        selector.name,
        ...ports.map(({ status }) => (status.is === "not-sent" ? status.reason.code : status.is)),
      ]);
    expect(statuses("vm-1")).toEqual([
      ["one", "sent"],
      ["new", "port-lost"],
      ["old", "sent"],
    ]);
    expect(statuses("vm-2")).toEqual([
      ["one", "round-robin-taken"],
      ["new", "port-lost"],
      ["old", "sent"],
    ]);
  });

  it("has the port of the owner on which callers get it, if the number of the object's own port differs", () => {
    const rates = { hosts: ["rates.example"], selector: SELECTOR };
    select(
      aHostEntry({ ...rates, name: "old", createdAt: 1, labels: [["team", "x"]] }),
      aHostEntry({ ...rates, name: "new", createdAt: 2, ports: [anEntryPort({ number: 8081 })] }),
    );
    const owner = { kind: "ServiceEntry", namespace: "shop", name: "old" };
    expect(ofEntry().entry?.hosts).toMatchObject([
      { selector: { name: "new" }, ports: [{ status: { is: "sent" }, onOtherPort: { asked: 8081, on: [80], name: "http", owner } }] },
      { selector: { name: "old" }, ports: [{ status: { is: "sent" }, onOtherPort: null }] },
    ]);
  });

  it("has the TLS of the port that its endpoint joins", () => {
    const rates = { hosts: ["rates.example"], selector: SELECTOR };
    select(
      aHostEntry({ ...rates, name: "old", createdAt: 1, labels: [["team", "x"]] }),
      aHostEntry({ ...rates, name: "new", createdAt: 2, ports: [anEntryPort({ number: 8081 })] }),
    );
    const policy = aTrafficPolicy({ ports: [{ port: 80, tls: "DISABLE", outlier: null, balancer: null }] });
    fleet.tables.destinationrules.upsert(policyOf("destinationrules", aDestinationRule({ host: "rates.example", policy })));
    const tls = ofEntry().entry?.hosts.map(({ selector, ports }) => [selector.name, ...ports.map(({ spoken, tls: by }) => `${spoken} ${by?.because}`)]);
    expect(tls).toEqual([
      ["new", "plain destination-rule"],
      ["old", "plain destination-rule"],
    ]);
  });

  it("is told beside an object that writes its address itself", () => {
    const { template } = aGroup();
    select(aHostEntry({ selector: null, endpoints: [{ ...template, address: "10.0.0.1", network: "vpc-2" }] }));
    expect(ofEntry().entry).toMatchObject({ hosts: [], writtenIn: [{ selector: { kind: "ServiceEntry" }, host: "a.example.com" }] });
  });

  it("is nobody, with the nearest miss and the edit: of its namespace, else elsewhere", () => {
    select(aService({ namespace: "legacy", name: "far", selector: SELECTOR }));
    expect(ofEntry().entry).toMatchObject({
      hosts: [],
      nearest: { selector: { namespace: "legacy", name: "far" }, refusals: [{ reason: { code: "other-namespace" } }] },
    });
    select(
      aService({ name: "unlike", selector: sortedLabelSet([["app", "x"]]) }),
      aService({
        name: "near",
        selector: sortedLabelSet([
          ["app", "checkout"],
          ["tier", "web"],
        ]),
      }),
    );
    expect(ofEntry().entry?.nearest).toMatchObject({
      selector: { name: "near" },
      refusals: [{ reason: { code: "labels-differ" }, change: { on: "selector", set: "selector", labels: [["app", "checkout"]] } }],
    });
  });

  it.each([
    ["a hand-written machine: its labels", "", [], { on: "machine", set: "labels" }],
    ["a registered machine: the selector, which matches nobody", "other", [], { on: "selector", set: "selector" }],
    ["a registered machine, and a selector that matches another machine: no edit", "other", [["tier", "web"]], null],
    ["a registered machine that differs from its group: its labels", "wide", [["tier", "web"]], { on: "machine", set: "labels" }],
  ] as const)("offers for a near miss the edit that fits the origin of the labels: %s", (_what, group, labelsOfOther, change) => {
    const near = sortedLabelSet([
      ["app", "checkout"],
      ["tier", "web"],
    ]);
    select(aService({ name: "near", selector: near }));
    const bare = aGroup();
    for (const [name, labels] of [
      ["other", SELECTOR],
      ["wide", near],
    ] as const)
      fleet.store.upsertGroup({ ...bare, name, uid: name, cluster: HOSTS_CLUSTER, entryLabels: labels, template: { ...bare.template, labels: [] } });
    vm(1, { owner: null, registrationGroup: group });
    vm(2, { owner: null, registrationGroup: "", specLabels: sortedLabelSet([...SELECTOR, ...labelsOfOther]) });
    expect(ofEntry().entry?.nearest?.refusals[0]?.change ?? null).toEqual(change === null ? null : expect.objectContaining(change));
  });

  it.each<[string, Parameters<typeof open>[1], Partial<SelectedByHead["sight"]>, string[]]>([
    ["Services", { services: [] }, { services: false, serviceEntries: true, elsewhere: false }, ["ServiceEntry"]],
    ["ServiceEntries", { serviceentries: ["legacy"] }, { services: true, serviceEntries: false, elsewhere: false }, ["Service"]],
    ["those of other namespaces", { services: ["shop"] }, { services: true, serviceEntries: true, elsewhere: false }, ["Service", "ServiceEntry"]],
    ["DestinationRules", { destinationrules: [] }, { services: true, tls: false }, ["Service", "ServiceEntry"]],
  ])("is told without %s to whoever may not list them", (_what, kinds, sight, selectors) => {
    select(aService({ selector: SELECTOR }), aHostEntry({ selector: SELECTOR }));
    const head = ofEntry(kinds);
    expect(head.sight).toMatchObject(sight ?? {});
    expect(head.entry?.hosts.map(({ selector }) => selector.kind).sort()).toEqual(selectors);
  });

  it("names the gateways that are not visible", () => {
    fleet.store.setWorld(meshWorld([], {}, {}, { kind: "known", value: [aKubernetesGateway()], source: "Gateways" }), NOW);
    const doubts = (seen: NamespaceScope) => ofEntry({ "gateways.gateway.networking.k8s.io": seen }).sight?.doubts.map(({ source }) => source);
    expect(doubts([])).toContain("Gateways of the Kubernetes Gateway API are not visible to you");
    expect(doubts("all")).not.toContain("Gateways of the Kubernetes Gateway API are not visible to you");
  });

  it("is not told of a machine out of sight, nor when something out of sight changes", () => {
    expect(ofEntry({ workloadentries: ["legacy"] })).toEqual({ found: false, sight: null, entry: null, group: null });
    const view = open(selectedByQuery("entry", VM), { services: ["shop"] });
    view.compute();
    select(aService({ namespace: "legacy" }));
    expect(changes).toBe(0);
    select(aService());
    expect(changes).toBe(1);
    view.close();
    select(aService({}, "2"));
    expect(changes).toBe(1);
  });
});

describe("the policies that touch a machine", () => {
  const policy = (kind: "peerauthentications" | "authorizationpolicies", parsed: object) => ({
    ...{ cluster: HOSTS_CLUSTER, kind, uid: kind, namespace: "shop", name: "p", resourceVersion: "1", createdAt: 0, unreadable: null, fields: [] },
    parsed: { namespace: "shop", name: "p", createdAt: 0, labels: [], ...parsed },
  });

  it("are told by the labels that they see, and as far as they are in sight", () => {
    select(aHostEntry({ selector: SELECTOR }));
    fleet.tables.peerauthentications.upsert(policy("peerauthentications", { selector: SELECTOR, mode: "STRICT", ports: [] }) as never);
    fleet.tables.authorizationpolicies.upsert(
      policy("authorizationpolicies", { selector: sortedLabelSet([["tier", "pci"]]), targets: [], action: "DENY", rules: 1 }) as never,
    );
    for (const source of ["peerauthentications", "authorizationpolicies"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", LIVE);
    const seen = { peerauthentications: "all", authorizationpolicies: "all" } as const;
    const told = ofEntry(seen);
    expect(told.entry?.policies).toMatchObject({
      lines: [{ resource: "peerauthentications", by: "labels", deed: { what: "takes", mode: "STRICT", decides: true } }],
      labelsBy: { name: "a" },
      bundle: "group",
      undecided: 0,
    });
    expect(told.sight).toMatchObject({ tls: true, policies: ["sidecars"] });
    expect(ofEntry({ ...seen, workloadgroups: [] }).entry?.policies).toMatchObject({ bundle: "unknown", undecided: 1 });
    expect(ofEntry({ authorizationpolicies: "all" })).toMatchObject({ entry: { policies: { lines: [] } }, sight: { tls: false } });
  });
});

describe("who selects the machines of a group", () => {
  it("are hosts by how many they take, with all that answers for each, and the machines that none takes", () => {
    select(aService({ name: "both", selector: SELECTOR }), aHostEntry({ name: "one", selector: sortedLabelSet([["version", "2"]]) }));
    vm(2, { specLabels: sortedLabelSet([["version", "2"]]), metadataLabels: [], health: aReport("False") });
    vm(3, { metadataLabels: sortedLabelSet([["app", "checkout-canary"]]), specLabels: [] });
    fleet.tables["workload-pods"].upsert(aTablePod({ labels: SELECTOR }));
    expect(ofGroup().group).toMatchObject({
      machines: 3,
      untaken: 1,
      untakenBy: [{ count: 1, names: ["vm-3"], nearest: { selector: { name: "both" } } }],
      hosts: [
        {
          selector: { name: "both" },
          takes: 1,
          template: [],
          machines: { taken: 1, serving: 1 },
          pods: { taken: 1, ready: 1 },
          zones: [{ serving: 1 }],
          ejects: false,
        },
        { selector: { name: "one" }, takes: 1, template: [{ reason: { code: "labels-differ" } }], machines: { taken: 1, serving: 0 }, zones: [] },
      ],
    });
  });

  it("are also machines of a ServiceEntry with resolution NONE, if another object of the namespace has the host name and a list", () => {
    const none = aHostEntry({ name: "none", createdAt: 2, hosts: ["a.example.com"], selector: SELECTOR, resolution: "NONE" });
    const owner = aHostEntry({ name: "owner", createdAt: 1, hosts: ["a.example.com"], selector: sortedLabelSet([["app", "other"]]) });
    const told = () => headOf(selectedByQuery("group", GROUP)).group;
    select(none);
    expect([told()?.hosts.map(({ selector, takes }) => [selector.name, takes]), told()?.untaken]).toEqual([[], 2]);
    select(owner);
    expect([told()?.hosts.map(({ selector, takes, machines }) => [selector.name, takes, machines?.taken]), told()?.untaken]).toEqual([[["none", 2, 2]], 0]);
    expect(told()?.hosts[0]?.template).toEqual([]);
  });

  it("are hosts of its template alone where its machines are out of sight, and of its machines where its object is", () => {
    select(aService({ selector: SELECTOR }));
    expect(ofGroup({ workloadentries: [] }).group).toMatchObject({
      machines: null,
      untaken: 0,
      hosts: [{ takes: 0, template: [], machines: null, pods: null }],
    });
    expect(ofGroup({ workloadgroups: [] }).group).toMatchObject({ machines: 2, hosts: [{ takes: 2, template: null }], policies: null });
  });

  it("are told anew when the counts of a host are others, but not where these are out of sight", () => {
    select(aService({ selector: SELECTOR }));
    open(selectedByQuery("group", GROUP), { pods: [] }).compute();
    fleet.tables["workload-pods"].upsert(aTablePod({ labels: SELECTOR }));
    expect(changes).toBe(0);
    open(selectedByQuery("group", GROUP)).compute();
    fleet.tables["workload-pods"].upsert(aTablePod({ labels: SELECTOR, ready: false }, "2"));
    expect(changes).toBe(1);
  });
});

it("is asked of an entry or a group", () => {
  for (const query of ["", "of=host&cluster=a&ns=b&name=c", "of=entry&cluster=a&ns=b"]) expect(() => open(query)).toThrow("Say of what");
});
