import { beforeEach, describe, expect, it } from "vitest";
import type { ControlPlaneHead, ReplicaRow } from "@/lib/contract/views/control-plane";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type NamespaceScope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { replicaTalliesOf } from "@/lib/server/control-plane/replica-tallies";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, GRACE_MS, MAX_AGE_MS, NOW } from "@/lib/testing/entries";
import { CHECKED_VIEWS } from "./checked-views";

const MINUTE = 60_000;
let fleet: ReturnType<typeof liveFleet>;
let now: number;
let changes: number;

const A = aReplica({ name: "istiod-a", uid: "a" });
const B = aReplica({ name: "istiod-b", uid: "b" });
const CANARY = aReplica({ name: "istiod-canary", uid: "c", revision: "1-31" });

beforeEach(() => {
  now = NOW;
  changes = 0;
  fleet = liveFleet(["prod-eu"], () => now);
  fleet.store.setWorld(aWorld([A, B, CANARY]), NOW);
});

const put = (name: string, own: Partial<WorkloadEntry> = {}) =>
  fleet.store.upsertEntry(anEntry({ uid: `${own.namespace ?? "shop"}-${name}`, name, controller: "istiod-a", ...own }), now, "seen");

function sight(change: Partial<Record<WatchedKind, NamespaceScope>> = {}) {
  const kinds: Partial<Record<WatchedKind, NamespaceScope>> = { workloadentries: "all", workloadgroups: "all", pods: "all", namespaces: "all", ...change };
  return scopeFromPermissions(new Map([["prod-eu", new Map(Object.entries(kinds) as [WatchedKind, NamespaceScope][])]]));
}

function open(query = "", scope = sight()) {
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const changed = () => void changes++;
  return CHECKED_VIEWS["control-plane"]({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50, changed });
}

function seen(query = "", scope = sight()) {
  const view = open(query, scope);
  const { head, rows } = view.compute();
  view.close();
  const told = head as unknown as ControlPlaneHead;
  const cluster = told.clusters[0];
  if (cluster === undefined) throw new Error("No cluster is in sight.");
  return { head: told, cluster, rows: rows as unknown as readonly ReplicaRow[] };
}

const rowOf = (rows: readonly ReplicaRow[], name: string) => {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`There is no row of ${name}.`);
  return row;
};

describe("the replicas", () => {
  it("hold the machines that are connected, however old, and are named by those that are not", () => {
    put("one");
    put("two", { connectedAt: ago(20 * MINUTE) });
    put("late", { connectedAt: ago(34 * MINUTE) });
    put("ill", { controller: "istiod-b", health: aReport("False", "503") });
    put("leaving", { controller: "istiod-b", connectedAt: null, disconnectedAt: ago(GRACE_MS / 2) });
    put("left", { controller: "istiod-b", connectedAt: null, disconnectedAt: ago(2 * GRACE_MS) });
    put("ghost", { controller: "istiod-gone", connectedAt: ago(10 * MINUTE) });
    const { rows, cluster } = seen();
    expect(rows.map(({ name, standing }) => `${name} ${standing}`)).toEqual(["istiod-canary runs", "istiod-a runs", "istiod-b runs", "istiod-gone gone"]);
    expect(rowOf(rows, "istiod-a")).toMatchObject({ held: 3, overdue: 1, machines: 3, even: 2, began: 1, unverified: 0, revision: "default" });
    expect(rowOf(rows, "istiod-a").oldest).toBe(Math.floor((NOW - 34 * MINUTE) / 10_000) * 10_000);
    expect(rowOf(rows, "istiod-b")).toMatchObject({ held: 1, machines: 3, reconnecting: 1, disconnected: 1 });
    expect(countWithState(rowOf(rows, "istiod-b").counts, "unhealthy")).toBe(1);
    const ghost = rowOf(rows, "istiod-gone");
    expect(ghost).toMatchObject({ held: 0, unverified: 1, even: null, revision: "", zone: "" });
    expect(ghost.sweep).toMatchObject({ assumed: false });
    expect((ghost.sweep?.from ?? 0) - (NOW - 10 * MINUTE + 1.5 * MAX_AGE_MS)).toBeLessThanOrEqual(0);
    expect(cluster).toMatchObject({ managed: 7, held: 4, overdue: 1, ghosts: 1, leaked: 0, reconnecting: 1, disconnected: 1, replicas: { running: 3 } });
  });

  it("of one revision are compared with each other only", () => {
    for (let n = 0; n < 40; n++) put(`a-${n}`);
    for (let n = 0; n < 10; n++) put(`canary-${n}`, { controller: "istiod-canary" });
    const { cluster, rows } = seen();
    expect(cluster.revisions).toEqual([
      { revision: "1-31", running: 1, held: 10, fullest: null },
      { revision: "default", running: 2, held: 40, fullest: { name: "istiod-a", held: 40, even: 20, isUneven: true } },
    ]);
    expect([rowOf(rows, "istiod-b").even, rowOf(rows, "istiod-canary").even]).toEqual([20, null]);
    expect(cluster.rate).toMatchObject({ began: 50, windowMs: MINUTE, kind: "more" });
  });

  it("are not visible without Pods, though machines name them", () => {
    put("one");
    const { rows, cluster } = seen("", sight({ pods: [] }));
    expect(rows).toMatchObject([{ name: "istiod-a", standing: "not-visible", held: 1, zone: "", revision: "" }]);
    expect(cluster).toMatchObject({ replicas: { kind: "denied", running: 0 }, revisions: [], flags: null });
  });

  it("count the machines in sight, and of the namespaces that were picked", () => {
    put("one");
    put("two", { namespace: "legacy" });
    put("three", { namespace: "legacy", controller: "istiod-secret" });
    const shop = seen("", sight({ workloadentries: ["shop"] }));
    expect(shop.rows.map(({ name, held }) => `${name} ${held}`)).toEqual(["istiod-canary 0", "istiod-a 1", "istiod-b 0"]);
    expect(seen("ns=legacy").cluster).toMatchObject({ managed: 2, held: 1, ghosts: 1 });
    expect(() => seen("cluster=other")).toThrow("No cluster is in sight.");
  });
});

describe("keys of the mesh configuration that istiod rejects", () => {
  const rejected = { key: "mesh", by: "istiod", why: "its key mesh is not YAML", before: null } as const;
  const shown = (may: NamespaceScope | undefined) => {
    const meshes = meshFactsByRevision(
      { namespace: "istio-system", pods: [], deployments: [], configOf: () => ({ kind: "read", told: {}, rejected: [rejected] }) },
      ["canary"],
    );
    fleet.store.setWorld(aWorld([A], { meshes }), NOW);
    return seen("", sight(may === undefined ? {} : { configmaps: may })).cluster.rejectedConfig;
  };

  it("are listed for each revision", () => {
    const text = { key: "mesh", by: "istiod", why: "its key mesh is not YAML", isBeforeKnown: false };
    expect(shown("all")).toEqual([
      { configMap: "istio-canary", ...text },
      { configMap: "istio", ...text },
    ]);
  });

  it("are not listed without the right to the ConfigMap", () => {
    expect(shown(undefined)).toEqual([]);
  });
});

describe("revisions", () => {
  it("of a namespace, or of a group's label, are compared with who holds the machines", () => {
    const namespaces = {
      kind: "known" as const,
      value: new Map([["shop", { network: "", distribution: null, revision: "1-31" }]]),
      source: "namespaces",
    };
    fleet.store.setWorld(aWorld([A, CANARY], { places: { ...aWorld().places, namespaces } }), NOW);
    fleet.store.upsertGroup(aGroup());
    fleet.store.upsertGroup(aGroup({ name: "labelled", uid: "labelled", entryLabels: sortedLabelSet([["istio.io/rev", "stable"]]) }));
    put("one");
    put("two", { controller: "istiod-canary" });
    put("three", { registrationGroup: "labelled", owner: null, metadataLabels: sortedLabelSet([["istio.io/rev", "stable"]]) });
    const { head, cluster } = seen();
    expect(head.mismatches).toMatchObject([
      { group: "checkout", wantedBy: "namespace", wanted: "1-31", isUnknown: false, heldBy: [{ revision: "default", count: 1 }], others: 1 },
      { group: "labelled", wantedBy: "group", wanted: "stable", isUnknown: true, others: 1 },
    ]);
    expect(cluster.labels).toEqual([
      { revision: "", count: 2 },
      { revision: "stable", count: 1 },
    ]);
    expect(seen("", sight({ namespaces: [] })).head.mismatches.map(({ group }) => group)).toEqual(["labelled"]);
  });
});

describe("the tallies", () => {
  it("are kept as machines change, equal to counting them anew", () => {
    const kept = replicaTalliesOf(fleet);
    put("one");
    put("two");
    put("two", { controller: "istiod-b", connectedAt: ago(0), resourceVersion: "1201" });
    put("three", { health: aReport("False", "503") });
    fleet.store.setWorld(aWorld([B]), NOW);
    now += 35 * MINUTE;
    fleet.store.tick(now);
    fleet.store.removeEntry("prod-eu", "shop-three", now, "seen");
    const [group] = fleet.groups();
    if (group === undefined) throw new Error("There is no group.");
    const fresh = liveFleet(["prod-eu"], () => now);
    fresh.store.setWorld(aWorld([B]), now);
    fresh.store.upsertEntry(anEntry({ uid: "shop-one", name: "one", controller: "istiod-a" }), now, "seen");
    fresh.store.upsertEntry(anEntry({ uid: "shop-two", name: "two", controller: "istiod-b", connectedAt: ago(0) }), now, "seen");
    const [same] = fresh.groups();
    if (same === undefined) throw new Error("There is no group.");
    const sorted = (all: ReturnType<typeof kept.of>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(kept.of(group.place))).toEqual(sorted(replicaTalliesOf(fresh).of(same.place)));
    expect(kept.of(group.place).get("istiod-a")?.connections).toMatchObject({ ghost: 1, connected: 0 });
    expect(kept.of(group.place).get("istiod-b")?.connections).toMatchObject({ overdue: 1 });
  });

  it("tell a view of what is in its sight only", () => {
    const view = open("", sight({ workloadentries: ["shop"] }));
    view.compute();
    changes = 0;
    put("one", { namespace: "legacy" });
    expect(changes).toBe(0);
    put("one");
    expect(changes).toBeGreaterThan(0);
    view.close();
  });
});
