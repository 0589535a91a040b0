import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { EntrySink } from "@/lib/server/fleet/entry-sink";
import { createGroupSink } from "@/lib/server/fleet/group-sink";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { ago, anEntry, aReport, NOW } from "@/lib/testing/entries";
import { arbitraryFleetSteps, arbitraryRecordedSteps } from "@/lib/testing/fleet-steps";
import { ManualClock } from "@/lib/testing/manual-clock";
import { PLAYED_CLUSTER as CLUSTER, playedFleet } from "@/lib/testing/played-fleet";
import { CHANGED } from "./changed";
import { ENTRY_SORTS, EntryOrders, entryOrder } from "./entry-orders";
import { FleetStore } from "./fleet-store";
import { StandingList } from "./standing-list";

const kinds = (namespaces: "all" | readonly string[]) => new Map<WatchedKind, "all" | readonly string[]>([["workloadentries", namespaces]]);
const ALL = scopeFromPermissions(new Map([[CLUSTER, kinds("all")]]));
const SHOP = scopeFromPermissions(new Map([[CLUSTER, kinds(["shop"])]]));

const QUERIES = [
  "",
  "ns=shop",
  "q=state:unhealthy state:disconnected",
  "q=!state:unreadable group:checkout",
  "q=zone:eu-a !network:vpc-1",
  "q=app=a",
  "q=!app=* vm-1",
  "q=group:none origin:hand-written",
  "q=replica:istiod-a region:eu",
  "q=topology.kubernetes.io/zone=eu-b",
  "q=app=a,b !namespace:legacy",
  "q=topology.kubernetes.io/zone=eu-a,eu-b app=a",
  "q=age>10m for<=20s",
  "q=!connected<1m",
  "q=gone -state:healthy",
  "q=foo:bar",
];

/** A fleet to which stories are played. */
function testFleet() {
  const clock = new ManualClock(NOW);
  const store = new FleetStore();
  const fleet = liveFleet([CLUSTER], clock.now, store);
  const entries = new EntrySink(store, clock, CLUSTER, "*", { freshness: () => undefined });
  const groups = createGroupSink(store, CLUSTER, { freshness: () => undefined });
  return { clock, fleet, store, ...playedFleet({ clock, store, entries, groups }) };
}

function shows(list: StandingList) {
  return { slots: list.slice(0, 1_000), matched: list.matched, total: list.total, facets: list.facets() };
}

describe("a standing list", () => {
  it("is, after any story, what a list built now would be", () => {
    fc.assert(
      fc.property(
        arbitraryRecordedSteps,
        fc.constantFrom(...QUERIES),
        fc.constantFrom(...ENTRY_SORTS, "-since", "-connected", "-group"),
        fc.constantFrom(ALL, SHOP),
        fc.nat({ max: 10 }),
        (steps, text, sort, scope, opensAt) => {
          const { fleet, store, play } = testFleet();
          const query = { ...parseMachinesQuery(text), sort };
          for (const step of steps.slice(0, opensAt)) play(step);
          const standing = new StandingList(store, fleet.orders, query, scope, { now: fleet.now() });
          for (const step of steps.slice(opensAt)) {
            play(step);
            standing.advance(fleet.now());
            const fresh = new StandingList(store, new EntryOrders(store), query, scope, { now: fleet.now() });
            expect(shows(standing)).toEqual(shows(fresh));
            for (const [at, slot] of standing.slice(0, 1_000).entries()) expect(standing.indexOf(slot)).toBe(at);
            fresh.close();
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("rests on orders that hold each entry once, and where it belongs, after any story", () => {
    fc.assert(
      fc.property(arbitraryRecordedSteps, fc.constantFrom(...ENTRY_SORTS), (steps, sort) => {
        const { fleet, store, play } = testFleet();
        for (const step of steps) {
          play(step);
          const fresh = new EntryOrders(store);
          for (const spelled of ["", sort]) expect([...fleet.orders.of(spelled).slots]).toEqual([...fresh.of(spelled).slots]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("tells of every change to what it shows, and of nothing out of sight", () => {
    fc.assert(
      fc.property(arbitraryFleetSteps, fc.constantFrom(...QUERIES), (steps, text) => {
        const { fleet, store, play } = testFleet();
        const list = new StandingList(store, fleet.orders, parseMachinesQuery(text), SHOP, { now: fleet.now() });
        let heard = 0;
        list.listen((slot) => {
          heard++;
          expect(store.places.at(store.columns.int("place", slot)).namespace).toBe("shop");
        });
        for (const step of steps) {
          const before = JSON.stringify(shows(list));
          heard = 0;
          play(step);
          list.advance(fleet.now());
          if (JSON.stringify(shows(list)) !== before) expect(heard).toBeGreaterThan(0);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("can be changed while it is walked over", () => {
    const { fleet, store, play } = testFleet();
    for (let i = 0; i < 600; i++) play({ kind: "upsert", entry: anEntry({ uid: `u${i}`, name: `vm-${i}` }) });
    const seen: string[] = [];
    for (const slot of fleet.orders.of("name").slots.slice(0, 600)) {
      seen.push(store.columns.uids.text(slot));
      play({ kind: "remove", uid: store.columns.uids.text(slot) });
    }
    expect(new Set(seen).size).toBe(600);
    expect(store.size).toBe(0);
    expect([...fleet.orders.of("").slots]).toEqual([]);
  });

  it("says for an empty result what leaving out one word would find", () => {
    const { fleet, store, play } = testFleet();
    play({ kind: "upsert", entry: anEntry() });
    play({ kind: "upsert", entry: anEntry({ uid: "2", name: "other", health: aReport("False", "503") }) });
    const list = new StandingList(store, fleet.orders, parseMachinesQuery("q=state:unhealthy zone:mars"), ALL, { now: fleet.now() });
    expect(list.without()).toEqual([
      { term: "state:unhealthy", matched: 0 },
      { term: "zone:mars", matched: 1 },
    ]);
  });

  it("moves with a renewed connection where it is sorted by that", () => {
    const { fleet, store, play } = testFleet();
    for (const [uid, ms] of [
      ["old", 9_000],
      ["new", 1_000],
    ] as const)
      play({ kind: "upsert", entry: anEntry({ uid, connectedAt: ago(ms) }) });
    const list = new StandingList(store, fleet.orders, parseMachinesQuery("sort=connected"), ALL, { now: fleet.now() });
    const uids = () => list.slice(0, 9).map((slot) => store.columns.uids.text(slot));
    expect(uids()).toEqual(["new", "old"]);
    play({ kind: "upsert", entry: anEntry({ uid: "old", connectedAt: ago(0) }) });
    expect(uids()).toEqual(["old", "new"]);
    play({ kind: "remove", uid: "new" });
    expect(uids()).toEqual(["old"]);
  });

  it("counts a facet without its own filter, so that its other values can be picked, and every other with it", () => {
    const { fleet, store, play } = testFleet();
    for (const [uid, locality, network] of [
      ["1", "eu/a", "x"],
      ["2", "eu/b", "y"],
      ["3", "eu/b", "x"],
    ] as const) {
      play({ kind: "upsert", entry: anEntry({ uid, locality, network }) });
    }
    const list = new StandingList(store, fleet.orders, parseMachinesQuery("q=zone:a"), ALL, { now: fleet.now() });
    const counts = (key: string) =>
      list
        .facets()
        .find((facet) => facet.key === key)
        ?.values.map(({ value, count }) => `${value} ${count}`);
    expect([counts("zone"), counts("network"), list.matched, list.total]).toEqual([["b 2", "a 1"], ["x 1"], 1, 3]);
  });

  it("takes several values of a label, or of a facet, as alternatives", () => {
    const { fleet, store, play } = testFleet();
    for (const app of ["cart", "billing", "search"])
      play({ kind: "upsert", entry: anEntry({ uid: app, name: app, metadataLabels: sortedLabelSet(new Map([["app", app]])) }) });
    const found = (text: string) => {
      const list = new StandingList(store, fleet.orders, { ...parseMachinesQuery(new URLSearchParams({ q: text })), sort: "name" }, ALL, { now: fleet.now() });
      return list.slice(0, 9).map((slot) => store.columns.names[slot]);
    };
    expect(found("app=cart,billing")).toEqual(["billing", "cart"]);
    expect(found("app in (cart, billing)")).toEqual(["billing", "cart"]);
    expect(found("app!=cart,billing")).toEqual(["search"]);
    expect(found("app=cart,app!=cart")).toEqual([]);
  });

  it("names a value that is asked for and that nobody has who matches the rest", () => {
    const { fleet, store, play } = testFleet();
    play({ kind: "upsert", entry: anEntry({ locality: "eu/eu-a", network: "vpc-1" }) });
    const absent = (text: string) =>
      new StandingList(store, fleet.orders, parseMachinesQuery(new URLSearchParams({ q: text })), ALL, { now: fleet.now() }).absent();
    expect(absent("zone:eu-a group:checkout")).toEqual([]);
    expect(absent("zone:ue-a")).toEqual([{ term: "zone:ue-a", nearest: "eu-a" }]);
    expect(absent("zone:mars -network:x")).toEqual([{ term: "zone:mars", nearest: null }]);
    expect(absent("zone:mars nobody")).toEqual([]);
  });

  it("finds a text in the namespace, and in namespace and name", () => {
    const { fleet, store, play } = testFleet();
    for (const [uid, namespace, name] of [
      ["1", "payments", "vm-1"],
      ["2", "shop", "payments-vm"],
      ["3", "legacy", "vm-1"],
    ] as const)
      play({ kind: "upsert", entry: anEntry({ uid, namespace, name }) });
    const found = (text: string) => {
      const list = new StandingList(store, fleet.orders, { ...parseMachinesQuery(new URLSearchParams({ q: text })), sort: "namespace" }, ALL, {
        now: fleet.now(),
      });
      return list.slice(0, 9).map((slot) => store.columns.uids.text(slot));
    };
    expect([found("Payments"), found("ments/vm"), found("!payments"), found("pay leg")]).toEqual([["1", "2"], ["1"], ["3"], []]);
  });

  it("finds what stands in a row's WHY", () => {
    const { fleet, store, play } = testFleet();
    play({ kind: "upsert", entry: anEntry({ uid: "1", name: "sick", health: aReport("False", "HTTP probe failed: 503") }) });
    play({ kind: "upsert", entry: anEntry({ uid: "2", name: "new", health: null }) });
    const found = (text: string) => {
      const list = new StandingList(store, fleet.orders, parseMachinesQuery(new URLSearchParams({ q: text })), ALL, { now: fleet.now() });
      return list.slice(0, 9).map((slot) => store.columns.names[slot]);
    };
    expect([found("503"), found('"http PROBE failed"'), found('"no health report"'), found("503 zzz")]).toEqual([["sick"], ["sick"], ["new"], []]);
  });

  it("lets an entry in at the moment it is older than asked for, with nobody writing", () => {
    const { clock, fleet, store, play } = testFleet();
    play({ kind: "upsert", entry: anEntry({ createdAt: NOW - 60_000 }) });
    const list = new StandingList(store, fleet.orders, parseMachinesQuery(new URLSearchParams({ q: "age>90s" })), ALL, { now: fleet.now() });
    expect([list.matched, list.turnsAt]).toEqual([0, NOW + 30_001]);
    clock.advance(30_001);
    list.advance(fleet.now());
    expect([list.matched, list.turnsAt]).toEqual([1, null]);
  });

  it("does not move, nor count anew, for a renewed connection", () => {
    const { fleet, store, play } = testFleet();
    play({ kind: "upsert", entry: anEntry() });
    const list = new StandingList(store, fleet.orders, parseMachinesQuery(""), ALL, { now: fleet.now() });
    const masks: number[] = [];
    list.listen((_entry, { bits }) => masks.push(bits));
    play({ kind: "upsert", entry: anEntry({ connectedAt: ago(1_000), resourceVersion: "2" }) });
    expect(masks).toEqual([CHANGED.connectionTimes]);
  });
});

describe("the order of a list", () => {
  it("puts, within the healthy, those first that nobody can vouch for: a ribbon counts in the same order", () => {
    const { fleet, store, play } = testFleet();
    play({ kind: "upsert", entry: anEntry({ uid: "vouched", name: "a" }) });
    const [first] = fleet.orders.of("").slots;
    expect(store.verdict(first ?? -1, NOW).vouched).toBe(false);
    store.columns.derivedBytes.vouched[first ?? 0] = 1;
    play({ kind: "upsert", entry: anEntry({ uid: "unvouched", name: "b" }) });
    expect([...fleet.orders.of("").slots].map((slot) => store.columns.uids.text(slot))).toEqual(["unvouched", "vouched"]);
  });

  it("is the default where there is no such column", () => {
    const { fleet, store } = testFleet();
    expect(entryOrder(store, "__proto__")).toBeNull();
    expect(fleet.orders.of("__proto__")).toBe(fleet.orders.of(""));
  });
});
