import { expect, it } from "vitest";
import { type Scope, scopeFromPermissions, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";
const scopeOf = (kinds: readonly WatchedKind[]) => scopeFromPermissions(new Map([[CLUSTER, new Map(kinds.map((kind) => [kind, "all"] as const))]]));
const WINDOW = "from=2026-11-30T22:00Z until=2026-11-30T23:00Z reason=Kernel update";

function maintenanceFor(scope: Scope, { group, namespace }: { readonly group: string | null; readonly namespace: string }) {
  const fleet = liveFleet([CLUSTER], () => NOW);
  const labels = { network: "", distribution: null, revision: "", maintenance: namespace };
  const namespaces = { kind: "known", value: new Map([["shop", labels]]), source: "namespaces" } as const;
  fleet.store.upsertGroup(aGroup({ maintenance: group }));
  fleet.store.upsertEntry(anEntry(), NOW, "seen");
  fleet.store.beginWorld(aWorld([aReplica()], { places: { nodes: { kind: "denied", source: "" }, namespaces } }), NOW);
  const query = `cluster=${CLUSTER}&ns=shop&name=checkout`;
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const view = CHECKED_VIEWS.group({ ...{ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50 }, changed: () => undefined });
  const { detail } = view.compute().head;
  view.close();
  return detail?.maintenance.map((one) => [one.on, one.kind === "window" ? one.window.reason : `${one.fault.code} ${one.fault.text}`]);
}

it("shows the maintenance of the group and of its namespace", () => {
  expect(maintenanceFor(scopeOf(WATCHED_KINDS), { group: "to=tomorrow", namespace: WINDOW })).toEqual([
    ["WorkloadGroup", "unknown-field to=tomorrow"],
    ["Namespace", "Kernel update"],
  ]);
});

it("hides the maintenance of a namespace without the right to list namespaces", () => {
  const scope = scopeOf(["workloadgroups", "workloadentries"]);
  expect(maintenanceFor(scope, { group: WINDOW, namespace: WINDOW })).toEqual([["WorkloadGroup", "Kernel update"]]);
  expect(maintenanceFor(scope, { group: null, namespace: WINDOW })).toEqual([]);
});

it("hides the maintenance of a group without the right to list groups", () => {
  expect(maintenanceFor(scopeOf(["workloadentries"]), { group: WINDOW, namespace: WINDOW })).toEqual([]);
});
