import { beforeEach, describe, expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type NamespaceScope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, anEntry, aReport, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, hostScope } from "@/lib/testing/hosts";
import { liveFleet } from "./live-fleet";
import { search } from "./search";
import { stripCell } from "./strip-cell";

const scope = (namespaces: NamespaceScope, cluster = "prod-eu") =>
  scopeFromPermissions(
    new Map([
      [
        cluster,
        new Map<WatchedKind, NamespaceScope>([
          ["workloadentries", namespaces],
          ["workloadgroups", namespaces],
        ]),
      ],
    ]),
  );

let fleet: ReturnType<typeof liveFleet>;
let lists: StandingLists;

beforeEach(() => {
  fleet = liveFleet(["prod-eu"], () => NOW);
  lists = new StandingLists(fleet);
  const hostname = sortedLabelSet([["hostname", "Checkout-VM-14"]]);
  fleet.store.upsertGroup(aGroup());
  fleet.store.upsertEntry(anEntry({ uid: "1", name: "a-well", metadataLabels: hostname }), NOW, "seen");
  fleet.store.upsertEntry(anEntry({ uid: "2", name: "b-sick", address: "10.20.9.9", health: aReport("False", "503") }), NOW, "seen");
  fleet.store.upsertEntry(anEntry({ uid: "3", name: "far", namespace: "legacy", registrationGroup: "", owner: null, controller: "istiod-far" }), NOW, "seen");
  fleet.setNamespaces("prod-eu", { names: ["empty-shop", "legacy", "shop"], partial: false });
});

const names = (text: string, of = scope("all")) => search(fleet, lists, text, of).hits.map(({ kind, name }) => `${kind} ${name}`);

describe("the search box", () => {
  it.each([
    [
      "a namespace, also one that is empty, with its machines",
      "shop",
      ["namespace empty-shop", "namespace shop", "group checkout", "entry b-sick", "entry a-well"],
    ],
    ["a group by its name, and machines by their host's", "CHECKOUT", ["group checkout", "entry a-well"]],
    ["a machine by its address", "20.9.9", ["entry b-sick"]],
    ["machines, worst first", "10.20", ["entry b-sick", "entry far", "entry a-well"]],
    ["a replica by its name", "ISTIOD-7C", ["replica istiod-7c9f-a"]],
    ["a zone by its name", "central-1A", ["zone eu-central-1a"]],
    ["a machine by what stands in its WHY", "503", ["entry b-sick"]],
    ["nothing for nothing", "   ", []],
    ["nothing for a word of no one", "zzz", []],
  ])("finds %s", (_claim, text, hits) => {
    expect(names(text)).toEqual(hits);
  });

  it("finds nothing out of sight", () => {
    for (const text of ["legacy", "far", "istiod-f", "empty"]) expect(names(text, scope(["shop"]))).toEqual([]);
  });

  it("says when there is more than it shows", () => {
    for (let i = 0; i < 9; i++) fleet.store.upsertEntry(anEntry({ uid: `x${i}`, name: `many-${i}` }), NOW, "seen");
    expect(search(fleet, lists, "many", scope("all"))).toMatchObject({ more: true });
    expect(search(fleet, lists, "b-sick", scope("all"))).toMatchObject({ more: false });
  });
});

describe("a cell of a ribbon", () => {
  const cell = (ribbon: string, index: number, of = scope("all")) => stripCell(fleet, lists, ribbon, index, of)?.name ?? null;

  it("is the machine at that place, worst first, and none past the end", () => {
    expect([0, 1, 2].map((index) => cell("prod-eu/shop/checkout", index))).toEqual(["b-sick", "a-well", null]);
  });

  it("of the machines without a group is not one of a group that is called none", () => {
    fleet.store.upsertEntry(anEntry({ uid: "4", name: "odd", namespace: "legacy", registrationGroup: "none", owner: null }), NOW, "seen");
    expect([0, 1].map((index) => cell("prod-eu/legacy/", index))).toEqual(["far", null]);
  });

  it("is found in a cluster whose name holds slashes", () => {
    const cluster = "arn:aws:eks:eu-central-1:1:cluster/prod";
    fleet.store.upsertEntry(anEntry({ uid: "5", name: "eks", cluster }), NOW, "seen");
    expect(cell(`${cluster}/shop/checkout`, 0, scope("all", cluster))).toBe("eks");
  });

  it("is nobody's out of sight, or under a name that is none", () => {
    for (const ribbon of ["prod-eu/legacy/", "legacy", "", "__proto__/a/b"]) expect(cell(ribbon, 0, scope(["shop"]))).toBeNull();
  });
});

describe("hosts in the search box", () => {
  const found = (text: string, of = hostScope()) =>
    search(fleet, lists, text, of).hits.flatMap(({ kind, name, detail }) => (kind === "host" ? [`${name} ${detail}`] : []));

  beforeEach(() => {
    fleet.tables.services.upsert(aService({ name: "soap" }) as never);
    fleet.tables.serviceentries.upsert(aHostEntry({ name: "cards", hosts: ["cards.example.com", "soap.example.com"] }) as never);
    fleet.tables.services.upsert(aService({ name: "soap", namespace: "legacy" }) as never);
  });

  it("are found by their names and by who defines them, with the object", () => {
    expect(found("SOAP", hostScope({ services: ["shop"] }))).toEqual([
      "soap.example.com ServiceEntry shop/cards",
      "soap.shop.svc.cluster.local Service shop/soap",
    ]);
    expect(found("shop/cards")).toEqual(["cards.example.com ServiceEntry shop/cards", "soap.example.com ServiceEntry shop/cards"]);
    expect(search(fleet, lists, "cards.ex", hostScope()).hits[0]).toMatchObject({ selector: { kind: "ServiceEntry", namespace: "shop", name: "cards" } });
  });

  it("are not where their objects are out of sight", () => {
    expect(found("soap", hostScope({ services: [], serviceentries: [] }))).toEqual([]);
  });
});
