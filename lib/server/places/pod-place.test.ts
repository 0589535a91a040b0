import { describe, expect, it } from "vitest";
import { localityPartsOf } from "@/lib/domain/localities/locality-tree";
import { aWorld } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { worldOfVersions } from "@/lib/testing/mesh-world";
import { podPlace, podPlacesInSight } from "./pod-place";

const NODES = new Map([["n1", "eu/a/r1"]]);

describe("where a Pod is", () => {
  it.each<readonly [string, readonly (readonly [string, string])[], string, ReadonlyMap<string, string> | null, string | null]>([
    ["by its Node", [], "n1", NODES, "eu/a/r1"],
    ["by its label before its Node", [["istio-locality", "us.b"]], "n1", NODES, "us/b"],
    ["by its label, whoever may see Nodes", [["topology.istio.io/locality", "us/b"]], "n1", null, "us/b"],
    ["an empty label leaves it to the Node", [["istio-locality", ""]], "n1", NODES, "eu/a/r1"],
    ["nowhere, where the Node says nothing", [], "n2", NODES, ""],
    ["nowhere, while it has no Node", [], "", null, ""],
    ["not visible, where its Node is not", [], "n1", null, null],
  ])("%s", (_, labels, node, nodes, expected) => {
    expect(podPlace({ labels, node }, { nodes, isTopologyRead: true })).toEqual(expected === null ? null : localityPartsOf(expected));
  });

  it("Nodes tell those who may list them", () => {
    const world = aWorld();
    const known = { ...world, cluster: HOSTS_CLUSTER, places: { ...world.places, nodes: { kind: "known", value: NODES, source: "Nodes" } } } as const;
    const hidden = { ...known, places: { ...known.places, nodes: { kind: "denied", source: "" } } } as const;
    expect(podPlacesInSight(known, hostScope({ nodes: "all" })).nodes).toBe(NODES);
    expect(podPlacesInSight(known, hostScope()).nodes).toBeNull();
    expect(podPlacesInSight(hidden, hostScope({ nodes: "all" })).nodes).toBeNull();
  });

  it.each([
    ["1.28.3", "eu/a/r1"],
    ["1.29.0", "us/b"],
    [null, "us/b"],
  ])("is read from the label topology.istio.io/locality since istiod 1.29 (%s)", (version, expected) => {
    const { places, ...world } = worldOfVersions([version]);
    const nodes = { kind: "known", value: NODES, source: "Nodes" } as const;
    const seen = podPlacesInSight({ ...world, cluster: HOSTS_CLUSTER, places: { ...places, nodes } }, hostScope({ nodes: "all" }));
    expect(podPlace({ labels: [["topology.istio.io/locality", "us.b"]], node: "n1" }, seen)).toEqual(localityPartsOf(expected));
  });
});
