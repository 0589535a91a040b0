import { describe, expect, it, onTestFinished } from "vitest";
import type { ViewKind } from "@/lib/contract/views/view";
import type { Incident } from "@/lib/domain/incidents/incident";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { CHECKED_VIEWS } from "@/lib/server/live/views/checked-views";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aService } from "@/lib/testing/hosts";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";

const CLUSTER = "prod-eu";
const MINUTE = 60_000;
const kindsOf = (kinds: readonly (typeof WATCHED_KINDS)[number][], namespaces: readonly string[] | "all"): Scope =>
  scopeFromPermissions(new Map([[CLUSTER, new Map(kinds.map((kind) => [kind, namespaces] as const))]]));
const ALL = kindsOf(WATCHED_KINDS, "all");

/** The group "checkout" with a failed machine, and the Service "soap" without endpoints, both in "shop". */
function opened() {
  const fleet = liveFleet([CLUSTER], () => NOW + 20 * MINUTE);
  fleet.store.setWorld(aWorld(), NOW);
  fleet.store.upsertGroup(aGroup({ namespace: "shop", name: "checkout" }));
  fleet.store.upsertEntry(anEntry({ uid: "uid-1", name: "vm-1", namespace: "shop", health: aReport("False", "503") }), NOW, "seen");
  fleet.tables.services.upsert(aService({ name: "soap", selector: [["app", "typo"]] }) as never);
  for (const source of ["workload-pods", "endpointslices"] as const) fleet.setFreshness(CLUSTER, source, "*", { kind: "live", asOf: NOW });
  fleet.hostMemory.remember({ cluster: CLUSTER, kind: "Service", namespace: "shop", name: "soap" }, { since: NOW, atLeast: false, machinesUntil: NOW });
  let changes = 0;
  const open = (kind: ViewKind, scope: Scope = ALL) => {
    const viewer = { subject: scope.key, scope, mayWrite: false };
    const view = CHECKED_VIEWS[kind]({ fleet, lists: new StandingLists(fleet), viewer, query: "", offset: 0, limit: 50, changed: () => void changes++ });
    onTestFinished(() => view.close());
    return () => view.compute().rows.map((row) => ("incident" in row ? row.incident : undefined));
  };
  return { fleet, open, changes: () => changes };
}

const OPEN = anIncident({ key: "q7fd", members: [aMember(1), aMember(9, { namespace: "pay", group: "ledger" })], services: [aLostService("soap")] });

describe("rows of groups and of services without endpoints", () => {
  it.each<readonly [ViewKind]>([["groups"], ["fleet"], ["services-without-endpoint"]])("have the key of their open incident in the view %s", (kind) => {
    const { fleet, open } = opened();
    const keys = open(kind);
    expect(keys()).toEqual([undefined]);
    fleet.incidentMemory.update([OPEN]);
    expect(keys()).toEqual(["q7fd"]);
    fleet.incidentMemory.update([anEndedIncident(OPEN, NOW)]);
    expect(keys()).toEqual([undefined]);
  });

  it("have the open incident before a long-running one, and none in which the machines of the group recovered", () => {
    const { fleet, open } = opened();
    const keys = open("groups");
    const recovered = aMember(1, { left: { how: "serving", at: NOW, by: "" } });
    fleet.incidentMemory.update([anIncident({ key: "other", members: [recovered, aMember(9, { group: "ledger" })] })]);
    expect(keys()).toEqual([undefined]);
    fleet.incidentMemory.update([anIncident({ key: "old", state: "long-running", openedAt: NOW + MINUTE }), OPEN]);
    expect(keys()).toEqual(["q7fd"]);
  });

  it("have no incident of which the viewer sees no machine", () => {
    const { fleet, open } = opened();
    const hidden: Incident = { ...OPEN, members: [aMember(9, { namespace: "pay" })] };
    fleet.incidentMemory.update([hidden]);
    const visible = (namespaces: readonly string[]) => open("services-without-endpoint", kindsOf(WATCHED_KINDS, namespaces))();
    expect([visible(["shop"]), visible(["shop", "pay"])]).toEqual([[undefined], ["q7fd"]]);
    fleet.incidentMemory.update([OPEN]);
    expect(open("groups", kindsOf(["workloadgroups"], "all"))()).toEqual([undefined]);
  });

  it("report a change only if a shown key changes", () => {
    const { fleet, open, changes } = opened();
    const keys = open("groups");
    keys();
    const before = changes();
    fleet.incidentMemory.update([anIncident({ key: "far", members: [aMember(9, { namespace: "pay", group: "ledger" })] })]);
    expect(changes()).toBe(before);
    fleet.incidentMemory.update([OPEN]);
    expect(changes()).toBeGreaterThan(before);
    const shown = [keys(), changes()];
    fleet.incidentMemory.update([{ ...OPEN, peak: { at: NOW, bad: 3 } }]);
    expect([keys(), changes()]).toEqual(shown);
  });
});
