import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import { identityOf } from "@/lib/server/kube/parse/identity";

/** What the server holds, by uid. */
export type Versions = ReadonlyMap<string, string>;

/** A difference between what is held and what the server lists; it may be mere delay. */
export interface Suspect {
  readonly uid: string;
  /** What is held, or null. */
  readonly held: string | null;
  /** What the server lists, or null. */
  readonly listed: string | null;
}

/** Adds one page of a list to a digest. Objects without identity are left out: they have no version to compare. */
export function addToDigest(digest: Map<string, string>, items: readonly unknown[]): void {
  for (const item of items) {
    const identity = identityOf(item);
    if (!("missing" in identity)) digest.set(identity.uid, identity.resourceVersion);
  }
}

/** Differences of what is held from a list of version `listVersion`. What is newer than the list is no difference. */
export function suspectsOf(held: Iterable<readonly [string, string]>, listed: Versions, listVersion: string): Suspect[] {
  const suspects: Suspect[] = [];
  const seen = new Set<string>();
  for (const [uid, version] of held) {
    if (uid.startsWith("(no uid)")) continue;
    seen.add(uid);
    const there = listed.get(uid) ?? null;
    if (there === version || compareResourceVersions(version, listVersion) > 0) continue;
    if (there === null || there !== version) suspects.push({ uid, held: version, listed: there });
  }
  for (const [uid, version] of listed) if (!seen.has(uid)) suspects.push({ uid, held: null, listed: version });
  return suspects;
}

/** Which suspects are real, looked at again after the stream had time to bring what was under way. */
export function mismatchesOf(suspects: readonly Suspect[], held: Iterable<readonly [string, string]>, removedSince: ReadonlySet<string>): Suspect[] {
  if (suspects.length === 0) return [];
  const now = new Map(held);
  return suspects.filter(({ uid, held: before, listed }) => {
    const version = now.get(uid) ?? null;
    if (version === null) return before === null && !removedSince.has(uid);
    return version === before && version !== listed;
  });
}
