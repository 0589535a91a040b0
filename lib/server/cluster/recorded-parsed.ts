import { labelChanges, specFieldChanges } from "@/lib/domain/history/object-changes";
import { readStoredObject, unreadableObject } from "@/lib/domain/history/read-objects";
import type { JsonReader } from "@/lib/domain/history/reading";
import type { StoredKind } from "@/lib/domain/history/stored-format";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { WatchedKind } from "@/lib/domain/source/scope";
import type { RecordedTable } from "./kind";

/** Records objects with their fields and with the values that the endpoint engine reads. `parsed` reads these values from the record. */
export function recordedParsed<P extends { readonly labels: LabelSet }>(
  kind: WatchedKind,
  subject: StoredKind,
  parsed: JsonReader<P>,
): RecordedTable<ObjectWithParsedSpec<P>> {
  return {
    recordedBy: "table",
    storedAs: kind,
    subject,
    transitions: { created: "object-created", changed: "object-changed", deleted: "object-deleted" },
    changes: (before, after) => [...specFieldChanges(before, after), ...labelChanges(before.parsed, after.parsed)],
    knowsMore: (before, after) => before.parsed === null && after.parsed !== null,
    read: (named, shape, moving) => readStoredObject({ ...named, kind }, parsed, shape, moving),
    unreadable: (named, reason) => unreadableObject({ ...named, kind }, reason),
  };
}
