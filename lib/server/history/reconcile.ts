import type { Clock } from "@/lib/server/clock";
import { storedName } from "@/lib/server/cluster/kinds";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader, RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import { Adoption, type ComparedObject, type OpenRead, type OpenVersions, type SettledVersions } from "./adoption";
import type { SubjectKey } from "./history-record";
import type { OpenVersion, OpenVersionReader } from "./open-versions";
import { LAG_MS } from "./queries/coverage";
import type { EntryRecorder } from "./record-entry";
import type { GroupRecorder } from "./record-group";
import type { TableRecorder } from "./record-table";
import { storedNumber } from "./settle-versions";
import type { Source } from "./windows";

/** So many entries are compared without a break: a millisecond or two. */
const SLICE = 200;
/** Pause before unclear differences are compared again. */
const LOOK_AGAIN_MS = 500;
const UIDS_AT_ONCE = 1_000;

interface ReadParts {
  readonly reader: OpenVersionReader;
  readonly clock: Clock;
  /** The token of this recorder. */
  readonly token: string;
}

export interface ReconcileParts extends ReadParts {
  readonly fleet: RememberingFleet;
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
  const adoption = new Adoption(source, () => clock.now());
  let read = await readOpen(parts, source, "entry");
  const isUnknown = (entry: EntryRef) => !entries.isKnown(entry) && isOf(source, fleet, entry);
  for (;;) {
    const waiting = new Set<string>();
    let compared = 0;
    for (const entry of fleet.entries()) {
      if (!wanted()) break;
      if (!isUnknown(entry)) continue;
      const { uid } = fleet.identityOf(entry);
      const open = read.open.get(uid);
      const decision = adoption.decide(uid, entries.compared(entry, open), read);
      if (decision === "wait") waiting.add(uid);
      else if (decision === "ignore") entries.ignore(entry);
      else entries.adopt(entry, open, read.lastSeen, clock.now());
      if (decision !== "wait") read.open.delete(uid);
      if (++compared % SLICE === 0) await breath(clock);
    }
    if (!wanted()) return false;
    if (compared - waiting.size >= SLICE) continue;
    const missing = [...read.open.values()].filter(({ subject }) => fleet.byUid(source.cluster, subject.uid) === null);
    for (const version of missing) if (waitsFor(adoption, version, read)) waiting.add(version.subject.uid);
    if (waiting.size === 0) {
      for (const version of missing) if (!isIgnored(adoption, version, read)) entries.missing(version, read.lastSeen, clock.now());
      if (read.lastSeen !== null && clock.now() - read.lastSeen > LAG_MS)
        fleet.setUnrecorded(source.cluster, source.namespace, { from: read.lastSeen, to: clock.now() });
      return true;
    }
    await pause(clock);
    if (!wanted()) return false;
    read = await readOpen(parts, source, "entry", waiting);
  }
}

export async function reconcileGroups(parts: ReconcileParts, source: Source, wanted: Wanted): Promise<boolean> {
  const { fleet, groups } = parts;
  const own = () => fleet.groups().filter(({ object, place }) => object !== null && isIn(source, place));
  const read = await settledOpen(parts, source, "group", wanted, (open) =>
    own().map((record) => [record.object?.uid ?? "", groups.compared(record, open.get(record.object?.uid ?? ""))]),
  );
  if (read === null) return false;
  for (const record of own()) {
    const uid = record.object?.uid ?? "";
    if (read.ignored.has(uid)) groups.ignore(record);
    else groups.adopt(record, read.open.get(uid), read.lastSeen);
    read.open.delete(uid);
  }
  for (const [uid, version] of read.open) if (!read.ignored.has(uid)) groups.missing(version, read.lastSeen);
  return true;
}

export async function reconcileTable(parts: ReconcileParts, recorder: TableRecorder | undefined, source: Source, wanted: Wanted): Promise<boolean> {
  if (recorder === undefined) return false;
  const read = await settledOpen(parts, source, recorder.subject, wanted, (open) => recorder.compared(source.cluster, source.namespace, open));
  if (read === null) return false;
  recorder.reconcile(source.cluster, source.namespace, read);
  return true;
}

type ComparedObjects = readonly (readonly [uid: string, compared: ComparedObject])[];

/**
 * Reads the open versions until there is a decision about every difference. Null when `wanted` returns false. The caller must use the result synchronously,
 * because objects change.
 */
export async function settledOpen(
  parts: ReadParts,
  source: Source,
  kind: SubjectKey["kind"],
  wanted: Wanted,
  compare: (open: OpenVersions["open"]) => ComparedObjects,
): Promise<SettledVersions | null> {
  const adoption = new Adoption(source, () => parts.clock.now());
  for (;;) {
    const read = await readOpen(parts, source, kind);
    if (!wanted()) return null;
    const ignored = new Set<string>();
    let isWaiting = false;
    const objects = compare(read.open);
    const here = new Set(objects.map(([uid]) => uid));
    const gone = [...read.open.values()]
      .filter(({ subject }) => !here.has(subject.uid))
      .map((version) => [version.subject.uid, missingObject(version)] as const);
    for (const [uid, compared] of [...objects, ...gone]) {
      const decision = adoption.decide(uid, compared, read);
      if (decision === "wait") isWaiting = true;
      if (decision === "ignore") ignored.add(uid);
    }
    if (!isWaiting) return { ...read, ignored };
    await pause(parts.clock);
  }
}

function missingObject(version: OpenVersion): ComparedObject {
  return { own: null, open: storedNumber(version.moving), openSince: version.validFrom, isSame: false, state: "gone" };
}

function waitsFor(adoption: Adoption, version: OpenVersion, read: OpenRead): boolean {
  return adoption.decide(version.subject.uid, missingObject(version), read) === "wait";
}

function isIgnored(adoption: Adoption, version: OpenVersion, read: OpenRead): boolean {
  return adoption.decide(version.subject.uid, missingObject(version), read) === "ignore";
}

/** First reads how far the other recorders have written: the open versions then include all changes up to that time. */
async function readOpen(parts: ReadParts, source: Source, kind: SubjectKey["kind"], uids: ReadonlySet<string> | null = null): Promise<OpenVersions> {
  const { reader, token, clock } = parts;
  const { cluster, namespace, watched } = source;
  const others = await reader.othersSeen(cluster, storedName(watched), namespace, token, clock.now());
  const recorded = await reader.lastSeen(cluster, storedName(watched), namespace);
  const open = new Map<string, OpenVersion>();
  for (const some of partsOf(uids))
    for await (const versions of reader.openVersions(cluster, kind, namespace, some)) for (const version of versions) open.set(version.subject.uid, version);
  return { at: clock.now(), open, lastSeen: recorded ?? source.seenTo, others };
}

/** Splits the uids into parts; null = one part without a filter. */
function partsOf(uids: ReadonlySet<string> | null): readonly (readonly string[] | undefined)[] {
  if (uids === null) return [undefined];
  const all = [...uids];
  return Array.from({ length: Math.ceil(all.length / UIDS_AT_ONCE) }, (_, part) => all.slice(part * UIDS_AT_ONCE, (part + 1) * UIDS_AT_ONCE));
}

function isIn(source: Source, { cluster, namespace }: { readonly cluster: string; readonly namespace: string }): boolean {
  return cluster === source.cluster && (source.namespace === "*" || namespace === source.namespace);
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.setTimer(resolve, LOOK_AGAIN_MS));
}

function isOf(source: Source, fleet: FleetReader, entry: EntryRef): boolean {
  return isIn(source, fleet.groupOf(entry).place);
}

function breath(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.setTimer(resolve, 0));
}
