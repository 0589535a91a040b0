import { type DeletionOutcome, deletionOutcome, entryOriginOf } from "@/lib/domain/entry/origin";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** What becomes of the machine of an entry that is deleted, as far as the viewer may see the group that it registers with. */
export function fateOfEntry(fleet: FleetReader, scope: Scope, entry: EntryRef): DeletionOutcome {
  const { cluster, namespace, registrationGroup, ...rest } = fleet.entry(entry);
  const seesGroups = isInScope(scope, cluster, "workloadgroups", namespace);
  const hasGroup = seesGroups ? (fleet.group(cluster, namespace, registrationGroup)?.object ?? null) !== null : null;
  return deletionOutcome({ origin: entryOriginOf({ ...rest, registrationGroup }), connection: fleet.judged(entry).connection, hasGroup });
}
