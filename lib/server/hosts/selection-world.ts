import type { UncertainSetting } from "@/lib/domain/mesh/mesh-settings";
import type {
  EndpointSlice,
  KubernetesService,
  MeshService,
  SelectableEntry,
  SelectablePod,
  ServiceEntry,
  StoredMeshService,
} from "@/lib/domain/selection/objects";
import type { MeshSettings, SelectionWorld } from "@/lib/domain/selection/world";
import { hasNamespace, type NamespaceScope, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { type SourceName, sourceNamed } from "@/lib/domain/source/source";
import { isTableSource } from "@/lib/server/cluster/tables";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import type { ObjectTable } from "@/lib/server/table/indexed-table";
import { meshInSight } from "./mesh-of";
import { type PolicySource, policiesOf, selectorOf } from "./parsed-objects";
import { podsLacking } from "./slice-addresses";

/** A source of which a viewer does not have everything in sight: only `seen` (none = nothing of it), so something may be decided out of his sight. */
interface MissingSource {
  readonly source: SelectionSource;
  readonly seen: readonly string[];
}

type SelectionSource = Extract<SourceName, "workloadentries" | "workload-pods" | "endpointslices" | "services" | "serviceentries"> | PolicySource;

/** What decides who answers in a cluster, as far as a viewer may see it. */
export interface SeenWorld {
  readonly world: SelectionWorld;
  readonly missing: readonly MissingSource[];
  readonly mesh: MeshSettings;
  /** What of the mesh's settings is a guess. */
  readonly doubts: readonly UncertainSetting[];
}

/** Machines and Pods of these namespaces only: they are many, and a host takes those of its own namespace. All other objects come from everywhere. */
export interface OnlyOf {
  readonly namespaces?: ReadonlySet<string>;
}

/** The world of a cluster as a viewer may see it, for the endpoint engine; what is missing in it is named. */
export function selectionWorldFor(fleet: FleetReader, cluster: string, scope: Scope, only: OnlyOf = {}): SeenWorld {
  const { settings: mesh, doubts } = meshInSight(fleet.worldOf(cluster), scope);
  const missing: MissingSource[] = [];
  const seen = (source: SelectionSource): NamespaceScope => {
    const namespaces = seenOf(fleet, cluster, source, scope);
    if (namespaces !== "all") missing.push({ source, seen: namespaces });
    return namespaces;
  };
  const policies = <S extends PolicySource>(source: S) => {
    const namespaces = seen(source);
    return policiesOf(fleet.tables, source, cluster).filter(({ namespace }) => hasNamespace(namespaces, namespace));
  };
  const world: SelectionWorld = {
    mesh,
    entries: entriesOf(fleet, cluster, seen("workloadentries"), only),
    pods: podsOf(fleet, cluster, seen("workload-pods"), only),
    services: selectorsOf(fleet.tables.services, cluster, seen("services")) as KubernetesService[],
    serviceEntries: selectorsOf(fleet.tables.serviceentries, cluster, seen("serviceentries")) as ServiceEntry[],
    rules: policies("destinationrules"),
    sidecars: policies("sidecars"),
    authentications: policies("peerauthentications"),
    virtualServices: policies("virtualservices"),
    slices: slicesOf(fleet, cluster, seen("endpointslices"), only),
    lacksPods: podsLacking(fleet, scope, cluster),
  };
  return { world, missing, mesh, doubts };
}

/** Where a viewer sees a source: where he may, and Stolos does. */
function seenOf(fleet: FleetReader, cluster: string, source: SelectionSource, scope: Scope): NamespaceScope {
  const known = sourceNamed(source);
  if (known === undefined) return [];
  const allowed = visibleNamespacesOfSource(scope, cluster, known);
  if (!isTableSource(known)) return allowed;
  if (known !== "workload-pods") return fleet.sees(cluster, known) ? allowed : [];
  // Pods are watched where a selector could take a machine.
  const here = inhabitedNamespaces(fleet, cluster).filter((namespace) => hasNamespace(allowed, namespace));
  const watched = here.filter((namespace) => fleet.sees(cluster, known, namespace));
  return watched.length === here.length ? allowed : watched;
}

function entriesOf(fleet: FleetReader, cluster: string, seen: NamespaceScope, { namespaces }: OnlyOf): readonly SelectableEntry[] {
  const wanted = [...(namespaces ?? inhabitedNamespaces(fleet, cluster))].filter((namespace) => hasNamespace(seen, namespace));
  return wanted.flatMap((namespace) => {
    const groups = [...fleet.groupsIn(cluster, namespace)];
    return groups.flatMap((group) => Array.from(fleet.members(group), (entry) => fleet.entry(entry)));
  });
}

function podsOf({ tables }: FleetReader, cluster: string, seen: NamespaceScope, { namespaces }: OnlyOf): readonly SelectablePod[] {
  const table = tables["workload-pods"];
  if (namespaces === undefined) return [...table.values()].filter((pod) => pod.cluster === cluster && hasNamespace(seen, pod.namespace));
  return [...namespaces].filter((namespace) => hasNamespace(seen, namespace)).flatMap((namespace) => [...table.inNamespace(cluster, namespace)]);
}

function slicesOf({ tables }: FleetReader, cluster: string, seen: NamespaceScope, { namespaces }: OnlyOf): readonly EndpointSlice[] {
  const isWanted = (namespace: string) => hasNamespace(seen, namespace) && (namespaces === undefined || namespaces.has(namespace));
  return [...tables.endpointslices.inCluster(cluster)].filter(({ namespace }) => isWanted(namespace));
}

function selectorsOf(table: ObjectTable<StoredMeshService>, cluster: string, seen: NamespaceScope): MeshService[] {
  return [...table.values()].flatMap((object) => (object.cluster === cluster && hasNamespace(seen, object.namespace) ? (selectorOf(object) ?? []) : []));
}
