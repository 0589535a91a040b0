import { beforeEach, describe, expect, it } from "vitest";
import type { EntryHead } from "@/lib/contract/views/entries";
import type { FleetHead, ShellHead } from "@/lib/contract/views/fleet";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import type { ViewRequest, ViewState } from "@/lib/contract/views/view";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type NamespaceScope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { CLEANUP_SLACK_MS } from "@/lib/domain/verdict/timing";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";
const scopeWith = (change: Partial<Record<WatchedKind, NamespaceScope>> = {}) => {
  const kinds = { workloadentries: "all", workloadgroups: "all", pods: "all", ...change } satisfies Partial<Record<WatchedKind, NamespaceScope>>;
  return scopeFromPermissions(new Map([[CLUSTER, new Map(Object.entries(kinds) as [WatchedKind, NamespaceScope][])]]));
};

let fleet: ReturnType<typeof liveFleet>;
let changes: number;

beforeEach(() => {
  fleet = liveFleet([CLUSTER], () => NOW);
  changes = 0;
  fleet.store.setWorld(aWorld(), NOW);
  fleet.store.upsertGroup(aGroup({ expectedSize: "3" }));
  upsert("1");
  upsert("2", { health: aReport("False", "503"), locality: "eu/eu-b" });
});

function upsert(uid: string, change: Parameters<typeof anEntry>[0] = {}): void {
  fleet.store.upsertEntry(anEntry({ uid, name: `vm-${uid}`, ...change }), NOW, "seen");
}

function open(kind: ViewRequest["kind"], query = "", scope = scopeWith()) {
  const changed = () => {
    changes++;
  };
  return CHECKED_VIEWS[kind]({
    fleet,
    lists: new StandingLists(fleet),
    viewer: { subject: "somebody", scope, mayWrite: false },
    query,
    offset: 0,
    limit: 50,
    changed,
  });
}

/** A head by its contract: what the server builds is typed where it is built. */
const headOf = <H>(state: ViewState): H => state.head as H;

const GROUP = `cluster=${CLUSTER}&ns=shop&name=checkout`;
const TEN_MINUTES_AGO = NOW - 600_000;
const ENTRY = `cluster=${CLUSTER}&ns=shop&name=vm-1`;

describe("the view of the fleet", () => {
  it("hears of a new world though no machine is judged otherwise", () => {
    const view = open("fleet");
    expect(headOf<FleetHead>(view.compute()).replicas.running).toBe(1);
    fleet.store.setWorld(aWorld([aReplica(), aReplica({ name: "istiod-new" })]), NOW);
    expect(changes).toBeGreaterThan(0);
    expect(headOf<FleetHead>(view.compute()).replicas.running).toBe(2);
  });

  it("names no replica, and calls them denied, where Pods are out of sight", () => {
    const scope = scopeWith({ pods: [] });
    expect(headOf<FleetHead>(open("fleet", "", scope).compute()).replicas).toMatchObject({ kind: "denied", running: 0 });
    expect(headOf<EntryHead>(open("entry", ENTRY, scope).compute()).detail).toMatchObject({ replica: null, replicasKind: "denied" });
  });

  it("does not hear of renewed connections, nor of anything once it is closed", () => {
    const view = open("fleet");
    upsert("1", { connectedAt: ago(1_000), resourceVersion: "2" });
    expect(changes).toBe(0);
    view.close();
    upsert("9");
    fleet.store.setWorld(aWorld([]), NOW);
    expect(changes).toBe(0);
  });
});

describe("the view of entries", () => {
  it("hears of times alone only where they can bring another entry into its window", () => {
    const first = (sort: string) => {
      const lists = new StandingLists(fleet);
      const viewer = { subject: "somebody", scope: scopeWith(), mayWrite: false };
      return CHECKED_VIEWS.entries({ fleet, lists, viewer, query: `sort=${sort}`, offset: 0, limit: 1, changed: () => changes++ });
    };
    const views = [first("name"), first("connected")];
    const shown = () => views.map((view) => view.compute().rows[0]?.id.split("/").at(-1));
    upsert("1", { connectedAt: ago(5_000), resourceVersion: "2" });
    upsert("2", { connectedAt: ago(9_000), resourceVersion: "2" });
    const before = shown();
    changes = 0;
    upsert("2", { connectedAt: ago(1_000), resourceVersion: "3" });
    expect([changes > 0, ...before]).toEqual([true, "1", "1"]);
    expect(shown()).toEqual(["1", "2"]);
  });
});

describe("the view of the groups", () => {
  it("takes any of several values of one facet, and all of different ones", () => {
    fleet.store.upsertGroup(aGroup({ name: "billing", uid: "b" }));
    upsert("3", { registrationGroup: "billing", owner: null, locality: "eu/eu-c" });
    const names = (query: string) =>
      open("groups", `q=${query}`)
        .compute()
        .rows.map(({ id }) => id.split("/")[2]);
    expect(names("state:unhealthy state:healthy")).toEqual(["checkout", "billing"]);
    expect(names("zone:eu-c zone:eu-b !group:billing")).toEqual(["checkout"]);
    expect(names("zone:eu-c state:unhealthy")).toEqual([]);
  });

  it("keeps its order while machines reconnect, shows that they do, and moves a group once one of them is disconnected", () => {
    fleet = liveFleet([CLUSTER], () => NOW);
    fleet.store.setWorld(aWorld(), NOW);
    const machine = (group: string, change = {}) => upsert(`${group}-1`, { registrationGroup: group, owner: null, ...change });
    for (const group of ["a", "b", "c"]) machine(group);
    for (const group of ["b", "c"]) upsert(`${group}-2`, { registrationGroup: group, owner: null, gate: "", health: null });
    const rows = () =>
      open("groups")
        .compute()
        .rows.map((row) => `${(row as GroupRow).name} ${(row as GroupRow).state}`);
    expect(rows()).toEqual(["a healthy", "b unchecked", "c unchecked"]);
    machine("a", { connectedAt: null, disconnectedAt: ago(2_000) });
    machine("c", { connectedAt: null, disconnectedAt: ago(2_000) });
    expect(rows()).toEqual(["a reconnecting", "b unchecked", "c reconnecting"]);
    fleet.store.tick(NOW + 10_000 + CLEANUP_SLACK_MS);
    expect(rows()).toEqual(["a disconnected", "c disconnected", "b unchecked"]);
  });
});

describe("the view of a group", () => {
  const labelOnly = (view: ReturnType<typeof open>) => headOf<SingleGroupHead>(view.compute()).detail?.labelOnly.map(({ name }) => name);

  it("shows machines that only carry its labels apart, and follows them as labels and groups change", () => {
    const view = open("group", GROUP);
    expect(labelOnly(view)).toEqual([]);
    const stranger = { registrationGroup: "", owner: null };
    upsert("z", stranger);
    upsert("a", stranger);
    expect(labelOnly(view)).toEqual(["vm-a", "vm-z"]);
    upsert("a", { ...stranger, metadataLabels: sortedLabelSet([["app", "other"]]) });
    expect(labelOnly(view)).toEqual(["vm-z"]);
    fleet.store.upsertGroup(aGroup({ resourceVersion: "2", entryLabels: sortedLabelSet([["app", "other"]]) }));
    expect(labelOnly(view)).toEqual(["vm-a"]);
    fleet.store.removeEntry(CLUSTER, "a", NOW, "seen");
    expect(labelOnly(view)).toEqual([]);
  });

  it("tells what Istio does next with those in trouble, what is due first at the front, and nobody who may not see machines", () => {
    upsert("late", { connectedAt: null, disconnectedAt: ago(2_000) });
    upsert("later", { connectedAt: null, disconnectedAt: ago(1_000) });
    const detail = headOf<SingleGroupHead>(open("group", GROUP).compute()).detail;
    expect(detail?.next).toMatchObject([{ connection: "reconnecting", count: 2, next: { kind: "delete", at: NOW + 8_000 } }]);
    expect(detail?.nextOf).toBe(3);
    expect(headOf<SingleGroupHead>(open("group", GROUP, scopeWith({ workloadentries: [] })).compute()).detail).toMatchObject({ next: [], nextOf: 0 });
  });

  it("counts reasons and traits of each kind of trouble, and names machines to compare", () => {
    const fail = (uid: string, message: string) => upsert(uid, { health: aReport("False", message), address: `10.0.0.${uid}` });
    fail("3", "connection refused");
    fail("4", "connection refused");
    upsert("5", { controller: "istiod-gone" });
    const detail = headOf<SingleGroupHead>(open("group", GROUP).compute()).detail;
    const [failed, unverified] = detail?.trouble ?? [];
    expect(failed).toMatchObject({ condition: "failed", machines: 3, connected: 3, moreReasons: 0, first: { name: "vm-2" } });
    expect(failed?.reasons.map(({ machines, state, message }) => [machines, state, message])).toEqual([
      [2, "unhealthy", "connection refused"],
      [1, "unhealthy", "503"],
    ]);
    expect(failed?.traits.filter(({ trait }) => trait === "zone").map(({ value, machines }) => [value, machines])).toEqual([
      ["eu-central-1a", 2],
      ["eu-b", 1],
    ]);
    expect(unverified).toMatchObject({ condition: "unverified", machines: 1, connected: 0, first: { name: "vm-5" } });
    expect(unverified?.reasons).toMatchObject([{ state: "unverified", connectionWhy: "no-such-pod", replica: "istiod-gone", machines: 1 }]);
    expect(detail?.healthy?.name).toBe("vm-1");
    expect(detail?.versions).toEqual([{ value: "", count: 5, trouble: 4 }]);
    expect(headOf<SingleGroupHead>(open("group", GROUP, scopeWith({ workloadentries: [] })).compute()).detail?.trouble).toEqual([]);
  });

  it("takes the beginning of trouble from the history after a start of Stolos", () => {
    upsert("2");
    fleet.store.upsertEntry(anEntry({ uid: "7", name: "vm-7", health: aReport("False", "connection refused") }), NOW, "found");
    const rise = () => headOf<SingleGroupHead>(open("group", GROUP).compute()).detail?.trouble[0]?.rise;
    expect(rise()).toEqual({ since: NOW, atLeast: true, count: 1 });
    const found = fleet.byUid(CLUSTER, "7");
    if (found !== null) fleet.resume(found, { at: TEN_MINUTES_AGO, notBefore: null }, NOW);
    expect(rise()).toEqual({ since: TEN_MINUTES_AGO, atLeast: false, count: 1 });
  });

  it("hears of its own namespace only", () => {
    open("group", GROUP);
    upsert("far", { namespace: "legacy" });
    fleet.store.upsertGroup(aGroup({ namespace: "legacy", uid: "l" }));
    expect(changes).toBe(0);
    upsert("near");
    expect(changes).toBeGreaterThan(0);
  });

  it("is found when it comes later", () => {
    const view = open("group", `cluster=${CLUSTER}&ns=made-up&name=x`);
    expect(headOf<SingleGroupHead>(view.compute()).found).toBe(false);
    fleet.store.upsertGroup(aGroup({ namespace: "made-up", name: "x", uid: "x" }));
    expect(changes).toBe(1);
    expect(headOf<SingleGroupHead>(view.compute()).found).toBe(true);
  });
});

describe("the view of an entry", () => {
  it("hears of itself, of its group and of its cluster's world, and of nobody else", () => {
    open("entry", ENTRY);
    upsert("2", { weight: 9 });
    upsert("1", { namespace: "legacy", uid: "other" });
    fleet.store.setWorld({ ...aWorld(), cluster: "prod-us" }, NOW);
    fleet.store.upsertGroup(aGroup({ namespace: "legacy", uid: "l" }));
    expect(changes).toBe(0);
    const hears = (work: () => void) => {
      const before = changes;
      work();
      return changes > before;
    };
    expect(hears(() => upsert("1", { weight: 9 }))).toBe(true);
    expect(hears(() => fleet.store.removeGroup(CLUSTER, "shop", "checkout", "9a01"))).toBe(true);
    expect(hears(() => fleet.store.setWorld(aWorld([]), NOW))).toBe(true);
  });

  it("tells of a drain that was lost when the entry was made anew, and so does its group, as far as machines are in sight", () => {
    const drained = { metadataLabels: sortedLabelSet([["istio.io/draining", "true"]]), drainReason: "disk" };
    const view = open("entry", ENTRY);
    const lost = () => headOf<EntryHead>(view.compute()).detail?.lostDrain;
    upsert("1", drained);
    expect(lost()).toBeNull();
    // A list may bring the new one before it misses the old one.
    upsert("3", { name: "vm-1", createdAt: NOW, resourceVersion: "1300" });
    changes = 0;
    fleet.store.removeEntry(CLUSTER, "1", NOW, "seen");
    expect(changes).toBeGreaterThan(0);
    const told = { name: "vm-1", uid: "3", resourceVersion: "1300", endedAt: NOW, reason: "disk" };
    expect(lost()).toEqual(told);
    const onGroup = (scope = scopeWith()) => headOf<SingleGroupHead>(open("group", GROUP, scope).compute()).detail?.lostDrains;
    expect(onGroup()).toEqual([told]);
    expect(onGroup(scopeWith({ workloadentries: [] }))).toEqual([]);
  });

  it("does not say that a group exists which is out of sight", () => {
    const seen = (groups: NamespaceScope) => headOf<EntryHead>(open("entry", ENTRY, scopeWith({ workloadgroups: groups })).compute()).detail?.groupExists;
    expect([seen("all"), seen([])]).toEqual([true, false]);
  });
});

describe("the frame of every page", () => {
  it("hears of namespaces that are told anew, if they are in sight", () => {
    const view = open("shell", "", scopeWith({ workloadentries: ["shop"], workloadgroups: ["shop"] }));
    fleet.setNamespaces(CLUSTER, { names: ["shop"], partial: false });
    const once = changes;
    expect(once).toBe(1);
    fleet.setNamespaces(CLUSTER, { names: ["legacy", "shop"], partial: false });
    expect(changes).toBe(once);
    expect(headOf<ShellHead>(view.compute())).toMatchObject({ namespaces: [{ name: "shop", entries: 2, groups: 1 }], namespacesPartial: true });
  });
});
