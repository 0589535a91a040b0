import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asPairs, asUntypedObject, fieldValue } from "@/lib/domain/preview/values";

/** The fields of `metadata` that only the cluster writes. */
const BY_CLUSTER: readonly string[] = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
  "managedFields",
];

/** Returns the part of a stored object that a user can edit, with apiVersion and kind first. */
export function editableFields(stored: unknown): Readonly<Record<string, unknown>> {
  const { apiVersion, kind, metadata, status: _, ...parts } = asUntypedObject(stored);
  const kept = Object.fromEntries(asPairs(metadata).filter(([key]) => !BY_CLUSTER.includes(key)));
  return { apiVersion, kind, metadata: kept, ...parts };
}

/** Returns the paths in a document that only the cluster writes. */
export function clusterWrittenPaths(value: unknown): readonly DocumentPath[] {
  const metadata = fieldValue(value, "metadata");
  return [
    ...BY_CLUSTER.filter((key) => fieldValue(metadata, key) !== undefined).map((key) => ["metadata", key]),
    ...(fieldValue(value, "status") === undefined ? [] : [["status"]]),
  ];
}
