import { hasBehaviourAssumingNewest, hasBehaviourInVersions } from "@/lib/domain/mesh/istiod-behaviours";
import type { MeshFacts } from "@/lib/domain/mesh/mesh-facts";
import { type MeshSettingsWithDoubts, meshSettingsOf, type UncertainSetting } from "@/lib/domain/mesh/mesh-settings";
import type { World } from "@/lib/domain/mesh/world";
import { DEFAULT_MESH } from "@/lib/domain/selection/world";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";

const DEFAULT_REVISION = "default";
const known = new WeakMap<World, MeshSettingsWithDoubts>();
const withoutNodes = new WeakMap<MeshSettingsWithDoubts, MeshSettingsWithDoubts>();

/**
 * The settings of the istiod that serves: of several revisions those of "default", else of the first by name, which is a guess. Where no istiod
 * has been heard of, Istio's defaults.
 */
export function meshOf(world: World): MeshSettingsWithDoubts {
  const found = known.get(world) ?? read(world);
  known.set(world, found);
  return found;
}

/** The same as a viewer may know it: where Pods are is told by their Nodes, to whoever may list these. */
export function meshInSight(world: World, scope: Scope): MeshSettingsWithDoubts {
  const all = meshOf(world);
  if (visibleNamespacesOfSource(scope, world.cluster, "nodes") === "all") return all;
  const seen = withoutNodes.get(all) ?? nodesHidden(all);
  withoutNodes.set(all, seen);
  return seen;
}

function nodesHidden({ settings, doubts }: MeshSettingsWithDoubts): MeshSettingsWithDoubts {
  const others = doubts.filter(({ setting }) => setting !== "nodeLocalities");
  const source = "where Nodes are is not visible to you";
  return { settings: { ...settings, nodeLocalities: new Map() }, doubts: [...others, { setting: "nodeLocalities", kind: "denied", source }] };
}

/** True if istiod serves ambient mode. Ambient callers can get other endpoints than sidecars: their answer is not computed. */
export function hasAmbient(world: World): boolean {
  const ambient = servingFacts(world)?.ambient;
  return ambient !== undefined && ambient.kind !== "denied" && ambient.value;
}

/** The facts of the istiod that serves, of several revisions as `meshOf` chooses; null where no istiod has been heard of. */
export function servingFacts({ meshes }: World): MeshFacts | null {
  return meshes.get(DEFAULT_REVISION) ?? [...meshes.values()].sort((a, b) => (a.revision < b.revision ? -1 : 1))[0] ?? null;
}

const localityReadings = new WeakMap<World, boolean>();

/** True if the istiod that serves reads the label `topology.istio.io/locality`. If its version is not known: as the newest release. */
export function readsTopology(world: World): boolean {
  const found = localityReadings.get(world) ?? hasBehaviourAssumingNewest("readsTopologyLocality", meshOf(world).settings);
  localityReadings.set(world, found);
  return found;
}

/** The assumption for a world of the past, which has no version of istiod: it reads localities as the current istiod does. */
export function supposedAs(now: World): Pick<World, "supposed"> {
  return { supposed: { readsTopologyLocality: readsTopology(now) } };
}

/** True if that is not known: no version is visible, or istiods of several versions serve. */
export function isLocalityUnsure({ meshes }: World): boolean {
  const versions = [...meshes.values()].flatMap(({ istioVersion, otherVersions }) => [
    istioVersion.kind === "denied" ? null : istioVersion.value,
    ...otherVersions,
  ]);
  return hasBehaviourInVersions("readsTopologyLocality", versions) === null;
}

function read(world: World): MeshSettingsWithDoubts {
  const facts = servingFacts(world);
  const { supposed } = world;
  const settingsByDefault = supposed === undefined ? DEFAULT_MESH : { ...DEFAULT_MESH, supposed };
  if (facts === null)
    return { settings: settingsByDefault, doubts: [{ setting: "all", kind: "assumed", source: "Istio's defaults; nothing is known of istiod" }] };
  const { settings, doubts } = meshSettingsOf(facts, world);
  const others = [...world.meshes.keys()].filter((revision) => revision !== facts.revision).sort();
  const several: UncertainSetting[] =
    others.length === 0 ? [] : [{ setting: "revision", kind: "assumed", source: `as revision ${facts.revision} has it; there is also ${others.join(", ")}` }];
  return { settings, doubts: [...several, ...doubts] };
}
