import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseListQuery } from "@/lib/contract/list-query";
import { type Scope, scopeOf, type WatchedKind } from "@/lib/domain/scope";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { arbitraryMachine } from "@/lib/testing/fleet-steps";
import type { EntryRef } from "./entry-change";
import type { FleetReader } from "./fleet-reader";
import { liveFleet } from "./live-fleet";
import { onlyEntries } from "./only-entries";

const CLUSTER = "prod-eu";
const QUERIES = ["", "q=state:unhealthy", "q=!zone:eu-b app=a", "q=state:healthy zone:mars", "ns=shop", "q=network:vpc-1 group:checkout", "sort=-name"];
const kinds = (namespaces: "all" | readonly string[]) =>
  new Map<WatchedKind, "all" | readonly string[]>([
    ["workloadentries", namespaces],
    ["workloadgroups", namespaces],
  ]);
const SCOPES: readonly Scope[] = [scopeOf(new Map([[CLUSTER, kinds("all")]])), scopeOf(new Map([[CLUSTER, kinds(["shop"])]]))];

function fleetOf(machines: readonly WorkloadEntry[]) {
  const fleet = liveFleet([CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  fleet.store.upsertGroup(aGroup());
  for (const machine of machines) fleet.store.upsertEntry(machine, NOW, "seen");
  return fleet;
}

/** All that a reader of this fleet is told, without references: they are each fleet's own. */
function toldBy(fleet: FleetReader) {
  const groupsOf = (scope: Scope) => {
    const [machines, object] = (["workloadentries", "workloadgroups"] as const).map((kind) => scope.clusters.get(CLUSTER)?.get(kind) === "all");
    const sight = { machines: machines === true, object: object === true };
    return fleet.groups().map((group) => ({
      row: fleet.groupRow(group, sight),
      traits: (["zone", "network", "replica", "account"] as const).map((trait) => [...fleet.traits(group, trait)].sort((a, b) => (a.value < b.value ? -1 : 1))),
      localities: [...fleet.localities(group)].sort((a, b) => (a.locality < b.locality ? -1 : 1)),
      members: Array.from(fleet.members(group), (entry) => fleet.identityOf(entry).uid).sort(),
      troubled: Array.from(fleet.troubled(group), (entry) => fleet.identityOf(entry).uid).sort(),
    }));
  };
  const rows = (entries: Iterable<EntryRef>) => Array.from(entries, (entry) => fleet.row(entry));
  const lists = SCOPES.flatMap((scope) =>
    QUERIES.map((text) => {
      const list = fleet.list(parseListQuery(text), scope);
      const told = { ...{ total: list.total, matched: list.matched }, facets: list.facets(), without: list.without(), absent: list.absent() };
      const shown = { ...told, rows: rows(list.slice(0, 1_000)), count: fleet.count(parseListQuery(text), scope) };
      list.close();
      return shown;
    }),
  );
  return {
    size: fleet.size,
    uids: rows(fleet.entries())
      .map(({ uid }) => uid)
      .sort(),
    lists,
    groups: SCOPES.map(groupsOf),
  };
}

describe("a fleet without some of its machines", () => {
  it("tells what a fleet tells that never had them: counts, lists, facets and groups", () => {
    const machines = fc.uniqueArray(arbitraryMachine, { selector: ({ uid }) => uid, maxLength: 12 });
    fc.assert(
      fc.property(machines, fc.constantFrom("eu-a", "eu-b", ""), (all, zone) => {
        const whole = fleetOf(all);
        const isThere = (entry: EntryRef) => whole.trait(entry, "zone") !== zone;
        const left = all.filter(({ cluster, uid }) => isThere(whole.byUid(cluster, uid) ?? failed()));
        expect(toldBy(onlyEntries(whole, isThere))).toEqual(toldBy(fleetOf(left)));
      }),
      { numRuns: 200 },
    );
  });

  it("follows what happens to the whole fleet", () => {
    const whole = fleetOf([anEntry(), anEntry({ uid: "2", name: "vm-2", locality: "eu-central-1/eu-central-1b" })]);
    const lost = onlyEntries(whole, (entry) => whole.trait(entry, "zone") !== "eu-central-1a");
    const [scope = failed()] = SCOPES;
    const list = lost.list(parseListQuery(""), scope);
    expect([list.matched, lost.byUid(CLUSTER, "57fd0001"), lost.group(CLUSTER, "shop", "checkout")?.members.size]).toEqual([1, null, 1]);
    whole.store.upsertEntry(anEntry({ uid: "3", name: "vm-3", locality: "eu-central-1/eu-central-1b" }), NOW, "seen");
    whole.store.upsertEntry(anEntry({ uid: "4", name: "vm-4" }), NOW, "seen");
    expect([list.matched, list.total, lost.size, lost.group(CLUSTER, "shop", "checkout")?.members.size]).toEqual([2, 2, 2, 2]);
    list.close();
  });

  it("may leave out more of what is left", () => {
    const whole = fleetOf([anEntry(), anEntry({ uid: "2", name: "vm-2", network: "vpc-9" }), anEntry({ uid: "3", name: "vm-3", locality: "" })]);
    const one = onlyEntries(whole, (entry) => whole.trait(entry, "zone") !== "");
    const both = onlyEntries(one, (entry) => one.trait(entry, "network") !== "vpc-9");
    expect([one.size, both.size, both.groups().map(({ members }) => members.size)]).toEqual([2, 1, [1]]);
  });
});

function failed(): never {
  throw new Error("there is none");
}
