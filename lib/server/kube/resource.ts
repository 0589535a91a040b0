import { encodeSegment } from "@/lib/contract/url/paths";

/** Where a kind is found in the API of a cluster. */
export interface Resource {
  /** Its Kubernetes plural, or PLURAL.GROUP where another kind has that plural too. */
  readonly kind: string;
  /** "" for the core group. */
  readonly group: string;
  /** Versions that can be read, the best first; which one is served is found out. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
}

/** Istio's three versions have the same schema (docs/istio.md#definitions). */
export const ISTIO_API = { group: "networking.istio.io", versions: ["v1", "v1beta1", "v1alpha3"], namespaced: true } as const;
export const ISTIO_SECURITY_API = { group: "security.istio.io", versions: ["v1", "v1beta1"], namespaced: true } as const;
export const CORE_API = { group: "", versions: ["v1"] } as const;

/** The plural of a kind, as addresses and rights have it. */
export function pluralOf({ kind, group }: Pick<Resource, "kind" | "group">): string {
  return group !== "" && kind.endsWith(`.${group}`) ? kind.slice(0, -group.length - 1) : kind;
}

/** Path of a collection: of one namespace, or (null) of all. */
export function collectionPath(resource: Resource, version: string, namespace: string | null): string {
  const root = resource.group === "" ? `/api/${version}` : `/apis/${resource.group}/${version}`;
  const plural = pluralOf(resource);
  return namespace === null ? `${root}/${plural}` : `${root}/namespaces/${encodeSegment(namespace)}/${plural}`;
}
