import type { Path } from "@/lib/domain/preview/finding";
import { asFields, asPairs, fieldValue } from "@/lib/domain/preview/values";

/** Metadata that the cluster writes itself. */
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

/** Of an object as it is stored, what a person can edit, with what it is first. */
export function editableFields(stored: unknown): Readonly<Record<string, unknown>> {
  const { apiVersion, kind, metadata, status: _, ...parts } = asFields(stored);
  const kept = Object.fromEntries(asPairs(metadata).filter(([key]) => !BY_CLUSTER.includes(key)));
  return { apiVersion, kind, metadata: kept, ...parts };
}

/** Where a text says what only the cluster writes. */
export function lockedPaths(value: unknown): readonly Path[] {
  const metadata = fieldValue(value, "metadata");
  return [
    ...BY_CLUSTER.filter((key) => fieldValue(metadata, key) !== undefined).map((key) => ["metadata", key]),
    ...(fieldValue(value, "status") === undefined ? [] : [["status"]]),
  ];
}
