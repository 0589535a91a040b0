import type { Clock } from "@/lib/server/clock";
import type { FleetStore } from "@/lib/server/fleet/fleet-store";
import type { SelectorTable } from "@/lib/server/fleet/selector-table";
import type { SubjectKey } from "./history-record";
import type { OpenVersion, OpenVersionReader } from "./open-versions";
import type { EntryRecorder } from "./record-entry";
import type { GroupRecorder } from "./record-group";
import type { SelectorRecorder } from "./record-selector";
import type { Source } from "./windows";

/** So many entries are compared without a break: a millisecond or two. */
const SLICE = 200;

export interface ReconcileParts {
  readonly store: FleetStore;
  readonly selectors: SelectorTable;
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
  const { store, clock, entries } = parts;
  const { open, lastSeen } = await readOpen(parts, source, "entry");
  const isUnknown = (slot: number) => store.isUsed(slot) && !entries.isKnown(slot) && isOf(source, store, slot);
  for (;;) {
    let compared = 0;
    for (let slot = 0; slot < store.columns.limit && wanted(); slot++) {
      if (!isUnknown(slot)) continue;
      const uid = store.columns.uids.text(slot);
      entries.adopt(slot, open.get(uid), lastSeen, clock.now());
      open.delete(uid);
      if (++compared % SLICE === 0) await breath(clock);
    }
    if (!wanted()) return false;
    if (compared < SLICE) break;
  }
  for (const [uid, version] of open) if (store.slotOfUid(source.cluster, uid) < 0) entries.missing(version, lastSeen, clock.now());
  return true;
}

export async function reconcileGroups(parts: ReconcileParts, source: Source, wanted: Wanted): Promise<boolean> {
  const { store, groups } = parts;
  const { open, lastSeen } = await readOpen(parts, source, "group");
  if (!wanted()) return false;
  for (const record of store.groups.ordered) {
    const { cluster, namespace } = record.place;
    if (record.object === null || cluster !== source.cluster || (source.namespace !== "*" && namespace !== source.namespace)) continue;
    groups.adopt(record, open.get(record.object.uid), lastSeen);
    open.delete(record.object.uid);
  }
  for (const version of open.values()) groups.missing(version, lastSeen);
  return true;
}

export async function reconcileSelectors(parts: ReconcileParts, recorder: SelectorRecorder, source: Source, wanted: Wanted): Promise<boolean> {
  const kind = source.watched === "services" ? "services" : "serviceentries";
  const { open, lastSeen } = await readOpen(parts, source, kind === "services" ? "service" : "serviceentry");
  if (!wanted()) return false;
  for (const value of parts.selectors.values) {
    if (value.kind !== kind || value.cluster !== source.cluster || (source.namespace !== "*" && value.namespace !== source.namespace)) continue;
    recorder.adopt(value, open.get(value.uid), lastSeen);
    open.delete(value.uid);
  }
  for (const version of open.values()) recorder.missing(version, kind, lastSeen);
  return true;
}

async function readOpen({ reader }: ReconcileParts, source: Source, kind: SubjectKey["kind"]) {
  const { cluster, namespace, watched } = source;
  const open = new Map<string, OpenVersion>();
  const recorded = await reader.lastSeen(cluster, watched, namespace);
  for await (const versions of reader.openVersions(cluster, kind, namespace)) for (const version of versions) open.set(version.subject.uid, version);
  return { open, lastSeen: recorded ?? source.seenTo };
}

function isOf(source: Source, store: FleetStore, slot: number): boolean {
  const { cluster, namespace } = store.places.at(store.columns.int("place", slot));
  return cluster === source.cluster && (source.namespace === "*" || namespace === source.namespace);
}

function breath(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.setTimer(resolve, 0));
}
