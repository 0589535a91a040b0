import { expect, it } from "vitest";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { DEFAULT_MESH } from "@/lib/domain/selection/world";
import { aWorld } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { meshInSight, meshOf } from "./mesh-of";

const worldOf = (...revisions: readonly string[]) => {
  const pods = revisions.map((revision) => ({ revision, version: "1.31.0", settings: {} }));
  return aWorld([], { meshes: meshFactsByRevision({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "absent" }) }, []) });
};

it.each([
  ["Istio's defaults where no istiod is heard of, all of them guesses", aWorld([], { meshes: new Map() }), DEFAULT_MESH.revision, "all"],
  ["those of the default revision, which is a guess where there are others", worldOf("canary", "default"), "default", "revision"],
  ["else those of the first revision by name", worldOf("stable", "canary"), "canary", "revision"],
] as const)("the settings are %s", (_, world, revision, doubt) => {
  const { settings, doubts } = meshOf(world);
  expect(settings.revision).toBe(revision);
  expect(doubts[0]?.setting).toBe(doubt);
  expect(meshOf(world).settings).toBe(settings);
});

it("one revision is no guess", () => {
  expect(meshOf(worldOf("default")).doubts.filter(({ setting }) => setting === "revision")).toEqual([]);
  expect(meshOf(worldOf("default")).settings.istioVersion).toBe("1.31.0");
});

it("where Pods are by their Nodes is for whoever may list Nodes", () => {
  const places = { nodes: { kind: "known", value: new Map([["n1", "eu/a/"]]), source: "Nodes" }, namespaces: { kind: "denied", source: "none" } } as const;
  const world = { ...worldOf("default"), cluster: HOSTS_CLUSTER, places: { ...aWorld().places, ...places } } as ReturnType<typeof worldOf>;
  expect(meshInSight(world, hostScope({ nodes: "all" }))).toBe(meshOf(world));
  expect(meshOf(world).settings.nodeLocalities.get("n1")).toBe("eu/a/");
  const hidden = meshInSight(world, hostScope());
  expect([hidden.settings.nodeLocalities.size, hidden.doubts.at(-1)?.setting]).toEqual([0, "nodeLocalities"]);
  expect(meshInSight(world, hostScope())).toBe(hidden);
});
