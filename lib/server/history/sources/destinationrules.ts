import type { FlatObject } from "@/lib/domain/flat-object";
import { flatChanges } from "@/lib/domain/history/flat-changes";
import { readFlat, unreadableFlat } from "@/lib/domain/history/read-flat";
import type { RecordedTable } from "@/lib/server/history/recorded-source";

const kind = "destinationrules";

export const destinationRules: RecordedTable<FlatObject> = {
  recordedBy: "table",
  storedAs: kind,
  subject: "destinationrule",
  transitions: { created: "object-created", changed: "object-changed", deleted: "object-deleted" },
  changes: flatChanges,
  read: (named, shape, moving) => readFlat({ ...named, kind }, shape, moving),
  unreadable: (named, reason) => unreadableFlat({ ...named, kind }, reason),
};
