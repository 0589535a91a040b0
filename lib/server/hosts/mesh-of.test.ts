import { expect, it } from "vitest";
import { meshFactsOf } from "@/lib/domain/mesh/mesh-facts";
import { DEFAULT_MESH } from "@/lib/domain/selection/mesh";
import { aWorld } from "@/lib/testing/entries";
import { meshOf } from "./mesh-of";

const worldOf = (...revisions: readonly string[]) => {
  const pods = revisions.map((revision) => ({ revision, version: "1.31.0", settings: {} }));
  return aWorld([], { meshes: meshFactsOf({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "absent" }) }, []) });
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
