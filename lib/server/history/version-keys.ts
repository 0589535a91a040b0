import type { EntryVersion } from "@/lib/domain/history/ending-evidence";
import { splitEntryForHistory } from "@/lib/domain/history/entry-parts";
import { replicaSignature } from "@/lib/domain/history/world-parts";
import type { World } from "@/lib/domain/mesh/world";
import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import type { RecordedVersion } from "./history-record";
import { shapeOf } from "./shape-of";

/** Whether a version has a number that was counted again, and whether it is the first one. */
export type VersionOrder = Pick<RecordedVersion, "recounted" | "isFirst">;

/** The order of a first version: it may be one that was ended and is back. */
export const FIRST_VERSION: VersionOrder = { recounted: true, isFirst: true };

/** Names a version after somebody wrote. Every recorder of the same fleet finds the same names. */
export function writtenKey({ entry }: EntryVersion): string {
  return entry.resourceVersion;
}

/**
 * Names a version that differs from the one which holds though it has its number, as where a restored API server counted up to it again
 * unseen: by what it says, which is the same to every recorder.
 */
export function otherKey({ entry }: EntryVersion): string {
  return `${entry.resourceVersion}~${shapeOf(splitEntryForHistory(entry)).digest.slice(0, 12)}`;
}

/** Names a version of which more is known than was recorded under its number. */
export function fullerKey(resourceVersion: string, shape: unknown): string {
  return `${resourceVersion}~${shapeOf(shape).digest.slice(0, 12)}`;
}

/** Names a version after time alone changed the verdict, at exactly this moment. */
export function dueKey(at: number): string {
  return `due:${at}`;
}

/** Names a version after the world changed the verdict, or it was found changed. */
export function judgedKey({ entry, verdict }: EntryVersion, world: World): string {
  const word = `${verdict.state}/${verdict.connection.kind}${verdict.vouched ? "" : "?"}`;
  return `world:${entry.resourceVersion}:${replicaSignature(world, entry.controller)}:${word}`;
}

/** Did the API server go back in time between two resourceVersions of one object, as after the restore of an older state? It counts anew from there. */
export function isCountedBack(before: string, after: string): boolean {
  return compareResourceVersions(after, before) < 0;
}

/**
 * The key under which a version is another one than those that are over; null = one of its name holds at its time, and it is that one.
 * What comes again goes on with the end of the version that had its key, which every recorder reads the same.
 */
export function freeKey(key: string, at: number, known: ReadonlyMap<string, { readonly to: number | null }>): string | null {
  for (let candidate = key; ; ) {
    const holder = known.get(candidate);
    if (holder === undefined) return candidate;
    if (holder.to === null || at < holder.to) return null;
    const next = `${key}#${holder.to}`;
    // A version that was over at once ends where the one before it did.
    candidate = candidate.replace(/\++$/, "") === next ? `${candidate}+` : next;
  }
}

/** May a version be another one although its key is that of one which is over? A world comes back to what it was, a restored API server counts anew. */
export function mayComeAgain({ key, recounted }: { readonly key: string; readonly recounted: boolean }): boolean {
  return recounted || key.startsWith("world:");
}

/** Was the version's number counted a second time? */
export function isBack({ key }: { readonly key: string }): boolean {
  return /^\d+[#~]/.test(key);
}

/**
 * Was a version written by somebody after the one that holds now? Numbers only rise until the server goes back in time, so a number above
 * the one that holds is new even where an ended version has it. False where there are none to compare: then only time tells.
 */
export function isNewer({ key, number }: { readonly key: string; readonly number: string }, than: { readonly number: string }): boolean {
  return key === number && compareResourceVersions(number, than.number) > 0;
}
