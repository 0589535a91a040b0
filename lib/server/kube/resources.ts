import { encoded } from "@/lib/contract/paths";
import type { WatchedKind } from "@/lib/domain/scope";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source";
import { KUBE_SOURCES } from "./kube-sources";
import { pluralOf, type Resource } from "./resource";

/** Every kind that is watched, each once: sources of one kind are found in the same place. */
export const RESOURCES = Object.fromEntries(
  SOURCE_NAMES.map((name) => [SOURCES[name].kind, { kind: SOURCES[name].kind, ...KUBE_SOURCES[name].resource }]),
) as Readonly<Record<WatchedKind, Resource & { readonly kind: WatchedKind }>>;

/** Path of a collection: of one namespace, or (null) of all. */
export function collectionPath(resource: Resource, version: string, namespace: string | null): string {
  const root = resource.group === "" ? `/api/${version}` : `/apis/${resource.group}/${version}`;
  const plural = pluralOf(resource);
  return namespace === null ? `${root}/${plural}` : `${root}/namespaces/${encoded(namespace)}/${plural}`;
}
