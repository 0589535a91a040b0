import type { PreviewObject } from "@/lib/contract/answers/preview";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { EDITABLE_KINDS, type EditableKind } from "@/lib/domain/preview/kind-shapes";
import type { MeshService } from "@/lib/domain/selection/objects";
import { isInScope } from "@/lib/domain/source/scope";
import { selectorOf } from "@/lib/server/hosts/parsed-objects";
import type { SeenPlace } from "./candidates";

/** An object as the fleet has it now, and whether a viewer may know of it. */
export interface KnownObject<T> {
  readonly known: PreviewObject["known"];
  readonly resourceVersion: string;
  readonly value: T | null;
}

/** May the viewer see objects of the kind there? */
export function isKindInSight({ scope, cluster, namespace }: SeenPlace, kind: EditableKind): boolean {
  return isInScope(scope, cluster, EDITABLE_KINDS[kind].resource, namespace);
}

/** The Service or ServiceEntry of a name, as it is now. */
export function knownSelector(place: SeenPlace, kind: MeshService["kind"], name: string): KnownObject<MeshService> {
  if (!isKindInSight(place, kind)) return NOT_VISIBLE;
  const object = tableOf(place, kind).find((one) => one.name === name);
  return object === undefined ? NEW : { known: "exists", resourceVersion: object.resourceVersion, value: selectorOf(object) };
}

/** The entry of a name, as it is now. */
export function knownEntry(place: SeenPlace, name: string): KnownObject<WorkloadEntry> {
  if (!isKindInSight(place, "WorkloadEntry")) return NOT_VISIBLE;
  const { fleet, cluster, namespace } = place;
  const found = fleet.byName(cluster, namespace, name);
  if (found === null) return NEW;
  const value = fleet.entry(found);
  return { known: "exists", resourceVersion: value.resourceVersion, value };
}

/** The group of a name, as it is now, with how many machines it has (null = they are not visible). */
export function knownGroup(place: SeenPlace, name: string): KnownObject<WorkloadGroup> & { readonly machines: number | null } {
  if (!isKindInSight(place, "WorkloadGroup")) return { ...NOT_VISIBLE, machines: null };
  const { fleet, cluster, namespace } = place;
  const found = fleet.group(cluster, namespace, name);
  const value = found?.object ?? null;
  if (found === null || value === null) return { ...NEW, machines: null };
  const machines = isKindInSight(place, "WorkloadEntry") ? [...fleet.members(found)].length : null;
  return { known: "exists", resourceVersion: value.resourceVersion, value, machines };
}

/** The groups of the namespace, as far as they are in sight. */
export function groupsIn(place: SeenPlace): readonly WorkloadGroup[] {
  const { fleet, cluster, namespace } = place;
  return isKindInSight(place, "WorkloadGroup") ? [...fleet.groupsIn(cluster, namespace)].flatMap(({ object }) => object ?? []) : [];
}

/** What selects in the namespace, as far as it is in sight. */
export function selectorsIn(place: SeenPlace): readonly MeshService[] {
  const kinds = (["Service", "ServiceEntry"] as const).filter((kind) => isKindInSight(place, kind));
  return kinds.flatMap((kind) => tableOf(place, kind).flatMap((object) => selectorOf(object) ?? []));
}

function tableOf({ fleet, cluster, namespace }: SeenPlace, kind: MeshService["kind"]) {
  return fleet.tables[EDITABLE_KINDS[kind].resource].inNamespace(cluster, namespace);
}

const NOT_VISIBLE = { known: "not-visible", resourceVersion: "", value: null } as const;
const NEW = { known: "new", resourceVersion: "", value: null } as const;
