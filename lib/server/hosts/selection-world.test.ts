import { describe, expect, it } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { selectionWorldFor } from "./selection-world";

const LIVE = { kind: "live", asOf: NOW } as const;

function aFleet() {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const namespace of ["shop", "other"]) {
    fleet.store.upsertEntry(anEntry({ namespace, uid: namespace }), NOW, "seen");
    fleet.tables.services.upsert(aService({ namespace }) as never);
    fleet.tables.serviceentries.upsert(aHostEntry({ namespace }) as never);
    fleet.tables["workload-pods"].upsert(aTablePod({ namespace }));
  }
  for (const source of ["services", "serviceentries", "destinationrules"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", LIVE);
  for (const namespace of ["shop", "other"]) fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", namespace, LIVE);
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", LIVE);
  return fleet;
}

const placesOf = (objects: readonly { readonly namespace: string }[]) => objects.map(({ namespace }) => namespace).sort();

describe("the world of a viewer", () => {
  it.each([
    ["has all that he may list", {}, [2, 2, 2, 2], []],
    ["has no Pods where he may not list them", { pods: [] }, [2, 0, 2, 2], [{ source: "workload-pods", seen: [] }]],
    ["has the Services of his namespaces", { services: ["shop"] }, [2, 2, 1, 2], [{ source: "services", seen: ["shop"] }]],
    [
      "has Pods only beside machines",
      { workloadentries: ["other"] },
      [1, 1, 2, 2],
      ["workloadentries", "workload-pods"].map((source) => ({ source, seen: ["other"] })),
    ],
  ] as const)("%s", (_, kinds, [entries, pods, services, serviceEntries], missing) => {
    const seen = selectionWorldFor(aFleet(), HOSTS_CLUSTER, hostScope({ destinationrules: "all", ...kinds }));
    const { world } = seen;
    expect([world.entries, world.pods, world.services, world.serviceEntries].map(({ length }) => length)).toEqual([entries, pods, services, serviceEntries]);
    expect(seen.missing.filter(({ source }) => !["sidecars", "peerauthentications", "virtualservices"].includes(source))).toEqual(missing);
  });

  it("has machines and Pods of the namespaces that are asked for, and all other objects of everywhere", () => {
    const { world } = selectionWorldFor(aFleet(), HOSTS_CLUSTER, hostScope(), { namespaces: new Set(["shop"]) });
    expect([world.entries, world.pods].map(placesOf)).toEqual([["shop"], ["shop"]]);
    expect(placesOf(world.services)).toEqual(["other", "shop"]);
  });

  it("names what Stolos itself does not see", () => {
    const fleet = aFleet();
    fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", "other", null);
    fleet.setFreshness(HOSTS_CLUSTER, "destinationrules", "*", { kind: "denied", asOf: NOW, reason: "" });
    const { missing, world } = selectionWorldFor(fleet, HOSTS_CLUSTER, hostScope({ destinationrules: "all" }));
    expect(missing).toContainEqual({ source: "workload-pods", seen: ["shop"] });
    expect(missing).toContainEqual({ source: "destinationrules", seen: [] });
    expect(placesOf(world.pods)).toEqual(["shop"]);
  });

  it("says what of the mesh is a guess", () => {
    expect(selectionWorldFor(aFleet(), HOSTS_CLUSTER, hostScope()).doubts).not.toEqual([]);
  });
});
