import { describe, expect, it, onTestFinished, vi } from "vitest";
import { formatObjectIncidentsQuery, ZONE_INCIDENTS_QUERY } from "@/lib/contract/views/incidents";
import type { Incident } from "@/lib/domain/incidents/incident";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { aService } from "@/lib/testing/hosts";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ALL = scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
const seesIn = (namespace: string) => scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, [namespace]] as const))]]));

const PAY = [3, 4, 5].map((n) => aMember(n, { namespace: "pay", group: "ledger" }));
/** Two machines of "shop" and three of "pay" in one zone, with a service in each namespace that lost its last endpoint. */
const MIXED = anIncident({
  ...{ key: "q7fd", members: [aMember(1), aMember(2), ...PAY], peak: { at: NOW, bad: 5 } },
  services: [aLostService("radius"), aLostService("cards", NOW, "pay")],
});

const ENTRY = formatObjectIncidentsQuery({ of: "WorkloadEntry", cluster: CLUSTER, namespace: "shop", name: "vm-1", uid: "uid-1" });
const GROUP = formatObjectIncidentsQuery({ of: "WorkloadGroup", cluster: CLUSTER, namespace: "shop", name: "checkout" });
const SERVICE = formatObjectIncidentsQuery({ of: "Service", cluster: CLUSTER, namespace: "shop", name: "radius" });
const SUBJECTS = [
  ["an entry", ENTRY],
  ["an entry without its uid", formatObjectIncidentsQuery({ of: "WorkloadEntry", cluster: CLUSTER, namespace: "shop", name: "vm-1" })],
  ["a group", GROUP],
  ["a service that lost its last endpoint", SERVICE],
  ["the zones", ZONE_INCIDENTS_QUERY],
] as const;

function opened(incidents: readonly Incident[], now = NOW + 20 * MINUTE) {
  let moment = now;
  const fleet = liveFleet([CLUSTER], () => moment);
  fleet.store.setWorld(aWorld([aReplica()]), NOW);
  fleet.incidentMemory.update(incidents);
  const lists = new StandingLists(fleet);
  const open = (scope: Scope, query: string, changed: () => void = () => undefined) => {
    const view = CHECKED_VIEWS["incidents-of"]({
      ...{ fleet, lists, viewer: { subject: scope.key, scope, mayWrite: false }, query },
      ...{ offset: 0, limit: 0, changed },
    });
    onTestFinished(() => view.close());
    return view;
  };
  const keys = (scope: Scope, query: string) =>
    open(scope, query)
      .compute()
      .rows.map(({ id }) => id);
  const pass = (ms: number) => {
    moment += ms;
  };
  return { fleet, open, keys, pass };
}

describe("the view of the incidents of one object", () => {
  it.each(SUBJECTS)("shows the incident of %s with key, state and title to a viewer of all machines", (_, query) => {
    const { head, rows } = opened([MIXED]).open(ALL, query).compute();
    expect(head).toEqual({ total: 1 });
    expect(rows).toMatchObject([{ id: "q7fd", state: "open", isPartial: false, title: { machines: 5, failed: 5, values: ["eu-1"] } }]);
  });

  it.each(SUBJECTS)("shows the visible part of the incident of %s to a viewer of one namespace", (_, query) => {
    const { fleet, open } = opened([MIXED]);
    // The visible machines prove the zone themselves: all others are in another one.
    for (let n = 10; n < 30; n++) fleet.store.upsertEntry(anEntry({ uid: `uid-${n}`, name: `vm-${n}`, locality: "eu/eu-2", network: "net-1" }), NOW, "seen");
    const { rows } = open(seesIn("shop"), query).compute();
    expect(rows).toMatchObject([{ id: "q7fd", isPartial: true, title: { machines: 2, failed: 2, groups: ["shop/checkout"] } }]);
    expect(JSON.stringify(rows)).not.toMatch(/pay|ledger|cards|vm-3/);
  });

  it.each(SUBJECTS)("shows no incident of %s to a viewer of another namespace", (_, query) => {
    const { head, rows } = opened([MIXED]).open(seesIn("other"), query).compute();
    expect([head, rows]).toEqual([{ total: 0 }, []]);
  });

  it("shows no incident of a hidden group, entry or service to a viewer who sees another part of it", () => {
    const { keys } = opened([MIXED]);
    const hidden = { cluster: CLUSTER, namespace: "pay" };
    expect(keys(seesIn("shop"), formatObjectIncidentsQuery({ of: "WorkloadGroup", ...hidden, name: "ledger" }))).toEqual([]);
    expect(keys(seesIn("shop"), formatObjectIncidentsQuery({ of: "WorkloadEntry", ...hidden, name: "vm-3", uid: "uid-3" }))).toEqual([]);
    expect(keys(seesIn("shop"), formatObjectIncidentsQuery({ of: "Service", ...hidden, name: "cards" }))).toEqual([]);
    expect(keys(ALL, formatObjectIncidentsQuery({ of: "Service", ...hidden, name: "cards" }))).toEqual(["q7fd"]);
  });

  it("shows for a service the incidents of the machines that it selects, also of lost ones", () => {
    const labels = sortedLabelSet([["app", "checkout"]]);
    const incident = anIncident({ key: "failed", members: [aMember(1)] });
    const lost = anIncident({ key: "lost", members: [aMember(2, { condition: "lost" })] });
    const other = anIncident({ key: "other", members: [aMember(6, { group: "media" })] });
    const { fleet, keys } = opened([incident, lost, other]);
    const query = formatObjectIncidentsQuery({ of: "Service", cluster: CLUSTER, namespace: "shop", name: "web" });
    fleet.tables.services.upsert(aService({ namespace: "shop", name: "web", selector: labels }) as never);
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name: "checkout" }));
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name: "media", uid: "9a02", entryLabels: [] }));
    fleet.store.upsertEntry(anEntry({ uid: "uid-1", name: "vm-1", specLabels: labels, metadataLabels: labels }), NOW, "seen");
    expect(keys(ALL, query)).toEqual(["failed", "lost"]);
    expect(keys(seesIn("pay"), query)).toEqual([]);
  });

  it("shows at most three incidents, with the number of all", () => {
    const four = [1, 2, 3, 4].map((n) => anIncident({ key: `key-${n}`, members: [aMember(n)] }));
    const { head, rows } = opened(four).open(ALL, GROUP).compute();
    expect([head.total, rows.length]).toEqual([4, 3]);
  });

  it("shows those that are not over, and without one the last that ended within a day", () => {
    const ended = (key: string, at: number) => anEndedIncident(anIncident({ key, members: [aMember(1)] }), at);
    const { fleet, open, keys, pass } = opened([ended("first", NOW), ended("last", NOW + MINUTE)]);
    expect(open(ALL, ENTRY).compute()).toMatchObject({ head: { total: 1 }, rows: [{ id: "last", state: "over" }] });
    pass(DAY);
    expect(keys(ALL, ENTRY)).toEqual([]);
    fleet.incidentMemory.update([anIncident({ key: "open", members: [aMember(1)] })]);
    expect(keys(ALL, ENTRY)).toEqual(["open"]);
  });

  it.each(SUBJECTS)("is computed again when an incident of %s opens or ends, and not when another one changes", (name, query) => {
    const { fleet, open } = opened([]);
    const changed = vi.fn();
    const view = open(ALL, query, changed);
    expect(view.compute().rows).toEqual([]);
    fleet.incidentMemory.update([MIXED]);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(view.compute().rows).toMatchObject([{ id: "q7fd", state: "open" }]);
    fleet.incidentMemory.update([anEndedIncident(MIXED, NOW + MINUTE)]);
    expect(changed).toHaveBeenCalledTimes(2);
    const shown = view.compute().rows.map(({ state }) => state);
    expect(shown).toEqual(name === "the zones" ? [] : ["over"]);
    fleet.incidentMemory.update([anEndedIncident(anIncident({ key: "other", members: [aMember(8, { namespace: "media" })] }), NOW)]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it("counts the machines of an incident that grows every two seconds at most", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { fleet, open, pass } = opened([MIXED]);
    const changed = vi.fn();
    const view = open(ALL, ENTRY, changed);
    view.compute();
    const grow = (n: number) =>
      fleet.incidentMemory.update([{ ...MIXED, members: [...MIXED.members, ...Array.from({ length: n }, (_, one) => aMember(10 + one))] }]);
    for (const n of [1, 2, 3]) grow(n);
    vi.advanceTimersByTime(1_999);
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(changed).toHaveBeenCalledTimes(1);
    pass(2_000);
    expect(view.compute().rows[0]?.title.machines).toBe(8);
  });

  it("shows the total of a group as all pages do", () => {
    const cause = { kind: "trait", traits: [], group: { namespace: "shop", name: "checkout", size: 32 } } as const;
    const { fleet, open } = opened([anIncident({ members: [aMember(1), aMember(2)], cause })]);
    const changed = vi.fn();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const view = open(ALL, ENTRY, changed);
    view.compute();
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name: "checkout", expectedSize: "34" }));
    vi.advanceTimersByTime(2_000);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(view.compute().rows[0]?.title.groupSize).toBe(34);
  });

  it.each(["", "of=Pod&cluster=prod-eu&ns=shop&name=vm-1", "of=WorkloadGroup&cluster=prod-eu&ns=shop"])("refuses a query without a subject: %s", (query) => {
    expect(() => opened([]).open(ALL, query)).toThrow("named by of, cluster, ns and name");
  });
});
