import { beforeEach, describe, expect, it } from "vitest";
import { parseGroupsQuery, type TroubleAge } from "@/lib/contract/url/list-filters";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, ago, anEntry, aReport, NOW } from "@/lib/testing/entries";
import { groupsTurnAt, matchesGroup } from "./group-filter";
import { sortedByRow } from "./group-row-sorts";
import { visibleGroups } from "./visible-groups";

const ALL = scopeFromPermissions(
  new Map([
    [
      "prod-eu",
      new Map<WatchedKind, "all">([
        ["workloadentries", "all"],
        ["workloadgroups", "all"],
      ]),
    ],
  ]),
);

let fleet: LiveFleet;
let now = NOW;
beforeEach(() => {
  now = NOW;
  fleet = liveFleet(["prod-eu"], () => now);
  const { store } = fleet;
  store.upsertGroup(aGroup({ uid: "g1", name: "cart", createdAt: NOW - 60_000, entryLabels: [["app", "cart"]] }));
  store.upsertGroup(aGroup({ uid: "g2", name: "billing", createdAt: NOW - 7_200_000, entryLabels: [["app", "billing"]] }));
  const sick = { health: aReport("False", "HTTP probe failed: 503"), registrationGroup: "cart", owner: null };
  store.upsertEntry(anEntry({ uid: "1", name: "cart-1", locality: "eu/eu-a", connectedAt: ago(9_000), ...sick }), NOW, "seen");
  store.upsertEntry(anEntry({ uid: "2", name: "billing-1", locality: "us/us-b", registrationGroup: "billing", owner: null }), NOW, "seen");
});

const AGES: Readonly<Record<string, TroubleAge>> = { cart: "old" };

const groups = () => visibleGroups(fleet, parseMachinesQuery(""), ALL);
const found = (words: string) =>
  groups()
    .filter((group) => matchesGroup(fleet, group, parseGroupsQuery(new URLSearchParams({ q: words })).terms, ({ record }) => AGES[record.name] ?? null))
    .map(({ record }) => record.name);

describe("a filter of groups", () => {
  it.each([
    ["cart", ["cart"]],
    ["503", ["cart"]],
    ['"1 unhealthy"', ["cart"]],
    ["!503", ["billing"]],
    ["zone:eu-a", ["cart"]],
    ["zone:eu-a,us-b", ["billing", "cart"]],
    ["-zone:eu-a", ["billing"]],
    ["region:us", ["billing"]],
    ["replica:istiod-7c9f-a", ["billing", "cart"]],
    ["replica:istiod-7c9f-a -group:shop/cart", ["billing"]],
    ["-origin:hand-written", ["billing", "cart"]],
    ["namespace:shop", ["billing", "cart"]],
    ["-ns:shop", []],
    ["app=cart,billing", ["billing", "cart"]],
    ["app!=cart", ["billing"]],
    ["app=*", ["billing", "cart"]],
    ["age>1h", ["billing"]],
    ["-age>1h", ["cart"]],
    ["connected<10s", ["cart"]],
    ["trouble:old", ["cart"]],
    ["trouble:new", []],
    ["trouble:new,old", ["cart"]],
    ["-trouble:old", ["billing"]],
    ["foo:bar", []],
  ])("%s finds %j", (words, names) => {
    expect(found(words)).toEqual(names);
  });

  it("knows when time alone will change what it finds", () => {
    const turns = groupsTurnAt(fleet, groups(), parseMachineTerms("age>90s"));
    expect([found("age>90s"), turns]).toEqual([["billing"], NOW + 30_001]);
    now = turns ?? 0;
    expect([found("age>90s"), groupsTurnAt(fleet, groups(), parseMachineTerms("age>90s"))]).toEqual([["billing", "cart"], null]);
    expect(groupsTurnAt(fleet, groups(), parseMachineTerms("cart"))).toBeNull();
  });
});

describe("groups in the order of what their rows show", () => {
  const sorted = (spelled: string) => sortedByRow(fleet, groups(), spelled, () => 0).map(({ record }) => record.name);

  it.each([
    ["why", ["cart", "billing"]],
    ["-why", ["cart", "billing"]],
    ["zones", ["cart", "billing"]],
    ["-zones", ["billing", "cart"]],
    ["since", ["cart", "billing"]],
  ])("by %s: %j", (spelled, names) => {
    expect(sorted(spelled)).toEqual(names);
  });
});
