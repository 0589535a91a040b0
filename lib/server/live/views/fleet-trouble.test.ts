import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FleetHead } from "@/lib/contract/views/fleet";
import type { GroupRow } from "@/lib/contract/views/groups";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import type { ViewContext, ViewSource } from "@/lib/server/live/view-source";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { openFleet } from "./fleet";
import { openGroups } from "./groups";
import { openShell } from "./shell";

const CLUSTER = "prod-eu";
const DAY = 24 * 60 * 60_000;
const scope = scopeFromPermissions(
  new Map([[CLUSTER, new Map((["workloadentries", "workloadgroups", "pods"] as const).map((kind) => [kind, "all"] as const))]]),
);

let fleet: ReturnType<typeof liveFleet>;
let now: number;

/** A world whose connections have no end. */
const worldOf = (...replicas: readonly Parameters<typeof aWorld>[0][]) => ({
  ...aWorld(...replicas),
  maxConnectionAgeMs: { kind: "known", value: null, source: "Pod" } as const,
});

/** Two groups of ten. */
beforeEach(() => {
  now = NOW;
  fleet = liveFleet([CLUSTER], () => now);
  fleet.store.setWorld(worldOf(), now);
  for (const name of ["cart", "media"]) {
    fleet.store.upsertGroup(aGroup({ name, uid: `uid-${name}`, expectedSize: "10" }));
    for (let n = 0; n < 10; n++) put(name, n);
  }
});

function put(group: string, n: number, change: Parameters<typeof anEntry>[0] = {}): void {
  const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: group, uid: `uid-${group}` };
  const own = { uid: `${group}-${n}`, name: `${group}-${n}`, registrationGroup: group, owner, resourceVersion: `${now}`, locality: `eu/eu-${n % 2}` };
  fleet.store.upsertEntry(anEntry({ ...own, ...change }), now, "seen");
}

function later(ms: number): void {
  now += ms;
  fleet.store.tick(now);
}

function fail(group: string, ...machines: number[]): void {
  for (const n of machines) put(group, n, { health: aReport("False", "503") });
}

function viewOf(open: (context: ViewContext) => ViewSource, query = "") {
  const view = open({ ...partsOf(), query, offset: 0, limit: 10, changed: () => undefined });
  const state = view.compute();
  view.close();
  return { head: state.head as FleetHead, rows: state.rows as readonly GroupRow[] };
}

function partsOf() {
  return { fleet, lists: new StandingLists(fleet), viewer: { subject: "somebody", scope, mayWrite: false } };
}

const seen = () => viewOf(openFleet);

describe("trouble that is older than a day", () => {
  beforeEach(() => {
    fail("cart", 1, 2);
    later(DAY - 1);
  });

  it("is new until then", () => {
    const { head, rows } = seen();
    expect([rows.map(({ name }) => name), head.groupsInTrouble, head.longRunning.count]).toEqual([["cart"], 1, 0]);
  });

  it("has no row afterwards, is not counted in the navigation, and keeps its numbers", () => {
    later(1);
    const { head, rows } = seen();
    expect([rows, head.groupsInTrouble, head.worst, head.groupsUntroubled]).toEqual([[], 0, null, 1]);
    const row = { cluster: CLUSTER, namespace: "shop", name: "cart", isNameUnique: true, number: 2, total: 10, since: NOW };
    expect(head.longRunning).toEqual({ count: 1, places: 0, rows: [row] });
    expect(viewOf(openShell).head).toMatchObject({ groupsInTrouble: 0 });
  });

  it("is new again once another machine fails", () => {
    later(1);
    fail("cart", 3);
    const { head, rows } = seen();
    expect([rows.map(({ name, rise }) => [name, rise]), head.longRunning.count]).toEqual([[["cart", { count: 1, total: 3 }]], 0]);
  });

  it("comes after one new failure of another group", () => {
    fail("cart", 3, 4, 5, 6, 7, 8);
    later(DAY);
    fail("media", 1);
    expect(seen().rows.map(({ name }) => name)).toEqual(["media"]);
  });
});

describe("the list of groups by the age of their trouble", () => {
  const listed = (age: string) => viewOf(openGroups, `q=trouble%3A${age}`).rows.map(({ name }) => name);

  it("has the groups that the headline counts, before and after trouble is a day old", () => {
    fail("cart", 1, 2);
    expect([listed("new"), listed("old")]).toEqual([["cart"], []]);
    later(DAY);
    fail("media", 1);
    const { head, rows } = seen();
    expect([listed("new"), listed("old")]).toEqual([["media"], ["cart"]]);
    expect([rows.map(({ name }) => name), head.longRunning.rows.map(({ name }) => name)]).toEqual([["media"], ["cart"]]);
  });

  it("counts machines of no group in the headline, and has no row for them", () => {
    put("", 1, { registrationGroup: "", owner: null, health: aReport("False", "503") });
    later(DAY);
    expect(seen().head.longRunning).toMatchObject({ count: 1, places: 1, rows: [{ name: "" }] });
    expect(listed("old")).toEqual([]);
  });

  it("changes at the moment at which trouble is a day old", () => {
    vi.useFakeTimers();
    try {
      fail("cart", 1);
      later(DAY - 1_000);
      const changed = vi.fn();
      const view = openGroups({ ...partsOf(), query: "q=trouble%3Aold", offset: 0, limit: 10, changed });
      expect(view.compute().rows).toEqual([]);
      later(1_000);
      vi.advanceTimersByTime(1_000);
      expect([changed.mock.calls.length > 0, view.compute().rows.length]).toEqual([true, 1]);
      view.close();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("more about the worst group", () => {
  it("names its only machine in trouble", () => {
    fail("cart", 1);
    expect(seen().head.worst).toMatchObject({ machine: { name: "cart-1", uid: "cart-1" } });
    fail("cart", 2);
    expect(seen().head.worst).toMatchObject({ machine: null });
  });

  it("has the sharpest trait: no healthy machine has the version, and some are in the zone", () => {
    const isNew = { metadataLabels: sortedLabelSet([["version", "v41"]]), health: aReport("False", "503") };
    for (const n of [1, 3, 5]) put("cart", n, isNew);
    expect(seen().head.worst?.traits).toEqual(["version v41"]);
  });

  it("has two traits that separate equally", () => {
    const isNew = { metadataLabels: sortedLabelSet([["version", "v41"]]), health: aReport("False", "503") };
    for (const n of [1, 3, 5, 7, 9]) put("cart", n, isNew);
    expect(seen().head.worst?.traits).toEqual(["zone eu-1", "version v41"]);
  });

  it("knows if another visible group has its name", () => {
    fail("cart", 1);
    expect(seen().head.worst?.isNameUnique).toBe(true);
    fleet.store.upsertGroup(aGroup({ name: "cart", namespace: "web", uid: "uid-web" }));
    expect(seen().head.worst?.isNameUnique).toBe(false);
  });
});

describe("istiod and its rollouts", () => {
  it("is gone if no replica runs and machines are unverified, since their first state of this kind", () => {
    fleet.store.setWorld(worldOf([]), now);
    expect(seen().head.istiodGone).toMatchObject({ cluster: CLUSTER, unverified: 20, since: now });
    fleet.store.setWorld(worldOf(), now);
    expect(seen().head.istiodGone).toBeNull();
  });

  it("is a rollout with the machines that still name an ended replica; groups that reconnect by it are in no trouble", () => {
    const came = aReplica({ name: "istiod-8d2e-x7k2p", runningSince: now - 5_000 });
    const world = worldOf([came]);
    const old = aReplica();
    const ended = new Map([[old.name, { revision: old.revision, at: now, inOrder: true }]]);
    fleet.store.setWorld({ ...world, endedReplicas: ended }, now);
    const { head, rows } = seen();
    expect(head.rollout).toMatchObject({ cluster: CLUSTER, ended: 1, started: 1, since: now - 5_000, waiting: 20, unverified: 0 });
    expect([rows, head.groupsInTrouble, head.groupsUntroubled]).toEqual([[], 0, 2]);
  });

  it("do not explain machines that reconnect from a running replica", () => {
    for (const n of [1, 2, 3, 4]) put("cart", n, { connectedAt: null, disconnectedAt: ago(now - NOW) });
    const { head, rows } = seen();
    expect([head.rollout, rows.map(({ name }) => name)]).toEqual([null, ["cart"]]);
  });
});
