import type { Clock } from "@/lib/server/clock";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { SubjectKey } from "./history-record";
import type { OpenVersion, OpenVersionReader } from "./open-versions";
import type { EntryRecorder } from "./record-entry";
import type { GroupRecorder } from "./record-group";
import type { TableRecorder } from "./record-table";
import { storedName } from "./recorded-sources";
import type { Source } from "./windows";

/** So many entries are compared without a break: a millisecond or two. */
const SLICE = 200;

export interface ReconcileParts {
  readonly fleet: FleetReader;
  readonly reader: OpenVersionReader;
  readonly clock: Clock;
  readonly entries: EntryRecorder;
  readonly groups: GroupRecorder;
}

/** Is this comparison still wanted? Not where the source fell back or the history paused meanwhile. */
export type Wanted = () => boolean;

/**
 * Compares what a source holds with the versions that the history has open, in slices; false where it was not wanted to the end. What
 * changes meanwhile is either compared already, and then recorded as it happens, or found as it is when its turn comes.
 */
export async function reconcileEntries(parts: ReconcileParts, source: Source, wanted: Wanted): Promise<boolean> {
  const { fleet, clock, entries } = parts;
  const { open, lastSeen } = await readOpen(parts, source, "entry");
  const isUnknown = (entry: EntryRef) => !entries.isKnown(entry) && isOf(source, fleet, entry);
  for (;;) {
    let compared = 0;
    for (const entry of fleet.entries()) {
      if (!wanted()) break;
      if (!isUnknown(entry)) continue;
      const { uid } = fleet.identityOf(entry);
      entries.adopt(entry, open.get(uid), lastSeen, clock.now());
      open.delete(uid);
      if (++compared % SLICE === 0) await breath(clock);
    }
    if (!wanted()) return false;
    if (compared < SLICE) break;
  }
  for (const [uid, version] of open) if (fleet.byUid(source.cluster, uid) === null) entries.missing(version, lastSeen, clock.now());
  return true;
}

export async function reconcileGroups(parts: ReconcileParts, source: Source, wanted: Wanted): Promise<boolean> {
  const { fleet, groups } = parts;
  const { open, lastSeen } = await readOpen(parts, source, "group");
  if (!wanted()) return false;
  for (const record of fleet.groups()) {
    const { cluster, namespace } = record.place;
    if (record.object === null || cluster !== source.cluster || (source.namespace !== "*" && namespace !== source.namespace)) continue;
    groups.adopt(record, open.get(record.object.uid), lastSeen);
    open.delete(record.object.uid);
  }
  for (const version of open.values()) groups.missing(version, lastSeen);
  return true;
}

export async function reconcileTable(parts: ReconcileParts, recorder: TableRecorder | undefined, source: Source, wanted: Wanted): Promise<boolean> {
  if (recorder === undefined) return false;
  const { open, lastSeen } = await readOpen(parts, source, recorder.subject);
  if (!wanted()) return false;
  recorder.reconcile(source.cluster, source.namespace, open, lastSeen);
  return true;
}

async function readOpen({ reader }: ReconcileParts, source: Source, kind: SubjectKey["kind"]) {
  const { cluster, namespace, watched } = source;
  const open = new Map<string, OpenVersion>();
  const recorded = await reader.lastSeen(cluster, storedName(watched), namespace);
  for await (const versions of reader.openVersions(cluster, kind, namespace)) for (const version of versions) open.set(version.subject.uid, version);
  return { open, lastSeen: recorded ?? source.seenTo };
}

function isOf(source: Source, fleet: FleetReader, entry: EntryRef): boolean {
  const { cluster, namespace } = fleet.groupOf(entry).place;
  return cluster === source.cluster && (source.namespace === "*" || namespace === source.namespace);
}

function breath(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.setTimer(resolve, 0));
}
