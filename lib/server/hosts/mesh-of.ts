import { type Doubt, type KnownMesh, meshSettingsOf } from "@/lib/domain/mesh/mesh-settings";
import { DEFAULT_MESH } from "@/lib/domain/selection/mesh";
import type { World } from "@/lib/domain/world";

const DEFAULT_REVISION = "default";
const known = new WeakMap<World, KnownMesh>();

/**
 * The settings of the istiod that serves: of several revisions those of "default", else of the first by name, which is a guess. Where no istiod
 * has been heard of, Istio's defaults.
 */
export function meshOf(world: World): KnownMesh {
  const found = known.get(world) ?? read(world);
  known.set(world, found);
  return found;
}

function read(world: World): KnownMesh {
  const facts = world.meshes.get(DEFAULT_REVISION) ?? [...world.meshes.values()].sort((a, b) => (a.revision < b.revision ? -1 : 1))[0];
  if (facts === undefined)
    return { settings: DEFAULT_MESH, doubts: [{ setting: "all", kind: "assumed", source: "Istio's defaults; nothing is known of istiod" }] };
  const { settings, doubts } = meshSettingsOf(facts, world);
  const others = [...world.meshes.keys()].filter((revision) => revision !== facts.revision).sort();
  const several: Doubt[] =
    others.length === 0 ? [] : [{ setting: "revision", kind: "assumed", source: `as revision ${facts.revision} has it; there is also ${others.join(", ")}` }];
  return { settings, doubts: [...several, ...doubts] };
}
