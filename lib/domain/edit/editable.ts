import type { Path } from "@/lib/domain/preview/finding";
import { fieldOf, fieldsOf, pairsOf } from "@/lib/domain/preview/values";

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
export function editableOf(stored: unknown): Readonly<Record<string, unknown>> {
  const { apiVersion, kind, metadata, status: _, ...parts } = fieldsOf(stored);
  const kept = Object.fromEntries(pairsOf(metadata).filter(([key]) => !BY_CLUSTER.includes(key)));
  return { apiVersion, kind, metadata: kept, ...parts };
}

/** Where a text says what only the cluster writes. */
export function lockedPaths(value: unknown): readonly Path[] {
  const metadata = fieldOf(value, "metadata");
  return [
    ...BY_CLUSTER.filter((key) => fieldOf(metadata, key) !== undefined).map((key) => ["metadata", key]),
    ...(fieldOf(value, "status") === undefined ? [] : [["status"]]),
  ];
}
