import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { IncidentsHead } from "@/lib/contract/views/incidents";
import { type Incident, peakOf } from "@/lib/domain/incidents/incident";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { Downloads } from "@/lib/server/export/downloads";
import { exportList } from "@/lib/server/export/export-list";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { createHistory } from "@/lib/server/history/create-history";
import { aGroup, NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";
const MINUTE = 60_000;
const ALL = scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
const sightOf = (...namespaces: string[]) => scopeFromPermissions(new Map([[CLUSTER, new Map([["workloadentries", namespaces] as const])]]));
const viewerOf = (scope: Scope) => ({ subject: scope.key, scope, mayWrite: false });

const SERVES = { how: "serving", at: NOW + MINUTE, by: "" } as const;
const SHOP = [aMember(1), aMember(2)];
const PAY = [3, 4, 5].map((n) => aMember(n, { namespace: "pay", group: "ledger" }));
/** Two namespaces: both machines of "shop" serve again, those of "pay" do not. */
const MIXED = anIncident({ key: "mixed", members: [...[1, 2].map((n) => aMember(n, { left: SERVES })), ...PAY] });

function opened(incidents: readonly Incident[], scope: Scope, query = "", olderThan: number | null = null) {
  const fleet = liveFleet([CLUSTER], () => NOW + 20 * MINUTE);
  if (olderThan !== null) fleet.incidentMemory.begin(NOW, olderThan);
  fleet.incidentMemory.update(incidents);
  const lists = new StandingLists(fleet);
  const viewer = viewerOf(scope);
  const watched = () => {
    const changed = vi.fn();
    const view = CHECKED_VIEWS.incidents({ fleet, lists, viewer, query, offset: 0, limit: 50, changed });
    view.compute();
    return { view, changed };
  };
  const state = () => {
    const view = CHECKED_VIEWS.incidents({ fleet, lists, viewer, query, offset: 0, limit: 50, changed: () => undefined });
    const shown = view.compute();
    view.close();
    return shown;
  };
  const file = async (format: "csv" | "json") => {
    const history = createHistory({ database: null, status: () => ({ kind: "off", reason: "" }), fleet });
    const beat = () => ({ now: NOW, clusters: [], problems: [] });
    const downloads = new Downloads(() => () => undefined);
    const response = await exportList({ fleet, lists, history, downloads, beat }, viewer, new URLSearchParams(`${query}&what=incidents&format=${format}`));
    return response.text();
  };
  return { fleet, watched, state, file };
}

const countsOf = ({ open, recovering, longRunning, over }: IncidentsHead) => ({ open, recovering, longRunning, over });

/** Incidents that ended one minute after the other: "ended-0" first. */
const endedOnes = (count: number) =>
  Array.from({ length: count }, (_, n) => anEndedIncident(anIncident({ key: `ended-${n}`, members: [aMember(100 + n)] }), NOW + n * MINUTE));

describe("the list of incidents", () => {
  it("shows all machines to a viewer who sees all of them", () => {
    const { head, rows } = opened([MIXED], ALL).state();
    expect(countsOf(head)).toEqual({ open: 1, recovering: 0, longRunning: 0, over: 0 });
    expect(rows).toMatchObject([{ id: "mixed", state: "open", tier: 2, isPartial: false, title: { machines: 5, failed: 3 } }]);
  });

  it("names the worst of several visible groups with its total, of an incident that is not over", () => {
    const both = anIncident({ members: [...SHOP, ...PAY] });
    const { fleet, state } = opened([both, anEndedIncident({ ...both, key: "over" }, NOW)], ALL);
    expect(state().rows.map(({ worst }) => worst)).toEqual([{ namespace: "pay", name: "ledger", number: 3, total: null }, null]);
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "pay", name: "ledger", expectedSize: "40" }));
    expect(state().rows[0]?.worst).toMatchObject({ name: "checkout", number: 2 });
    expect(opened([both], sightOf("pay")).state().rows[0]?.worst).toBeNull();
  });

  it("has the reason of a maintenance window only for a viewer of groups, also in its file", async () => {
    const planned = { reason: "Kernel update", until: NOW + MINUTE };
    const [all, machinesOnly] = [ALL, sightOf("shop")].map((scope) => opened([anIncident({ planned })], scope));
    expect([all?.state().rows[0]?.title.planned, machinesOnly?.state().rows[0]?.title.planned]).toEqual(["Kernel update", ""]);
    const files = [await all?.file("csv"), await machinesOnly?.file("csv")];
    expect(files.map((file) => /Kernel update/.test(file ?? ""))).toEqual([true, false]);
    expect(files[1]).toContain("reason not visible to you");
  });

  it("does not exist for a viewer who sees none of the machines", () => {
    const { head, rows } = opened([MIXED], sightOf("other")).state();
    expect([head.total, head.matched, rows, head.facets.flatMap(({ values }) => values)]).toEqual([0, 0, [], []]);
  });

  it("is over for a viewer whose machines serve, although hidden ones do not", () => {
    const { head, rows } = opened([MIXED], sightOf("shop")).state();
    expect(countsOf(head)).toEqual({ open: 0, recovering: 0, longRunning: 0, over: 1 });
    expect(rows).toMatchObject([{ state: "over", tier: null, isPartial: true, title: { machines: 2, failed: 0, peak: 2, groups: ["shop/checkout"] } }]);
  });

  it("ended for a viewer when the visible machines served, although hidden ones closed it later", () => {
    const left = { how: "serving", at: NOW + 9 * MINUTE, by: "" } as const;
    const members = [...MIXED.members.slice(0, 2), ...[3, 4, 5].map((n) => aMember(n, { namespace: "pay", group: "ledger", left }))];
    const ended = anEndedIncident(anIncident({ key: "ended", members, peak: peakOf(members) ?? { at: NOW, bad: 5 } }), NOW + 9 * MINUTE);
    const own = { ...ended, members };
    const [row] = opened([own], sightOf("shop")).state().rows;
    expect(row?.title.endedAt).toBe(NOW + 6 * MINUTE);
    expect(opened([own], ALL).state().rows[0]?.title.endedAt).toBe(NOW + 14 * MINUTE);
  });

  it("shows the total of a group as all pages do: with machines that are missing", () => {
    const cause = { kind: "trait", traits: [], group: { namespace: "shop", name: "checkout", size: 32 } } as const;
    const incident = anIncident({ members: SHOP, cause });
    const { fleet, state, watched } = opened([incident], ALL);
    const { view, changed } = watched();
    onTestFinished(() => view.close());
    fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name: "checkout", expectedSize: "34" }));
    expect(state().rows[0]?.title).toMatchObject({ failed: 2, groupSize: 34 });
    expect(changed).toHaveBeenCalled();
  });

  it("is computed again when time alone ends its visible part", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const left = { how: "serving", at: NOW + 16 * MINUTE, by: "" } as const;
    const { watched } = opened([{ ...MIXED, members: [...[1, 2].map((n) => aMember(n, { left })), ...PAY] }], sightOf("shop"));
    const { view, changed } = watched();
    onTestFinished(() => view.close());
    vi.advanceTimersByTime(MINUTE - 1);
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it("hides a service without the right to its kind, also if the machines are visible", () => {
    const incident = anIncident({ members: SHOP, services: [aLostService("radius")] });
    expect(opened([incident], ALL).state().rows).toMatchObject([{ tier: 1, services: 1 }]);
    const [row] = opened([incident], sightOf("shop")).state().rows;
    expect(row).toMatchObject({ services: 0, isPartial: true, title: { services: [] } });
    expect(JSON.stringify(row)).not.toContain("radius");
  });

  it.each(["csv", "json"] as const)("has the visible part only in its %s file", async (format) => {
    const all = await opened([MIXED], ALL).file(format);
    const part = await opened([MIXED], sightOf("shop")).file(format);
    const none = await opened([MIXED], sightOf("other")).file(format);
    expect(all).toContain("mixed");
    expect(part).toContain("mixed");
    expect(part).not.toMatch(/ledger|pay|vm-3/);
    expect(none).not.toContain("mixed");
    if (format === "json") expect(JSON.parse(part)).toMatchObject([{ key: "mixed", state: "over", machines: 2, peak: 2, "more outside the view": true }]);
  });

  it("filters by the visible state, and counts it in the facets", () => {
    const one = anIncident({ key: "other", members: SHOP });
    const of = (scope: Scope, query: string) => opened([MIXED, one], scope, query).state();
    expect(of(sightOf("shop"), "q=state:over").rows.map(({ id }) => id)).toEqual(["mixed"]);
    expect(of(ALL, "q=state:over").rows).toEqual([]);
    expect(of(sightOf("shop"), "").head.facets.find(({ key }) => key === "namespace")?.values).toEqual([{ value: "shop", count: 2 }]);
  });

  it("orders incidents of one tier by number and share of the total of their groups, then the newest first", () => {
    const ofSize = (key: string, count: number, group: string, at = NOW) =>
      anIncident({ key, members: Array.from({ length: count }, (_, n) => aMember(n, { group })), began: { at, notBefore: null } });
    const { fleet, state } = opened(
      [ofSize("older", 3, "cart"), ofSize("newer", 3, "media", NOW + MINUTE), ofSize("most", 4, "large"), ofSize("share", 4, "small")],
      ALL,
    );
    for (const [name, expectedSize] of Object.entries({ cart: "10", media: "10", large: "100", small: "8" })) {
      fleet.store.upsertGroup(aGroup({ cluster: CLUSTER, namespace: "shop", name, uid: name, expectedSize }));
    }
    expect(state().rows.map(({ id }) => id)).toEqual(["share", "newer", "older", "most"]);
  });

  it("puts a service without endpoint first, then new trouble, then ended incidents", () => {
    const service = anIncident({ key: "service", members: [aMember(7)], services: [aLostService("radius")] });
    const ended = anEndedIncident(anIncident({ key: "ended" }), NOW + MINUTE);
    expect(
      opened([ended, MIXED, service], ALL)
        .state()
        .rows.map(({ id }) => id),
    ).toEqual(["service", "mixed", "ended"]);
  });

  it("counts planned incidents apart from open ones, in the headline and in the filter", () => {
    const planned = anIncident({ key: "planned", members: PAY, planned: { reason: "kernel", until: NOW + 60 * MINUTE } });
    const of = (query: string) => opened([planned, anIncident({ key: "open", members: SHOP })], ALL, query).state();
    expect(of("").head).toMatchObject({ open: 1, planned: 1, recovering: 0, total: 2 });
    expect(of("").head.facets.find(({ key }) => key === "state")?.values).toEqual([
      { value: "open", count: 1 },
      { value: "planned", count: 1 },
    ]);
    expect(of("q=state:open").rows.map(({ id }) => id)).toEqual(["open"]);
    expect(of("q=state:planned").rows.map(({ id }) => id)).toEqual(["planned"]);
  });

  it.each([
    ["q=tier:1", ["service"]],
    ["q=tier:2,3", ["pay"]],
    ["q=group:pay/ledger", ["pay"]],
    ["q=group:ledger", ["pay"]],
    ["q=-group:checkout", ["pay"]],
    ["q=zone:eu-1", ["service", "pay"]],
    ["q=zone:eu-2", []],
    ["q=service:shop/radius", ["service"]],
    ["q=service:radius.shop.svc.cluster.local", ["service"]],
    ["ns=pay", ["pay"]],
    [`window=${NOW + 2 * MINUTE}-${NOW + 3 * MINUTE}`, ["service", "pay"]],
    [`window=${NOW - 9 * MINUTE}-${NOW - MINUTE}`, []],
  ])("filters by %s", (query, keys) => {
    const incidents = [anIncident({ key: "service", members: SHOP, services: [aLostService("radius")] }), anIncident({ key: "pay", members: PAY })];
    expect(
      opened(incidents, ALL, query)
        .state()
        .rows.map(({ id }) => id),
    ).toEqual(keys);
  });

  it("does not match or suggest the hidden groups, zones and services of an incident", () => {
    const members = [aMember(1), aMember(2, { namespace: "pay", group: "ledger", zone: "eu-2" })];
    const incident = anIncident({ members, services: [aLostService("vault", NOW, "pay")] });
    for (const query of ["q=group:ledger", "q=zone:eu-2", "q=service:pay/vault", "q=ledger", "ns=pay"]) {
      expect(opened([incident], sightOf("shop"), query).state().rows).toEqual([]);
      expect(opened([incident], ALL, query).state().rows).toHaveLength(1);
    }
    expect(JSON.stringify(opened([incident], sightOf("shop")).state())).not.toMatch(/ledger|eu-2|vault|pay/);
  });

  it("rejects a window that is not valid, and names the field", () => {
    expect(() => opened([MIXED], ALL, "window=banana").state()).toThrow(/^window: Write 15m/);
  });

  it("has 50 incidents that are over on its first page, and the cursor of the next one", () => {
    const { head, rows } = opened([MIXED, ...endedOnes(60)], ALL).state();
    expect(head).toMatchObject({ matched: 61, listed: 51, next: "ended-10" });
    expect(rows.slice(0, 3).map(({ id }) => id)).toEqual(["mixed", "ended-59", "ended-58"]);
  });

  it("continues with the history after the incidents in memory", () => {
    const of = (query: string, olderThan: number | null) => opened([MIXED, ...endedOnes(3)], ALL, query, olderThan).state().head;
    expect(of("", null)).toMatchObject({ listed: 4, next: null, hasOlder: false });
    expect(of("", NOW)).toMatchObject({ listed: 4, next: "ended-0", hasOlder: true });
    // Between those that ended before the moment, others may be missing.
    expect(of("", NOW + 6 * MINUTE)).toMatchObject({ listed: 3, next: "ended-1" });
    expect(of("q=zone:eu-9", NOW)).toMatchObject({ listed: 0, next: new Date(NOW).toISOString().replace(".000Z", "Z") });
    expect(of("q=state:open", NOW).next).toBeNull();
    expect(of("q=tier:2", NOW).next).toBeNull();
    expect(of("window=15m", NOW)).toMatchObject({ next: null, hasOlder: false });
  });

  it("continues with the history also after the memory dropped the oldest ones", () => {
    const all = endedOnes(1_010);
    expect(opened(all, ALL).state().head).toMatchObject({ total: 1_000, listed: 50, hasOlder: true, next: "ended-960" });
    // The last one of them in memory, as others may be in the history.
    expect(opened(all, ALL, "q=ended-77").state().head).toMatchObject({ listed: 11, next: "ended-77" });
  });

  it("lists an incident that is over for the viewer only before those that are over for all", () => {
    const { head, rows } = opened([...endedOnes(60), MIXED], sightOf("shop")).state();
    expect(rows[0]?.id).toBe("mixed");
    expect(head).toMatchObject({ listed: 51, next: "ended-10" });
  });
});
