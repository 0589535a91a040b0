import type { Schema } from "./schema";

/** A column of `kubectl get`. `jsonPath` is the simple dotted form of CRDs; `read` serves the built-in kinds. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: "string" | "integer" | "date" | "boolean" | "number";
  readonly description: string;
  readonly priority: number;
  readonly jsonPath: string;
}

/** A kind as it is served: its names, its versions (preferred first) and what may be done with it. */
export interface ResourceType {
  /** `group/plural`, the key of its collection in the storage. */
  readonly id: string;
  readonly group: string;
  readonly versions: readonly string[];
  readonly storageVersion: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  /** How the server's own decoder calls the group where that is not the version. */
  readonly internalName?: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly custom: boolean;
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
  /** Writes outside metadata and status raise `metadata.generation`. */
  readonly counted: boolean;
  readonly columns: readonly PrinterColumn[];
  /** By version; none for built-in kinds, whose fields are not checked here. */
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** The id of the type whose objects define other types. */
export const definitionsId = "apiextensions.k8s.io/customresourcedefinitions";

export function groupVersion(group: string, version: string): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Splits `networking.istio.io/v1` or `v1` into group and version. */
export function parseGroupVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? { group: "", version: apiVersion } : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
