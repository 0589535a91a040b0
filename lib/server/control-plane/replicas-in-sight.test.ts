import { expect, it } from "vitest";
import type { World } from "@/lib/domain/mesh/world";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { aReplica, aWorld, PODS_DENIED } from "@/lib/testing/entries";
import { meshWorld } from "@/lib/testing/mesh-world";
import { replicasInSight } from "./replicas-in-sight";

const viewer = (namespaces: "all" | readonly string[]) => scopeFromPermissions(new Map([["prod-eu", new Map([["pods" as const, namespaces]])]]));
const running = aWorld([aReplica()]);
const NONE = aWorld([]);
// The mesh configuration has the namespace of istiod.
const ENDED: World = { ...meshWorld([]), replicas: NONE.replicas };

it.each<[claim: string, world: World, namespaces: "all" | readonly string[], seen: number | "denied"]>([
  ["all Pods are visible", running, "all", 1],
  ["Pods of istiod's namespace are visible", running, ["istio-system"], 1],
  ["Pods of a team's namespace are visible", running, ["shop"], "denied"],
  ["no Pod is visible", running, [], "denied"],
  ["all Pods are visible, and istiod has none", NONE, "all", 0],
  ["Pods of a team's namespace are visible, and istiod has none", NONE, ["shop"], "denied"],
  ["Pods of istiod's namespace are visible, and istiod has none", ENDED, ["istio-system"], 0],
  ["the server itself may not read Pods", aWorld([], { replicas: PODS_DENIED }), "all", "denied"],
])("istiod's Pods, if %s", (_, world, namespaces, seen) => {
  const found = replicasInSight(world, viewer(namespaces));
  expect(found.kind === "denied" ? found.kind : found.value.size).toBe(seen);
});
