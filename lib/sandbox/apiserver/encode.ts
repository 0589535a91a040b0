import type { Format } from "./negotiation";
import { groupVersion, type ResourceType } from "./resource-type";
import type { Stored } from "./stored";

export const comma = Buffer.from(",");

/** The opening of an object as this version of the type shows it: brace, `apiVersion`, `kind`. */
export function headOf(type: ResourceType, version: string): Buffer {
  return Buffer.from(`{"apiVersion":${JSON.stringify(groupVersion(type.group, version))},"kind":${JSON.stringify(type.kind)},`);
}

/** Items of built-in lists go without `apiVersion` and `kind`, as a real server sends them. */
export function itemHeadOf(type: ResourceType, version: string): Buffer {
  return type.custom ? headOf(type, version) : Buffer.from("{");
}

/** The object as the chosen format shows it, in one version of its type. */
export function viewOf(stored: Stored, type: ResourceType, version: string, shape: Format["shape"]): object {
  if (shape === "metadata") return metadataOf(stored);
  return { ...stored.object, apiVersion: groupVersion(type.group, version) };
}

export function metadataOf(stored: Stored): object {
  return { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: stored.object.metadata };
}
