import { describe, expect, it } from "vitest";
import { placeOf } from "@/lib/domain/places/place";
import { aWorld } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { nodesInSight, podPlace } from "./pod-place";

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
    expect(podPlace({ labels, node }, nodes)).toEqual(expected === null ? null : placeOf(expected));
  });

  it("Nodes tell those who may list them", () => {
    const world = aWorld();
    const known = { ...world, cluster: HOSTS_CLUSTER, places: { ...world.places, nodes: { kind: "known", value: NODES, source: "Nodes" } } } as const;
    expect(nodesInSight(known, hostScope({ nodes: "all" }))).toBe(NODES);
    expect(nodesInSight(known, hostScope())).toBeNull();
    expect(nodesInSight({ ...known, places: { ...known.places, nodes: { kind: "denied", source: "" } } }, hostScope({ nodes: "all" }))).toBeNull();
  });
});
