import type { BulkDeletionEntry, BulkDeletionImpact, BulkDeletionImpactRequest } from "@/lib/contract/answers/deletion";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { fateOfEntry } from "./fate-of-entry";
import { lostEndpoints } from "./lost-endpoints";

/** What would go with several entries, taken together: a host that loses two of them is told once. What is not in sight is as if it were not there. */
export function severalImpact(fleet: FleetReader, scope: Scope, { entries }: BulkDeletionImpactRequest): BulkDeletionImpact {
  const asked = [...new Set(entries)];
  const found = asked.flatMap((id) => {
    const entry = inSight(fleet, scope, id);
    return entry === null ? [] : [{ id, entry }];
  });
  const told = found.map(({ id, entry }) => entryOf(fleet, scope, id, entry));
  const there = new Set(told.map(({ id }) => id));
  const going = found.map(({ entry }) => entry);
  return { ...lostEndpoints(fleet, scope, going, told), entries: told, missing: asked.filter((id) => !there.has(id)) };
}

/** `CLUSTER/UID`: a uid holds no slash. */
function inSight(fleet: FleetReader, scope: Scope, id: string): EntryRef | null {
  const end = id.lastIndexOf("/");
  const entry = end < 0 ? null : fleet.byUid(id.slice(0, end), id.slice(end + 1));
  if (entry === null) return null;
  const { cluster, namespace } = fleet.identityOf(entry);
  return isInScope(scope, cluster, "workloadentries", namespace) ? entry : null;
}

function entryOf(fleet: FleetReader, scope: Scope, id: string, entry: EntryRef): BulkDeletionEntry {
  const { cluster, namespace, name, uid, resourceVersion, managedBy } = fleet.entry(entry);
  return { id, cluster, namespace, name, uid, resourceVersion, managedBy, fate: fateOfEntry(fleet, scope, entry) };
}
