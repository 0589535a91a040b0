import { beforeEach, describe, expect, it } from "vitest";
import type { FleetHead } from "@/lib/contract/views/fleet";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, ago, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { openFleet } from "./fleet";

const CLUSTER = "prod-eu";
const kinds = [
  ["workloadentries", "all"],
  ["workloadgroups", "all"],
  ["pods", "all"],
] as const;
const GROUPS = ["cart", "checkout", "media", "search"];

let fleet: ReturnType<typeof liveFleet>;

/** Four groups of ten: odd machines in zone eu-a, even ones in eu-b. */
beforeEach(() => {
  fleet = liveFleet([CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const name of GROUPS) {
    fleet.store.upsertGroup(aGroup({ name, uid: `uid-${name}`, expectedSize: "10" }));
    for (let n = 0; n < 10; n++) put(name, n);
  }
});

function put(group: string, n: number, change: Parameters<typeof anEntry>[0] = {}): void {
  const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: group, uid: `uid-${group}` };
  const own = { uid: `${group}-${n}`, name: `${group}-${n}`, registrationGroup: group, owner, locality: `eu/eu-${n % 2 === 0 ? "b" : "a"}` };
  fleet.store.upsertEntry(anEntry({ ...own, ...change }), NOW, "seen");
}

function head(): FleetHead {
  const scope = scopeFromPermissions(new Map([[CLUSTER, new Map(kinds)]]));
  const view = openFleet({
    fleet,
    lists: new StandingLists(fleet),
    viewer: { subject: "somebody", scope, mayWrite: false },
    query: "",
    offset: 0,
    limit: 0,
    changed: () => undefined,
  });
  const state = view.compute();
  view.close();
  return state.head as unknown as FleetHead;
}

describe("what goes on in several groups at once", () => {
  it("is nothing where all are well", () => {
    expect(head()).toMatchObject({
      groupsInTrouble: 0,
      placesInTrouble: 0,
      longRunning: { count: 0, places: 0, rows: [] },
      worst: null,
      istiodGone: null,
      lost: 0,
      groupsLosing: 0,
      failing: { count: 0, groups: 0, shared: [] },
      rollout: null,
    });
  });

  it("is the zone in which machines of several groups fail", () => {
    for (const name of ["cart", "media"]) for (const n of [0, 2, 4, 6, 8]) put(name, n, { resourceVersion: "2000", health: aReport("False", "503") });
    expect(head()).toMatchObject({
      groupsInTrouble: 2,
      failing: { count: 10, groups: 2, shared: [{ trait: "zone", value: "eu-b", count: 10, of: 20 }] },
    });
  });

  it("names no zone in which most machines are well", () => {
    for (const name of ["cart", "media"]) for (const n of [0, 2, 4, 6]) put(name, n, { resourceVersion: "2000", health: aReport("False", "503") });
    expect(head().failing).toEqual({ count: 8, groups: 2, shared: [] });
  });

  it("counts machines of no group as trouble, but among the groups without trouble never", () => {
    const alone = anEntry({ uid: "alone", name: "alone", registrationGroup: "", owner: null, health: aReport("False", "503") });
    fleet.store.upsertEntry(alone, NOW, "seen");
    expect(head()).toMatchObject({ groups: 4, groupsInTrouble: 1, placesInTrouble: 1, groupsUntroubled: 4 });
  });

  it("is not what machines of a single group share", () => {
    for (const n of [0, 2, 4]) put("cart", n, { resourceVersion: "2000", health: aReport("False", "503") });
    expect(head().failing).toEqual({ count: 3, groups: 1, shared: [] });
  });

  it("is a rollout: groups of whose machines nobody knows are in doubt, and fail nowhere", () => {
    const came = aReplica({ name: "istiod-8d2e-x7k2p", runningSince: ago(1).ms ?? NOW });
    fleet.store.setWorld(aWorld([came]), NOW);
    expect(head()).toMatchObject({
      groupsInTrouble: 4,
      failing: { count: 0, groups: 0, shared: [] },
      rollUp: { serving: 0, doubted: 40 },
      rollout: { cluster: CLUSTER, ended: 1, started: 1, since: came.runningSince, waiting: 40, unverified: 40, replicas: [expect.any(String)] },
    });
  });

  it("is so many machines that were lost, of so many groups, as long as they are not back", () => {
    for (const name of ["cart", "media"]) {
      const group = fleet.group(CLUSTER, "shop", name);
      if (group === null) throw new Error(`There is no group ${name}.`);
      for (const n of [0, 2]) fleet.store.removeEntry(CLUSTER, `${name}-${n}`, NOW, "seen");
      fleet.remember(group, { learned: null, lostAt: [NOW - 2, NOW - 1], lostNames: [`${name}-0`, `${name}-2`] });
    }
    expect(head()).toMatchObject({ groupsInTrouble: 2, groupsUntroubled: 2, lost: 4, groupsLosing: 2 });
    for (const n of [0, 2]) put("cart", n, { uid: `again-${n}` });
    expect(head()).toMatchObject({ lost: 2, groupsLosing: 1 });
  });
});
