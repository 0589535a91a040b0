import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type LocalitiesHead, type LocalityRow, type SingleZoneHead, type SingleZoneRow, singleZoneQuery } from "@/lib/contract/views/localities";
import type { ViewRequest } from "@/lib/contract/views/view";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { CHECKED_VIEWS } from "./checked-views";

let fleet: ReturnType<typeof liveFleet>;
let changes: number;

const NODES = new Map([
  ["n-a", "eu/a"],
  ["n-b", "eu/b/rack-1"],
]);
const put = (...selectors: readonly StoredMeshService[]) => {
  for (const one of selectors) fleet.tables[one.kind].upsert(one as never);
};
const machine = (name: string, locality: string, own: Partial<WorkloadEntry> = {}) =>
  fleet.store.upsertEntry(
    anEntry({ uid: `${own.namespace ?? "shop"}-${name}`, name, locality, specLabels: [["app", "a"]], metadataLabels: [], owner: null, ...own }),
    NOW,
    "seen",
  );
const pod = (name: string, node: string, own: Parameters<typeof aTablePod>[0] = {}) => fleet.tables["workload-pods"].upsert(aTablePod({ name, node, ...own }));
const seesNodes = hostScope({ nodes: "all" });

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  changes = 0;
  const world = aWorld();
  fleet.store.setWorld({ ...world, places: { ...world.places, nodes: { kind: "known", value: NODES, source: "Nodes" } } }, NOW);
  fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
});

function open(kind: ViewRequest["kind"], query = "", scope = seesNodes) {
  const changed = () => {
    changes++;
  };
  return CHECKED_VIEWS[kind]({
    fleet,
    lists: new StandingLists(fleet),
    viewer: { subject: "somebody", scope, mayWrite: false },
    query,
    offset: 0,
    limit: 200,
    changed,
  });
}

function places(search: Readonly<Record<string, string>> = {}, scope = seesNodes) {
  const view = open("localities", new URLSearchParams(search).toString(), scope);
  const { head, rows } = view.compute();
  view.close();
  return { head: head as unknown as LocalitiesHead, rows: rows as unknown as LocalityRow[] };
}

function singles(of: "group" | "host", scope = seesNodes) {
  const view = open("single-zone", singleZoneQuery(of, ""), scope);
  const { head, rows } = view.compute();
  view.close();
  return { head: head as unknown as SingleZoneHead, rows: rows as unknown as SingleZoneRow[] };
}

const told = (rows: readonly LocalityRow[]) => rows.map(({ id, machines, pods, weight }) => `${id} ${machines}+${pods} ${weight}`);

describe("the places", () => {
  it("are a tree with machines, the Pods beside them, weights, groups and hosts", () => {
    machine("one", "eu/a", { weight: 5 });
    machine("two", "eu/a/rack-1/4", { health: aReport("False", "503") });
    machine("three", "us/a");
    machine("four", "");
    put(aService(), aHostEntry({ name: "se", hosts: ["first.example.com", "second.example.com"] }));
    pod("p1", "n-a");
    pod("p2", "n-b", { ready: false });
    const { head, rows } = places();
    expect(told(rows)).toEqual([
      "region:eu// 2+2 6",
      "zone:eu/a/ 2+1 6",
      "subzone:eu/a/rack-1 1+0 0",
      "subzone:eu/a/ 1+1 6",
      "zone:eu/b/ 0+1 0",
      "subzone:eu/b/rack-1 0+1 0",
      "region:us// 1+0 1",
      "zone:us/a/ 1+0 1",
      "nowhere:// 1+0 1",
    ]);
    expect(rows[0]).toMatchObject({ odd: 1, serving: 1, groups: 1, hosts: 3, within: 2, podsReady: 1, share: 6 / 8 });
    expect(head).toMatchObject({ machines: 4, pods: 2, regions: 2, zones: 3, nowhere: 1, withoutZone: 1, odd: 1, weight: 8, podsUnseen: 0, placesUnseen: 0 });
    expect(head.concentration).toMatchObject({ kind: "concentrated", region: "eu", zone: "a", share: 0.75, zones: 2 });
  });

  it("count as zones of a region those that have a name", () => {
    machine("one", "eu/a");
    machine("two", "eu");
    expect(places().rows.map(({ id, within }) => [id, within])).toEqual([
      ["region:eu//", 1],
      ["zone:eu/a/", 0],
      ["zone:eu//", 0],
    ]);
    expect(places().head).toMatchObject({ zones: 1, withoutZone: 1 });
  });

  it("have no Pod of a host that selects no machine", () => {
    machine("one", "eu/a");
    pod("p1", "n-a", { labels: [["app", "other"]] });
    put(aService(), aService({ name: "other", selector: [["app", "other"]] }));
    expect(places().head).toMatchObject({ machines: 1, pods: 0 });
  });

  it("say that a place is not visible, and never that there is none", () => {
    machine("one", "eu/a");
    put(aService());
    pod("p1", "n-a");
    pod("p2", "n-b", {
      labels: [
        ["app", "a"],
        ["istio-locality", "us.c"],
      ],
    });
    expect(told(places({}, hostScope()).rows)).toEqual(["region:eu// 1+0 1", "zone:eu/a/ 1+0 1", "region:us// 0+1 1", "zone:us/c/ 0+1 1", "unseen:// 0+1 1"]);
    expect(places({}, hostScope()).head).toMatchObject({ placesUnseen: 1, nowhere: 0, podsUnseen: 0 });
    expect(places({}, hostScope({ pods: [] })).head).toMatchObject({ pods: 0, podsUnseen: 1, placesUnseen: 0 });
  });

  it.each([
    ["region:us", ["region:us//", "zone:us/a/"]],
    ["zone:b", ["region:eu//", "zone:eu/b/"]],
    ["zone:none", ["nowhere://"]],
    ["-region:eu", ["region:us//", "zone:us/a/", "nowhere://"]],
    ["us", ["region:us//", "zone:us/a/"]],
    ["zone:a region:eu", ["region:eu//", "zone:eu/a/"]],
    ["colour:red", []],
  ])("are filtered by %s", (q, expected) => {
    machine("one", "eu/a");
    machine("two", "eu/b");
    machine("three", "us/a");
    machine("four", "");
    const { head, rows } = places({ q });
    expect(rows.map(({ id }) => id)).toEqual(expected);
    expect([head.machines, head.matched]).toEqual([4, expected.length]);
    expect(head.facets.map(({ key }) => key)).toEqual(["region", "zone"]);
  });

  it("are those of the picked namespaces", () => {
    machine("one", "eu/a");
    machine("two", "us/a", { namespace: "legacy" });
    expect(told(places({ ns: "legacy" }).rows)).toEqual(["region:us// 1+0 1", "zone:us/a/ 1+0 1"]);
  });
});

describe("whoever is in one zone only", () => {
  it("are groups, those first that most hosts depend on, and hosts", () => {
    const grouped = (group: string) => ({ registrationGroup: group, specLabels: [["app", group]] as const });
    for (const name of ["lone", "alone", "wide", "vague"]) fleet.store.upsertGroup(aGroup({ name, uid: name }));
    machine("l1", "eu/a", grouped("lone"));
    machine("a1", "eu/b", grouped("alone"));
    machine("w1", "eu/a", grouped("wide"));
    machine("w2", "us/a", grouped("wide"));
    machine("v1", "eu/a", grouped("vague"));
    machine("v2", "eu", grouped("vague"));
    for (const app of ["alone", "wide", "vague"]) put(aService({ name: app, selector: [["app", app]] }));
    put(aHostEntry({ name: "second", hosts: ["alone.example.com"], selector: [["app", "alone"]] }));
    const groups = singles("group");
    expect(groups.rows.map(({ name, region, zone, hosts }) => [name, `${region}/${zone}`, hosts.length])).toEqual([
      ["alone", "eu/b", 2],
      ["lone", "eu/a", 0],
    ]);
    expect(groups.head).toEqual({ total: 2, matched: 2, of: 4, two: 1, more: 0, untold: 1 });
    const hosts = singles("host");
    expect(hosts.rows.map(({ host, machines, groups: of }) => [host, machines, of])).toEqual([
      ["alone.shop.svc.cluster.local", 1, ["shop/alone"]],
      ["alone.example.com", 1, ["shop/alone"]],
    ]);
    expect(hosts.head).toEqual({ total: 2, matched: 2, of: 4, two: 1, more: 0, untold: 1 });
  });

  it("a host is not while its Pods are in another zone, and cannot be told where these are not visible", () => {
    machine("one", "eu/a");
    put(aService());
    expect(singles("host").rows).toHaveLength(1);
    pod("p1", "n-b");
    expect(singles("host").head).toMatchObject({ total: 0, two: 1, untold: 0 });
    expect(singles("host", hostScope()).head).toMatchObject({ total: 0, two: 0, untold: 1 });
    expect(singles("host", hostScope({ pods: [] })).head).toMatchObject({ total: 0, untold: 1 });
  });
});

describe("a viewer of one namespace", () => {
  const own = hostScope({ workloadentries: ["shop"], workloadgroups: ["shop"], services: ["shop"], serviceentries: ["shop"], pods: ["shop"], nodes: "all" });

  it("is told nothing of another, and hears of no change there", () => {
    machine("one", "eu/a");
    put(aService());
    const views = [open("localities", "", own), open("single-zone", singleZoneQuery("group", ""), own), open("single-zone", singleZoneQuery("host", ""), own)];
    const before = JSON.stringify(views.map((view) => view.compute()));
    changes = 0;
    machine("two", "us/b", { namespace: "legacy" });
    put(aService({ name: "b", namespace: "legacy" }));
    machine("two", "us/c", { namespace: "legacy", weight: 7, resourceVersion: "2" });
    pod("p2", "n-b", { namespace: "legacy" });
    expect(changes).toBe(0);
    expect(JSON.stringify(views.map((view) => view.compute()))).toBe(before);
    machine("one", "eu/b", { resourceVersion: "3" });
    expect(changes).toBeGreaterThan(0);
    for (const view of views) view.close();
  });
});

describe("after whatever happened", () => {
  const locality = fc.constantFrom("", "eu", "eu/a", "eu/b/r/4", "us/a");
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("machine" as const),
      n: fc.nat({ max: 5 }),
      locality,
      app: fc.constantFrom("a", "b"),
      weight: fc.constantFrom(null, 3),
      ill: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("gone" as const), n: fc.nat({ max: 5 }) }),
    fc.record({ kind: fc.constant("service" as const), n: fc.nat({ max: 1 }), app: fc.constantFrom("a", "b", "c") }),
    fc.record({
      kind: fc.constant("pod" as const),
      n: fc.nat({ max: 2 }),
      node: fc.constantFrom("n-a", "n-b", "n-c", ""),
      app: fc.constantFrom("a", "b"),
      ready: fc.boolean(),
    }),
  );

  it("an open view shows what one shows that is opened then, and heard of it", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
        const world = aWorld();
        fleet.store.setWorld({ ...world, places: { ...world.places, nodes: { kind: "known", value: NODES, source: "Nodes" } } }, NOW);
        fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "shop", { kind: "live", asOf: NOW });
        fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
        const kinds = [
          ["localities", ""],
          ["single-zone", "of=group"],
          ["single-zone", "of=host"],
        ] as const;
        const views = kinds.map(([kind, query]) => open(kind, query));
        let shown = views.map((view) => JSON.stringify(view.compute()));
        let version = 1;
        for (const one of steps) {
          changes = 0;
          version++;
          if (one.kind === "gone") fleet.store.removeEntry(HOSTS_CLUSTER, `shop-m${one.n}`, NOW, "seen");
          else if (one.kind === "service") put(aService({ name: `s${one.n}`, selector: [["app", one.app]] }, String(version)));
          else if (one.kind === "pod")
            fleet.tables["workload-pods"].upsert(
              aTablePod({ name: `p${one.n}`, node: one.node, ready: one.ready, labels: [["app", one.app]] }, String(version)),
            );
          else {
            const { weight, ill, app } = one;
            const health = aReport(ill ? "False" : "True", "");
            machine(`m${one.n}`, one.locality, {
              weight,
              health,
              specLabels: [["app", app]],
              registrationGroup: `g${one.n % 3}`,
              resourceVersion: String(version),
            });
          }
          const now = views.map((view) => JSON.stringify(view.compute()));
          const anew = kinds.map(([kind, query]) => {
            const view = open(kind, query);
            const state = JSON.stringify(view.compute());
            view.close();
            return state;
          });
          expect(now).toEqual(anew);
          if (now.join() !== shown.join()) expect(changes).toBeGreaterThan(0);
          shown = now;
        }
        for (const view of views) view.close();
      }),
      { numRuns: 60 },
    );
  });
});
