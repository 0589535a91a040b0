import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { FleetHead } from "@/lib/contract/views/fleet";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import type { Incident } from "@/lib/domain/incidents/incident";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ALL = scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
const sightOf = (...namespaces: string[]) => scopeFromPermissions(new Map([[CLUSTER, new Map([["workloadentries", namespaces] as const])]]));

let fleet: ReturnType<typeof liveFleet>;
let now: number;

/** `checkout` and `cart` of shop, and `ledger` of pay: ten machines each. The incidents are known. */
beforeEach(() => {
  now = NOW + 20 * MINUTE;
  fleet = liveFleet([CLUSTER], () => now);
  fleet.store.setWorld(aWorld(), now);
  for (const [namespace, name] of [
    ["shop", "checkout"],
    ["shop", "cart"],
    ["pay", "ledger"],
  ] as const) {
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace, name, uid: `uid-${name}`, expectedSize: "10" }));
    for (let n = 0; n < 10; n++) put(namespace, name, n);
  }
  fleet.incidentMemory.begin(NOW);
});

function put(namespace: string, group: string, n: number, change: Parameters<typeof anEntry>[0] = {}): void {
  const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: group, uid: `uid-${group}` };
  const own = {
    network: "net-1",
    cluster: CLUSTER,
    namespace,
    uid: `${group}-${n}`,
    name: `${group}-${n}`,
    registrationGroup: group,
    owner,
    locality: `eu/eu-${n % 2}`,
  };
  fleet.store.upsertEntry(anEntry({ ...own, ...change }), now, "seen");
}

function opened(kind: "fleet" | "incidents", scope: Scope, query = "") {
  const changed = vi.fn();
  const viewer = { subject: scope.key, scope, mayWrite: false };
  const view = CHECKED_VIEWS[kind]({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50, changed });
  onTestFinished(() => view.close());
  return { view, changed };
}

const incidentsIn = (scope = ALL, query = "") => (opened("fleet", scope, query).view.compute().head as FleetHead).incidents;
const memberOf = (group: string, n: number, change: Parameters<typeof aMember>[1] = {}) =>
  aMember(n, { ...change, group, namespace: group === "ledger" ? "pay" : "shop" });
const ofGroup = (key: string, group: string, count: number, change: Partial<Incident> = {}) =>
  anIncident({ key, members: Array.from({ length: count }, (_, n) => memberOf(group, n)), ...change });

describe("the incidents in the head of the fleet", () => {
  it("are null while they are not known", () => {
    fleet = liveFleet([CLUSTER], () => now);
    expect(incidentsIn()).toBeNull();
  });

  it("are empty if there are none", () => {
    expect(incidentsIn()).toEqual({ worst: null, isTier1: false, more: 0, lastEndedAt: null, knownSince: fleet.incidentMemory.since });
  });

  it("have the end of the one that ended last", () => {
    const [early, late] = [anEndedIncident(anIncident({ key: "early" }), NOW), anEndedIncident(anIncident({ key: "late" }), NOW + MINUTE)];
    fleet.incidentMemory.update([late, early]);
    expect(incidentsIn()).toMatchObject({ worst: null, more: 0, lastEndedAt: NOW + 6 * MINUTE });
  });

  it("have the worst one by number × share, also if it is older, and the number of open and recovering ones besides it", () => {
    const recovering = ofGroup("recovering", "cart", 2, { state: "recovering", members: [memberOf("cart", 1, { left: { how: "serving", at: now, by: "" } })] });
    const began = { at: NOW + MINUTE, notBefore: null };
    fleet.incidentMemory.update([
      ofGroup("small", "cart", 2, { began }),
      ofGroup("large", "ledger", 5),
      recovering,
      ofGroup("old", "checkout", 9, { state: "long-running" }),
      ofGroup("planned", "checkout", 9, { planned: { reason: "kernel", until: now + HOUR } }),
    ]);
    expect(incidentsIn()).toMatchObject({ worst: { incident: "large", group: "ledger", number: 5, total: 10 }, more: 2, isTier1: false });
    expect(opened("incidents", ALL).view.compute().rows[0]).toMatchObject({ id: "old" });
  });

  it("have the one in which a service lost its last endpoint first", () => {
    const services = [aLostService("radius", now - MINUTE)];
    fleet.incidentMemory.update([ofGroup("large", "ledger", 9), ofGroup("service", "cart", 2, { services })]);
    expect(incidentsIn()).toMatchObject({ worst: { incident: "service", withoutEndpoint: 1, firstWithoutEndpoint: "radius.shop" }, isTier1: true, more: 1 });
  });

  it("have an open one before a recovering one that is larger", () => {
    fleet.incidentMemory.update([ofGroup("recovering", "ledger", 9, { state: "recovering" }), ofGroup("open", "cart", 2)]);
    expect(incidentsIn()).toMatchObject({ worst: { incident: "open" }, more: 1 });
  });

  it("are those of the visible part, with the numbers of its row", () => {
    const members = [memberOf("checkout", 1), memberOf("cart", 2), ...[3, 4, 5].map((n) => memberOf("ledger", n))];
    fleet.incidentMemory.update([anIncident({ members })]);
    for (const [scope, failed, groups] of [
      [ALL, 5, 3],
      [sightOf("shop"), 2, 2],
    ] as const) {
      const [row] = opened("incidents", scope).view.compute().rows as readonly IncidentRow[];
      expect(incidentsIn(scope)?.worst).toMatchObject({ kind: "incident-of-groups", failed, groups, since: row?.title.since });
      expect(row?.title).toMatchObject({ failed });
    }
    expect(JSON.stringify(incidentsIn(sightOf("shop")))).not.toMatch(/ledger|pay/);
    expect(incidentsIn(sightOf("other"))).toMatchObject({ worst: null, isTier1: false, more: 0, lastEndedAt: null });
  });

  it("are those of the picked namespaces", () => {
    fleet.incidentMemory.update([ofGroup("shop", "cart", 2), ofGroup("pay", "ledger", 5)]);
    expect(incidentsIn(ALL, "ns=shop")).toMatchObject({ worst: { incident: "shop" }, more: 0 });
  });

  it("have the total of the group that its row has, also after two machines joined", () => {
    const cause = { kind: "trait", traits: [], group: { namespace: "shop", name: "cart", size: 10 } } as const;
    fleet.incidentMemory.update([ofGroup("cart", "cart", 2, { cause })]);
    const { view } = opened("fleet", ALL);
    view.compute();
    for (const n of [10, 11]) put("shop", "cart", n);
    expect((view.compute().head as FleetHead).incidents?.worst).toMatchObject({ number: 2, total: 12 });
    expect(opened("incidents", ALL).view.compute().rows[0]).toMatchObject({ title: { failed: 2, groupSize: 12 } });
  });

  it("have the version that separates the failed machines of a group", () => {
    const isNew = { metadataLabels: sortedLabelSet([["version", "v41"]]), health: aReport("False", "503"), resourceVersion: "2" };
    for (const n of [0, 1, 3]) put("shop", "cart", n, isNew);
    fleet.incidentMemory.update([anIncident({ members: [0, 1, 3].map((n) => memberOf("cart", n)) })]);
    expect(incidentsIn()?.worst).toMatchObject({ common: ["version v41"] });
  });

  it("have the zone of lost machines, which are no part of their group", () => {
    for (const n of [1, 3, 5]) fleet.store.removeEntry(CLUSTER, `ledger-${n}`, now, "seen");
    fleet.incidentMemory.update([anIncident({ members: [1, 3, 5].map((n) => memberOf("ledger", n, { condition: "lost", zone: "eu-1" })) })]);
    expect(incidentsIn()?.worst).toMatchObject({ lost: 3, common: ["zone eu-1"] });
  });

  it("do not show machines that left a group whose size is a range: its total does not count them", () => {
    const members = [1, 2].map((n) => memberOf("cart", n, { condition: "lost" }));
    fleet.incidentMemory.update([anIncident({ members, cause: { kind: "left-healthy", traits: [], group: { namespace: "shop", name: "cart", size: 10 } } })]);
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name: "cart", uid: "uid-cart", expectedSize: "5-20" }));
    expect(incidentsIn()).toMatchObject({ worst: null, more: 0 });
  });

  it("do not show unverified machines without the permission to read istiod's Pods", () => {
    const members = [1, 2].map((n) => memberOf("cart", n, { condition: "unverified" }));
    fleet.incidentMemory.update([anIncident({ members })]);
    expect(incidentsIn()?.worst).toMatchObject({ unverified: 2 });
    expect(incidentsIn(sightOf("shop"))?.worst).toBeNull();
  });
});

describe("the cost of incidents in the head of the fleet", () => {
  it("does not read the incidents again if only machines changed, and reports a change of incidents", () => {
    fleet.incidentMemory.update([ofGroup("cart", "cart", 2)]);
    const { view, changed } = opened("fleet", ALL);
    view.compute();
    const all = vi.spyOn(fleet.incidentMemory, "all", "get");
    put("shop", "checkout", 1, { health: aReport("False", "503"), resourceVersion: "2" });
    view.compute();
    expect(all).not.toHaveBeenCalled();
    changed.mockClear();
    fleet.incidentMemory.update([ofGroup("cart", "cart", 3)]);
    expect(changed).toHaveBeenCalled();
    expect((view.compute().head as FleetHead).incidents?.worst).toMatchObject({ number: 3 });
  });

  it("computes the view again when time alone ends the visible part of an incident", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const left = { how: "serving", at: now - 4 * MINUTE, by: "" } as const;
    fleet.incidentMemory.update([anIncident({ members: [memberOf("cart", 1, { left }), memberOf("ledger", 2)] })]);
    const { view, changed } = opened("fleet", sightOf("shop"));
    expect((view.compute().head as FleetHead).incidents?.worst).toMatchObject({ kind: "incident-recovering", back: 1 });
    now += MINUTE;
    vi.advanceTimersByTime(MINUTE);
    expect(changed).toHaveBeenCalled();
    expect((view.compute().head as FleetHead).incidents).toMatchObject({ worst: null, lastEndedAt: now });
  });

  it("ends with the view", () => {
    const { view, changed } = opened("fleet", ALL);
    view.close();
    changed.mockClear();
    fleet.incidentMemory.update([ofGroup("cart", "cart", 2)]);
    expect(changed).not.toHaveBeenCalled();
  });
});

describe("the groups in trouble without an open incident", () => {
  const withoutIncident = (scope = ALL) => {
    const { total, rows } = (opened("fleet", scope).view.compute().head as FleetHead).withoutIncident;
    return { total, rows: rows.map(({ name, quietIncident }) => [name, quietIncident?.key ?? null, quietIncident?.state ?? null]).sort() };
  };
  beforeEach(() => {
    for (const [namespace, group] of [
      ["shop", "checkout"],
      ["shop", "cart"],
      ["pay", "ledger"],
    ] as const)
      put(namespace, group, 0, { health: aReport("False", "503") });
  });

  it("are all groups in trouble while incidents are not known, and before one opens", () => {
    const all = { total: 3, rows: ["cart", "checkout", "ledger"].map((name) => [name, null, null]) };
    expect(withoutIncident()).toEqual(all);
    fleet.incidentMemory.begin(NOW);
    expect(withoutIncident()).toEqual(all);
  });

  it("are those of long-running and planned incidents, with their keys", () => {
    fleet.incidentMemory.update([
      ofGroup("open", "checkout", 1),
      ofGroup("old", "cart", 1, { state: "long-running" }),
      ofGroup("kernel", "ledger", 1, { planned: { reason: "kernel", until: now + HOUR } }),
    ]);
    expect(withoutIncident()).toEqual({
      total: 2,
      rows: [
        ["cart", "old", "long-running"],
        ["ledger", "kernel", "planned"],
      ],
    });
  });

  it("are none for a group with machines in an open incident, also if others of its machines are in a long-running one", () => {
    fleet.incidentMemory.update([ofGroup("old", "checkout", 1, { state: "long-running" }), ofGroup("open", "checkout", 2, { state: "recovering" })]);
    expect(withoutIncident().rows.map(([name]) => name)).toEqual(["cart", "ledger"]);
  });

  it("are groups again once the machines of their incident are back", () => {
    const back = [memberOf("checkout", 1, { left: { how: "serving", at: now, by: "" } })];
    fleet.incidentMemory.update([ofGroup("open", "checkout", 1, { state: "recovering", members: back })]);
    expect(withoutIncident().rows).toContainEqual(["checkout", null, null]);
  });

  it("are visible ones", () => {
    expect(withoutIncident(sightOf("shop"))).toMatchObject({ total: 2 });
  });
});
