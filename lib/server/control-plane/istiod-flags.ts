import type { WireIstiodSetting, WireRejectedMeshConfig } from "@/lib/contract/views/control-plane";
import { ISTIOD_SETTINGS } from "@/lib/domain/mesh/istiod-settings";
import { meshConfigName } from "@/lib/domain/mesh/mesh-config";
import type { MeshFacts } from "@/lib/domain/mesh/mesh-facts";
import type { Fact, World } from "@/lib/domain/mesh/world";
import { compareText } from "@/lib/domain/object/compare-text";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";

/** The settings of istiod on which the life of an entry rests (docs/istio.md#settings), in the order in which they matter. */
const TOLD = [
  "autoRegistration",
  "healthChecks",
  "crossClusterEntries",
  "validatesIdentity",
  "servicesSelectEntries",
  "serviceEntriesSelectPods",
  "drainingLabel",
  "clusterId",
] as const satisfies readonly (keyof typeof ISTIOD_SETTINGS)[];

/** What istiod of each revision is told, with its source; null where neither its Pods nor its Deployments are in sight, or nothing of it was recorded. */
export function istiodFlags({ cluster, meshes }: World, scope: Scope): WireIstiodSetting[] | null {
  const isSeen = (["istiod-pods", "istiod-deployments"] as const).some((source) => visibleNamespacesOfSource(scope, cluster, source).length > 0);
  if (!isSeen || meshes.size === 0) return null;
  return [...meshes.values()].sort((a, b) => compareText(a.revision, b.revision)).flatMap(flagsOf);
}

/** The keys of the mesh configurations that are rejected, by revision. */
export function rejectedConfig({ cluster, meshes }: World, scope: Scope): WireRejectedMeshConfig[] {
  if (visibleNamespacesOfSource(scope, cluster, "mesh-config").length === 0) return [];
  return [...meshes.values()]
    .sort((a, b) => compareText(a.revision, b.revision))
    .flatMap(({ revision, rejectedKeys }) =>
      rejectedKeys.map(({ key, by, why, before }) => ({ configMap: meshConfigName(revision), key, by, why, isBeforeKnown: before !== null })),
    );
}

function flagsOf(facts: MeshFacts): readonly WireIstiodSetting[] {
  const { revision, istioVersion } = facts;
  const settings = TOLD.map((key) => ({ revision, name: ISTIOD_SETTINGS[key].name, ...worded(facts[key]) }));
  return [{ revision, name: "version", ...worded(istioVersion) }, ...settings];
}

function worded(fact: Fact<string | boolean | null>): Pick<WireIstiodSetting, "value" | "kind" | "source"> {
  const { kind, source } = fact;
  return { kind, source, value: fact.kind === "denied" || fact.value === null ? "" : String(fact.value) };
}
