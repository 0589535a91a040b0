import { meshServiceChanges } from "@/lib/domain/history/object-changes";
import { readStoredMeshService, unreadableMeshService } from "@/lib/domain/history/read-objects";
import type { StoredKind } from "@/lib/domain/history/stored-format";
import type { MeshServiceResource, StoredMeshService } from "@/lib/domain/selection/objects";
import type { RecordedTable } from "./kind";

/** Records objects that select machines by their labels. */
export function recordedSelecting(kind: MeshServiceResource, subject: StoredKind): RecordedTable<StoredMeshService> {
  return {
    recordedBy: "table",
    storedAs: kind,
    subject,
    transitions: { created: "service-created", changed: "service-changed", deleted: "service-deleted" },
    changes: meshServiceChanges,
    knowsMore: (before, after) => before.parsed === null && after.parsed !== null,
    read: (named, shape, moving) => readStoredMeshService({ ...named, kind }, shape, moving),
    unreadable: (named, reason) => unreadableMeshService({ ...named, kind }, reason),
  };
}
