import { describe, expect, it } from "vitest";
import { formatServiceQuery, type ServiceQuery } from "@/lib/contract/url/service-query";
import type { EndpointRow, ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { DestinationRule, PeerAuthentication } from "@/lib/domain/selection/policies";
import type { NamespaceScope, Scope, WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { CHECKED_VIEWS } from "@/lib/server/live/views/checked-views";
import { anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope, policyOf } from "@/lib/testing/hosts";
import { aGatewayService, meshWorld } from "@/lib/testing/mesh-world";
import { aDestinationRule, anEntryPort, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";

const SOURCES = ["services", "serviceentries", "destinationrules", "sidecars", "peerauthentications", "authorizationpolicies", "virtualservices"] as const;
const ALL: Readonly<Partial<Record<WatchedKind, NamespaceScope>>> = Object.fromEntries(SOURCES.map((source) => [source, "all"]));
const vm = (n: number, own: Partial<WorkloadEntry> = {}) =>
  anEntry({ specLabels: [["app", "a"]], metadataLabels: [], uid: `${own.namespace ?? "shop"}-vm-${n}`, name: `vm-${n}`, address: `10.0.0.${n}`, ...own });

function liveSources() {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const source of SOURCES) fleet.setFreshness(HOSTS_CLUSTER, source as "services", "*", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
  return fleet;
}

/** The page of the Service `a` in `shop`, or of another object. */
function open(fleet: ReturnType<typeof liveSources>, object: Partial<ServiceQuery> = {}, scope: Scope = hostScope(ALL)) {
  const query = formatServiceQuery({
    ...{ cluster: HOSTS_CLUSTER, kind: "Service", namespace: "shop", name: "a", host: "", from: null, caller: "sidecar", pinned: null },
    ...{ mode: "sidecar", words: "", sort: "" },
    ...object,
  });
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const view = CHECKED_VIEWS.service({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50, changed: () => undefined });
  const state = () => {
    const { head, rows } = view.compute();
    return { head: head as unknown as ServiceHead, rows: rows as unknown as readonly EndpointRow[] };
  };
  const detail = (): ServiceDetail => {
    const found = state().head.detail;
    if (found === null) throw new Error("There is no such service.");
    return found;
  };
  return { state, detail };
}

/** A Service `a` with a machine and a Pod. */
function withPod() {
  const fleet = liveSources();
  fleet.store.upsertEntry(vm(1), NOW, "seen");
  fleet.tables.services.upsert(aService() as never);
  fleet.tables["workload-pods"].upsert(aTablePod());
  return fleet;
}

const rule = (tls: string, ofPort: string | null = null) =>
  aDestinationRule({
    host: "a.shop.svc.cluster.local",
    policy: aTrafficPolicy({ tls, ports: ofPort === null ? [] : [{ port: 80, tls: ofPort, outlier: null, balancer: null }] }),
  });
const disable = (own: Partial<PeerAuthentication> = {}): PeerAuthentication => ({
  ...{ namespace: "shop", name: "off", createdAt: 0, labels: [], selector: [], mode: "DISABLE", ports: [], ...own },
});

it.each<[string, { rules?: DestinationRule[]; authentications?: PeerAuthentication[]; own?: Partial<WorkloadEntry> }, string[], string]>([
  ["an account", {}, ["vm-1 mutual account null", "pod-1 plain no-sidecar no-sidecar"], "by-endpoint marks"],
  ["no account", { own: { serviceAccount: "" } }, ["vm-1 plain no-account no-account", "pod-1 plain no-sidecar no-sidecar"], "by-endpoint marks"],
  [
    "ISTIO_MUTUAL and no account",
    { own: { serviceAccount: "" }, rules: [rule("ISTIO_MUTUAL")] },
    ["vm-1 mutual destination-rule no-account", "pod-1 mutual destination-rule no-sidecar"],
    "mutual destination-rule",
  ],
  [
    "DISABLE",
    { rules: [rule("DISABLE")] },
    ["vm-1 plain destination-rule destination-rule", "pod-1 plain destination-rule no-sidecar"],
    "plain destination-rule",
  ],
  [
    "DISABLE but not on the port",
    { rules: [rule("DISABLE", "ISTIO_MUTUAL")] },
    ["vm-1 mutual destination-rule null", "pod-1 mutual destination-rule no-sidecar"],
    "mutual destination-rule",
  ],
  [
    "a DISABLE policy",
    { authentications: [disable()] },
    ["vm-1 plain peer-authentication peer-authentication", "pod-1 plain peer-authentication no-sidecar"],
    "plain peer-authentication",
  ],
  [
    "a DISABLE policy of its labels",
    { authentications: [disable({ selector: [["app", "a"]] })] },
    ["vm-1 plain peer-authentication peer-authentication", "pod-1 plain no-sidecar no-sidecar"],
    "by-endpoint marks",
  ],
])("reports TLS by endpoint with its cause, and what closes a gateway: %s", (_what, { rules = [], authentications = [], own = {} }, rows, callers) => {
  const fleet = withPod();
  fleet.store.upsertEntry(vm(1, { resourceVersion: "2", ...own }), NOW, "seen");
  for (const one of rules) fleet.tables.destinationrules.upsert(policyOf("destinationrules", one));
  for (const one of authentications) fleet.tables.peerauthentications.upsert(policyOf("peerauthentications", one));
  const view = open(fleet);
  const told = view.state().rows.filter(({ name }) => name === "vm-1" || name === "pod-1");
  expect(told.map(({ name, tls, tlsCause, gatewayClosed }) => `${name} ${tls} ${tlsCause} ${gatewayClosed}`)).toEqual(rows);
  const { callersTls } = view.detail();
  expect(callersTls?.map(({ port, tls, because }) => `${port} ${tls} ${because}`)).toEqual([`80 ${callers}`]);
});

it("reports the TLS of callers for each port of the object, not for the owner's first port", () => {
  const fleet = withPod();
  const ports = [aServicePort({ number: 80 }), aServicePort({ name: "other", number: 90 })];
  fleet.tables.services.upsert(aService({ ports }) as never);
  fleet.tables.serviceentries.upsert(
    aHostEntry({ name: "beside", hosts: ["a.shop.svc.cluster.local"], ports: [anEntryPort({ name: "other", number: 90 })] }) as never,
  );
  fleet.tables.destinationrules.upsert(policyOf("destinationrules", rule("DISABLE", "ISTIO_MUTUAL")));
  const tls = (object: Partial<ServiceQuery>) =>
    open(fleet, object)
      .detail()
      .callersTls?.map((one) => `${one.port} ${one.tls}`);
  expect(tls({})).toEqual(["80 mutual", "90 plain"]);
  expect(tls({ kind: "ServiceEntry", name: "beside" })).toEqual(["90 plain"]);
});

it("compares the TLS of machines and Pods by the callers' connections, not by tlsMode", () => {
  const fleet = withPod();
  fleet.tables.destinationrules.upsert(policyOf("destinationrules", rule("DISABLE")));
  const tls = open(fleet)
    .detail()
    .differences.find(({ aspect }) => aspect === "tls");
  expect(tls).toMatchObject({ differs: false, machines: [{ value: "plain" }], pods: [{ value: "plain" }] });
});

it("compares only machines and Pods that the caller gets", () => {
  const fleet = withPod();
  fleet.tables.services.upsert(aService({ ports: [aServicePort({ target: "web" }), aServicePort({ name: "admin", number: 81, target: 8081 })] }) as never);
  fleet.store.upsertEntry(vm(1, { ports: [["web", 9000]] }), NOW, "seen");
  fleet.store.upsertEntry(vm(2, { gate: "true", health: aReport("False"), serviceAccount: "other", ports: [["web", 9001]] }), NOW, "seen");
  const { compared, differences } = open(fleet).detail();
  expect(compared).toEqual({ machines: { sent: 1, leftOut: 1 }, pods: { sent: 1, leftOut: 0 } });
  expect(differences.filter(({ aspect }) => aspect === "account")).toMatchObject([{ machines: [{ count: 1 }] }]);
});

it("compares nothing if another object defines the host name for the caller", () => {
  const fleet = withPod();
  fleet.tables.services.upsert(aService({ selector: [["app", "b"]] }) as never);
  fleet.tables.serviceentries.upsert(
    aHostEntry({ name: "beside", hosts: ["a.shop.svc.cluster.local"], ports: [anEntryPort({ name: "other", number: 90 })] }) as never,
  );
  const { compared, differences } = open(fleet, { kind: "ServiceEntry", name: "beside" }).detail();
  expect(compared).toEqual({ machines: { sent: 0, leftOut: 1 }, pods: { sent: 0, leftOut: 1 } });
  expect(differences).toEqual([]);
});

it("has no port in the cell of a port that callers are not sent, and the reason", () => {
  const fleet = liveSources();
  fleet.store.upsertEntry(vm(1), NOW, "seen");
  fleet.tables.services.upsert(aService({ selector: [["app", "b"]] }) as never);
  const ports = [anEntryPort(), anEntryPort({ name: "other", number: 90 })];
  fleet.tables.serviceentries.upsert(aHostEntry({ name: "beside", hosts: ["a.shop.svc.cluster.local"], ports }) as never);
  const { state, detail } = open(fleet, { kind: "ServiceEntry", name: "beside" });
  const lost = "Service shop/a defines the host name and has no port with this name.";
  expect(state().rows).toMatchObject([{ name: "vm-1", answers: "yes", ports: [8080, null], portsWhy: ["", lost] }]);
  expect(detail().ports.map(({ groups }) => groups.map(({ port }) => port))).toEqual([[8080], [null]]);
});

const CLOSED = "The gateway of its network vpc-1 passes mTLS only, and";

it.each<[claim: string, policy: { rules?: DestinationRule[]; auth?: PeerAuthentication[] }, ports: readonly unknown[], portsWhy: readonly string[]]>([
  [
    "a DestinationRule turns TLS off, but not on port 90",
    { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "DISABLE", ports: [{ port: 90, tls: "ISTIO_MUTUAL", outlier: null, balancer: null }] }) })] },
    [null, 90],
    [`${CLOSED} a DestinationRule sets the TLS mode.`, ""],
  ],
  [
    "a PeerAuthentication turns mTLS off on port 90",
    { auth: [disable({ selector: [["app", "a"]], mode: "PERMISSIVE", ports: [[90, "DISABLE"]] })] },
    [8080, null],
    ["", `${CLOSED} a PeerAuthentication turns mTLS off.`],
  ],
])("has the ports that a gateway passes if %s", (_claim, { rules = [], auth = [] }, ports, portsWhy) => {
  const fleet = liveSources();
  fleet.store.setWorld(meshWorld([aGatewayService("vpc-1")]), NOW);
  fleet.store.upsertEntry(vm(1, { network: "vpc-1" }), NOW, "seen");
  fleet.tables.serviceentries.upsert(aHostEntry({ ports: [anEntryPort(), anEntryPort({ name: "admin", number: 90 })] }) as never);
  for (const one of rules) fleet.tables.destinationrules.upsert(policyOf("destinationrules", one));
  for (const one of auth) fleet.tables.peerauthentications.upsert(policyOf("peerauthentications", one));
  const { state, detail } = open(fleet, { kind: "ServiceEntry", from: { namespace: "shop", locality: "", network: "vpc-9" } });
  expect(state().rows).toMatchObject([{ name: "vm-1", answers: "yes", ports, portsWhy }]);
  expect(detail().ports.map(({ groups }) => groups.map(({ port }) => port))).toEqual(ports.map((port) => [port]));
});

it("has no end for a port whose endpoints join another number of the owner, and names that port", () => {
  const fleet = liveSources();
  fleet.store.upsertEntry(vm(1), NOW, "seen");
  const rates = { hosts: ["rates.example.com"] };
  fleet.tables.serviceentries.upsert(aHostEntry({ ...rates, name: "old", createdAt: 1, selector: [["app", "b"]] }) as never);
  fleet.tables.serviceentries.upsert(aHostEntry({ ...rates, name: "new", createdAt: 2, ports: [anEntryPort({ number: 8081 })] }) as never);
  const { state, detail } = open(fleet, { kind: "ServiceEntry", name: "new" });
  const because = "Callers of port 8081 get no endpoint: it is on port 80, which ServiceEntry shop/old names http.";
  expect(detail().ports).toMatchObject([{ number: 8081, groups: [{ port: null, of: { machines: 1 }, because }] }]);
  expect(state().rows).toMatchObject([{ name: "vm-1", answers: "yes", ports: [null], portsWhy: [because] }]);
});

describe("the TLS of a row", () => {
  const rates = { hosts: ["rates.example.com"] };
  const http = (number: number) => [anEntryPort({ number })];
  const rowsOf = (name: string, objects: readonly ReturnType<typeof aHostEntry>[], own: { rules?: DestinationRule[]; auth?: PeerAuthentication[] } = {}) => {
    const fleet = liveSources();
    fleet.store.upsertEntry(vm(1), NOW, "seen");
    for (const one of objects) fleet.tables.serviceentries.upsert(one as never);
    for (const one of own.rules ?? []) fleet.tables.destinationrules.upsert(policyOf("destinationrules", one));
    for (const one of own.auth ?? []) fleet.tables.peerauthentications.upsert(policyOf("peerauthentications", one));
    const { rows } = open(fleet, { kind: "ServiceEntry", name }).state();
    return rows.map((row) => [row.name, row.tls, row.tlsCause, ...row.tlsByPort.map(({ port, tls, tlsCause }) => `${port} ${tls} ${tlsCause}`)]);
  };

  it.each<[claim: string, name: string, objects: readonly ReturnType<typeof aHostEntry>[], expected: readonly string[]]>([
    [
      "the endpoint joins a port of another number",
      "new",
      [aHostEntry({ ...rates, name: "old", createdAt: 1, selector: [["app", "b"]] }), aHostEntry({ ...rates, name: "new", createdAt: 2, ports: http(8080) })],
      ["vm-1", "mutual", "account"],
    ],
    [
      "the port is not the first of the host name",
      "new",
      [
        aHostEntry({ ...rates, name: "old", createdAt: 1, ports: [anEntryPort({ name: "a", number: 8080 })] }),
        aHostEntry({ ...rates, name: "new", createdAt: 2, ports: [anEntryPort({ name: "b", number: 9090 })] }),
      ],
      ["vm-1", "mutual", "account"],
    ],
    [
      "callers resolve the host name by DNS",
      "new",
      [
        aHostEntry({ ...rates, name: "old", createdAt: 1, resolution: "DNS", selector: null }),
        aHostEntry({ ...rates, name: "new", createdAt: 2, resolution: "DNS", selector: null, ports: [anEntryPort({ name: "tls", number: 443 })] }),
      ],
      ["rates.example.com", "plain", "no-account"],
    ],
  ])("is that of the joined port if %s", (_claim, name, objects, expected) => {
    expect(rowsOf(name, objects)).toEqual([expected]);
  });

  const two = aHostEntry({ ports: [...http(80), anEntryPort({ name: "admin", number: 90 })] });
  const ofPort90 = aTrafficPolicy({ tls: "DISABLE", ports: [{ port: 90, tls: "ISTIO_MUTUAL", outlier: null, balancer: null }] });
  it("differs by port with portLevelSettings of a DestinationRule", () => {
    const rules = [aDestinationRule({ policy: ofPort90 })];
    expect(rowsOf("a", [two], { rules })).toEqual([["vm-1", "plain", "destination-rule", "80 plain destination-rule", "90 mutual destination-rule"]]);
  });

  it("differs by port with portLevelMtls of a PeerAuthentication", () => {
    const auth = [disable({ selector: [["app", "a"]], mode: "PERMISSIVE", ports: [[90, "DISABLE"]] })];
    expect(rowsOf("a", [two], { auth })).toEqual([["vm-1", "mutual", "account", "80 mutual account", "90 plain peer-authentication"]]);
  });

  it("has one value if all ports have the same", () => {
    expect(rowsOf("a", [two])).toEqual([["vm-1", "mutual", "account"]]);
  });
});
