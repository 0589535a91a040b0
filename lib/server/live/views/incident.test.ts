import { describe, expect, it, onTestFinished, vi } from "vitest";
import { incidentQuery } from "@/lib/contract/views/incidents";
import { type Incident, type IncidentMember, peakOf } from "@/lib/domain/incidents/incident";
import type { ObjectChange } from "@/lib/domain/incidents/observation";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";
const MINUTE = 60_000;
const ALL = scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
const seesIn = (namespace: string, kinds: readonly (typeof WATCHED_KINDS)[number][] = ["workloadentries"]) =>
  scopeFromPermissions(new Map([[CLUSTER, new Map(kinds.map((kind) => [kind, [namespace]] as const))]]));

const SERVES = { how: "serving", at: NOW + MINUTE, by: "" } as const;
const PAY = [3, 4, 5].map((n) => aMember(n, { namespace: "pay", group: "ledger" }));
const SHOP = [aMember(1), aMember(2)];
const MIXED = anIncident({ key: "mixed", members: [...SHOP, ...PAY], peak: { at: NOW, bad: 5 } });
/** A change of a group of the namespace, 10 s before. */
const changeIn = (namespace: string, name: string): ObjectChange => ({
  ...{ cluster: CLUSTER, kind: "WorkloadGroup", namespace, name, what: "labels", seenAt: NOW - 10_000, ownAt: null, version: null },
  groups: [`${namespace}/${name}`],
});

function opened(incidents: readonly Incident[], { world = aWorld([aReplica()]) } = {}) {
  const fleet = liveFleet([CLUSTER], () => NOW + 20 * MINUTE);
  fleet.store.setWorld(world, NOW);
  fleet.incidentMemory.update(incidents);
  const lists = new StandingLists(fleet);
  const open = (
    scope: Scope,
    key: string,
    { offset = 0, limit = 50, changed = () => undefined }: { offset?: number; limit?: number; changed?: () => void } = {},
  ) => CHECKED_VIEWS.incident({ fleet, lists, viewer: { subject: scope.key, scope, mayWrite: false }, query: incidentQuery(key), offset, limit, changed });
  const shown = (scope: Scope, key: string, window: { offset?: number; limit?: number } = {}) => {
    const view = open(scope, key, window);
    const state = view.compute();
    view.close();
    return state;
  };
  return { fleet, open, shown };
}

describe("the view of one incident", () => {
  it("has the numbers of all machines for a viewer who sees all of them", () => {
    const { head, rows } = opened([MIXED]).shown(ALL, "mixed");
    expect(head).toMatchObject({ movedTo: null, machines: 5, row: { id: "mixed", state: "open", isPartial: false } });
    expect(head.detail).toMatchObject({
      ...{ peakAt: NOW, first: "shop/vm-1", ends: [], moreGroups: 0, services: [], istiod: { answer: "cannot-tell" } },
      groups: [
        { namespace: "pay", name: "ledger", machines: 3, failed: 3, lost: 0, unverified: 0 },
        { namespace: "shop", name: "checkout", machines: 2, failed: 2 },
      ],
      lost: { leastMs: 0, mostMs: 0, asOf: NOW, bad: 5 },
    });
    expect(rows.map(({ name }) => name)).toEqual(["vm-1", "vm-2", "vm-3", "vm-4", "vm-5"]);
  });

  it.each(["nothing", "mixed"])("is absent in the same way for the key %s if the viewer sees no machine of it", (key) => {
    const { head, rows } = opened([MIXED]).shown(seesIn("other"), key);
    expect([head, rows]).toEqual([{ movedTo: null, row: null, detail: null, machines: 0, since: null }, []]);
  });

  it("does not show a viewer the machines, numbers, names, changes and causes of hidden namespaces", () => {
    const incident = { ...MIXED, changes: [changeIn("pay", "ledger"), changeIn("shop", "checkout")], services: [aLostService("ledger", NOW, "pay")] };
    const scope = seesIn("shop", ["workloadentries", "workloadgroups", "services"]);
    const { head, rows } = opened([incident]).shown(scope, "mixed");
    expect(head).toMatchObject({ machines: 2, row: { isPartial: true, title: { machines: 2, peak: 2 } } });
    expect(head.detail?.changes.map(({ namespace }) => namespace)).toEqual(["shop"]);
    for (const text of [JSON.stringify(head), JSON.stringify(rows)]) expect(text).not.toMatch(/pay|ledger|vm-3|uid-3/);
  });

  it("shows a viewer the same whatever happens to hidden machines", () => {
    const scope = seesIn("shop");
    const left = { how: "accepted", at: NOW + MINUTE, by: "ann" } as const;
    const other = [6, 7, 8, 9].map((n) => aMember(n, { namespace: "pay", group: "other", condition: "lost", left }));
    const of = (members: readonly IncidentMember[]) => opened([{ ...MIXED, members: [...SHOP, ...members] }]).shown(scope, "mixed");
    expect(of(other)).toEqual(of(PAY));
  });

  it("compares replicas only with the right to istiod's Pods", () => {
    const held = SHOP.map((member) => ({ ...member, machine: { ...member.machine, traits: { ...member.machine.traits, replica: "istiod-1" } } }));
    const { shown } = opened([{ ...MIXED, members: held, appended: [{ at: NOW, what: "vm-1 unverified no-such-pod" }] }]);
    const [whole, part] = [shown(ALL, "mixed"), shown(seesIn("shop"), "mixed")];
    expect(whole.head.detail?.istiod?.compared).toMatchObject([{ trait: "replica", value: "istiod-1", bad: 2, of: 2 }]);
    expect(part.head.detail).toMatchObject({ istiod: null, appended: [{ what: "vm-1 unverified" }] });
    expect(JSON.stringify(part)).not.toMatch(/istiod-1|no-such-pod/);
  });

  it("answers that it is istiod if the replica of all machines is gone", () => {
    const cause = { kind: "replica-gone", traits: [], group: null } as const;
    expect(opened([{ ...MIXED, cause }]).shown(ALL, "mixed").head.detail?.istiod?.answer).toBe("yes");
  });

  it("compares the machines with the others of the fleet, the separating trait first", () => {
    const { fleet, shown } = opened([anIncident({ key: "zone" })]);
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER }));
    for (let n = 10; n < 30; n++) {
      const locality = n < 12 ? "eu/eu-1" : "eu/eu-2";
      fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, uid: `uid-${n}`, name: `vm-${n}`, network: "net-1", locality }), NOW, "seen");
    }
    const traits = shown(ALL, "zone").head.detail?.traits ?? [];
    expect(traits).toMatchObject([{ trait: "zone", value: "eu-1", bad: 2, of: 2, others: 0, ofOthers: 18, separates: true }]);
  });

  it("compares the first machine in trouble with a healthy one of its group, and has none after the end", () => {
    const ended = anEndedIncident(anIncident({ key: "ended" }), NOW + MINUTE);
    const { fleet, shown } = opened([anIncident({ key: "open" }), ended]);
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER }));
    fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, uid: "uid-1", name: "vm-1", address: "10.0.0.1", health: aReport("False", "x") }), NOW, "seen");
    for (const n of [9, 8]) fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, uid: `uid-${n}`, name: `vm-${n}`, address: "10.0.0.8" }), NOW, "seen");
    const compare = { bad: { namespace: "shop", name: "vm-1", address: "10.0.0.1" }, healthy: { namespace: "shop", name: "vm-8", address: "10.0.0.8" } };
    expect([shown(ALL, "open").head.detail?.compare, shown(ALL, "ended").head.detail?.compare]).toEqual([compare, null]);
  });

  it("compares a machine whose entry is gone with none, but names a healthy one of its group", () => {
    const { fleet, shown } = opened([anIncident({ key: "lost" })]);
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER }));
    fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, uid: "uid-8", name: "vm-8" }), NOW, "seen");
    expect(shown(ALL, "lost").head.detail?.compare).toMatchObject({ bad: null, healthy: { name: "vm-8" } });
  });

  it("keeps the shares of the cause after the end, whatever the fleet is now", () => {
    const ended = anEndedIncident(anIncident({ key: "ended" }), NOW + MINUTE);
    const { fleet, shown } = opened([ended]);
    const before = shown(ALL, "ended");
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER }));
    for (let n = 10; n < 20; n++) fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, uid: `uid-${n}`, name: `vm-${n}` }), NOW, "seen");
    expect(shown(ALL, "ended")).toEqual(before);
    expect(before.head.detail).toMatchObject({ traits: [{ trait: "zone", bad: 2, others: 0, ofOthers: 90 }], ends: [{ how: "serving", machines: 2 }] });
    expect(before.head.detail?.lost).toEqual({ leastMs: 2 * MINUTE, mostMs: 2 * MINUTE, asOf: NOW + MINUTE, bad: 0 });
  });

  it.each(["open", "recovering", "long-running"] as const)("has the state %s", (state) => {
    expect(opened([{ ...MIXED, state }]).shown(ALL, "mixed").head.row?.state).toBe(state);
  });

  it("is over for a viewer whose machines serve, although hidden ones do not", () => {
    const members = [...[1, 2].map((n) => aMember(n, { left: SERVES })), ...PAY];
    const { shown } = opened([{ ...MIXED, members, peak: peakOf(members) ?? MIXED.peak }]);
    expect(shown(seesIn("shop"), "mixed").head).toMatchObject({ row: { state: "over" }, detail: { ends: [{ how: "serving", machines: 2 }] } });
    expect(shown(ALL, "mixed").head.row?.state).toBe("open");
  });

  it("leads to the older incident that it became a part of", () => {
    const { fleet, shown } = opened([MIXED]);
    fleet.incidentMemory.update([{ ...anIncident({ key: "younger" }), state: "over", mergedInto: "mixed" }]);
    expect(shown(seesIn("shop"), "younger")).toEqual({ head: { movedTo: "mixed", row: null, detail: null, machines: 0, since: null }, rows: [] });
    expect(shown(seesIn("other"), "younger").head.movedTo).toBeNull();
  });

  it("has the lost time as a range if Stolos was away when the machines failed", () => {
    const found = { ...MIXED, foundAtStart: true, began: { at: NOW, notBefore: NOW - 10 * MINUTE } };
    const { lost } = opened([found]).shown(ALL, "mixed").head.detail ?? {};
    expect(lost).toMatchObject({ leastMs: 0, mostMs: 50 * MINUTE, bad: 5 });
  });

  it("suggests a rollback of a change shortly before, and not of an old one", () => {
    const detailOf = (change: Partial<Incident>) => opened([{ ...MIXED, ...change }]).shown(ALL, "mixed").head.detail;
    expect(detailOf({ changes: [changeIn("shop", "checkout")] })).toMatchObject({ mayRollBack: true, lastChange: null });
    const old = { ...changeIn("shop", "checkout"), seenAt: NOW - 40 * MINUTE };
    expect(detailOf({ lastChange: old })).toMatchObject({ mayRollBack: false, changes: [], lastChange: { name: "checkout" } });
  });

  it("lists the machines in trouble first, in the requested window", () => {
    const members = [aMember(1, { left: SERVES }), aMember(2), aMember(3)];
    const { rows, head } = opened([{ ...MIXED, members }]).shown(ALL, "mixed", { offset: 1, limit: 2 });
    expect([head.machines, rows.map(({ name }) => name)]).toEqual([3, ["vm-3", "vm-1"]]);
  });

  it("is computed again when an incident changes", () => {
    const changed = vi.fn();
    const { fleet, open } = opened([MIXED]);
    const view = open(ALL, "mixed", { changed });
    onTestFinished(() => view.close());
    view.compute();
    fleet.incidentMemory.update([{ ...MIXED, state: "recovering" }]);
    expect(changed).toHaveBeenCalled();
  });

  it("compares its machines again only after a change of its own", () => {
    const { fleet, open } = opened([MIXED]);
    const view = open(ALL, "mixed");
    onTestFinished(() => view.close());
    const before = view.compute().head.detail;
    fleet.incidentMemory.update([anIncident({ key: "other" })]);
    expect(view.compute().head.detail).toBe(before);
    fleet.incidentMemory.update([{ ...MIXED, services: [aLostService("radius")] }]);
    expect(view.compute().head.detail?.services).toHaveLength(1);
  });
});
