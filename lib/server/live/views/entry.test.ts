import { beforeEach, expect, it } from "vitest";
import type { EntryHead } from "@/lib/contract/views/entries";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { aGatewayService, meshWorld, worldOfVersions } from "@/lib/testing/mesh-world";
import { CHECKED_VIEWS } from "./checked-views";

let fleet: ReturnType<typeof liveFleet>;
let changes: number;

const ALL = hostScope({ configmaps: "all", nodes: "all", namespaces: "all", "gateways.gateway.networking.k8s.io": "all" });
const bothGateways = {
  networks: [{ name: "vpc-2", gateways: [{ address: "198.51.100.1", service: "", port: 15_443, locality: "" }], cidrs: [], registries: [] }],
};
const same = (outcome: string) => ({ own: outcome, others: outcome, none: outcome });
const BEHIND = { own: "nothing", others: "gateway", none: "gateway" };

function machine(change: Partial<WorkloadEntry> = {}): void {
  const own = { uid: "uid-1", name: "vm-1", address: "", network: "vpc-2", specLabels: [["app", "a"]], metadataLabels: [], owner: null } as const;
  fleet.store.upsertEntry(anEntry({ ...own, ...change }), NOW, "seen");
}

function open(scope = ALL) {
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const changed = () => {
    changes++;
  };
  const query = `cluster=${HOSTS_CLUSTER}&ns=shop&name=vm-1`;
  return CHECKED_VIEWS.entry({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 60, changed });
}

function reachNow(scope = ALL) {
  const view = open(scope);
  const { detail } = view.compute().head as unknown as EntryHead;
  view.close();
  return detail?.addressReach;
}

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  changes = 0;
  fleet.store.setWorld(meshWorld([aGatewayService("vpc-2")]), NOW);
});

it.each<[string, Partial<WorkloadEntry>, Parameters<typeof meshWorld>, object | null]>([
  ["behind a gateway", {}, [[aGatewayService("vpc-2")]], BEHIND],
  ["behind a gateway of meshNetworks", {}, [[], bothGateways], BEHIND],
  ["without the mTLS mark", { serviceAccount: "" }, [[aGatewayService("vpc-2")]], same("nothing")],
  ["beside a gateway of another network", {}, [[aGatewayService("vpc-1")]], same("nothing")],
  ["beside a gateway that has no address yet", {}, [[aGatewayService("vpc-1", { addresses: [] })]], same("empty-address")],
  ["in a mesh without a gateway", {}, [[]], same("empty-address")],
  ["that names no network", { network: "" }, [[]], same("empty-address")],
  ["that has an address", { address: "10.0.0.1" }, [[]], null],
])("has the outcome for callers of an entry without an address: %s", (_entry, change, parts, expected) => {
  fleet.store.setWorld(meshWorld(...parts), NOW);
  machine(change);
  expect(reachNow()).toEqual(expected);
});

it("returns an unknown outcome without an address when gateways are not visible or not recorded", () => {
  machine();
  expect(reachNow(hostScope({ configmaps: "all", namespaces: "all", services: [] }))).toEqual(same("not-known"));
  fleet.store.setWorld(aWorld(), NOW);
  expect(reachNow()).toEqual(same("not-known"));
});

it("computes the outcome without an address again when a service of the entry changes", () => {
  machine();
  const view = open();
  fleet.tables.serviceentries.upsert(aHostEntry({ resolution: "DNS" }) as never);
  expect(changes).toBeGreaterThan(0);
  expect(reachNow()).toEqual(same("not-known"));
  fleet.tables.services.upsert(aService() as never);
  expect(reachNow()).toEqual(same("by-service"));
  expect(reachNow(hostScope({ configmaps: "all", namespaces: "all", "gateways.gateway.networking.k8s.io": "all", serviceentries: [] }))).toEqual(BEHIND);
  view.close();
});

it("does not compute the outcome again for hidden services, or for an entry with an address", () => {
  machine();
  const view = open(hostScope({ serviceentries: [] }));
  changes = 0;
  fleet.tables.serviceentries.upsert(aHostEntry({ resolution: "DNS" }) as never);
  expect(changes).toBe(0);
  view.close();
  machine({ address: "10.0.0.1" });
  const other = open();
  changes = 0;
  fleet.tables.services.upsert(aService() as never);
  expect(changes).toBe(0);
  other.close();
});

it.each<[Partial<WorkloadEntry>, string]>([
  [{ locality: "eu.a" }, "spec.locality"],
  [{ locality: "", metadataLabels: [["istio-locality", "eu.a"]] }, "istio-locality"],
  [{ locality: "" }, ""],
])("has the source of the locality of %j", (change, source) => {
  machine(change);
  const view = open();
  const { detail } = view.compute().head as unknown as EntryHead;
  expect([detail?.localityFrom, detail?.localityByVersion]).toEqual([source, null]);
  view.close();
});

it.each([
  [["1.28.3"], "", undefined, { other: "eu/eu-a", isKnown: true }],
  [["1.31.0"], "topology.istio.io/locality", "eu-a", { other: "", isKnown: true }],
  [[null], "topology.istio.io/locality", "eu-a", { other: "", isKnown: false }],
  [["1.28.3", "1.31.0"], "", undefined, { other: "eu/eu-a", isKnown: false }],
  [[], "topology.istio.io/locality", "eu-a", { other: "", isKnown: false }],
])("has the locality and the derived labels that istiods of %j read", (versions, source, zone, byVersion) => {
  fleet.store.setWorld({ ...worldOfVersions(versions), cluster: HOSTS_CLUSTER }, NOW);
  machine({ locality: "", metadataLabels: [["topology.istio.io/locality", "eu.eu-a"]] });
  const view = open();
  const { detail } = view.compute().head as unknown as EntryHead;
  expect([detail?.localityFrom, detail?.localityByVersion]).toEqual([source, byVersion]);
  expect(detail?.labels.find(({ key }) => key === "topology.kubernetes.io/zone")?.value).toBe(zone);
  view.close();
});

it("has the last time without observation since the state of the entry began", () => {
  machine();
  const unrecorded = () => (open().compute().head as unknown as EntryHead).detail?.unrecorded;
  expect(unrecorded()).toBeNull();
  fleet.setUnrecorded(HOSTS_CLUSTER, "*", { from: NOW - 5_000, to: NOW - 1_000 });
  expect(unrecorded()).toBeNull();
  const entry = fleet.byName(HOSTS_CLUSTER, "shop", "vm-1");
  if (entry !== null) fleet.resume(entry, { at: NOW - 60_000, notBefore: null }, NOW);
  expect(unrecorded()).toEqual({ from: NOW - 5_000, to: NOW - 1_000 });
  fleet.setUnrecorded(HOSTS_CLUSTER, "other", { from: NOW - 3_000, to: NOW });
  expect(unrecorded()).toEqual({ from: NOW - 5_000, to: NOW - 1_000 });
});
