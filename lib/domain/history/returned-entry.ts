/** The end of an entry. Milliseconds; `name` tells names of all clusters and namespaces apart. */
export interface EndedEntryName {
  readonly name: string;
  readonly uid: string;
  readonly at: number;
}

/** How long an entry was there; `to` null = it still is. Milliseconds. */
export interface Incarnation {
  readonly name: string;
  readonly uid: string;
  readonly from: number;
  readonly to: number | null;
}

/**
 * Who came back under the name of each entry that ended, by the uid of the one that ended: the first other incarnation that outlived the end.
 * A list may show the new entry before it shows that the old one is gone, so it may have begun a little earlier.
 */
export function returnedEntries(endings: readonly EndedEntryName[], incarnations: readonly Incarnation[]): ReadonlyMap<string, Incarnation> {
  const byName = new Map<string, Incarnation[]>();
  for (const one of incarnations) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const found = new Map<string, Incarnation>();
  for (const { name, uid, at } of endings) {
    const [first] = (byName.get(name) ?? []).filter((one) => one.uid !== uid && (one.to ?? Number.POSITIVE_INFINITY) > at).sort((a, b) => a.from - b.from);
    if (first !== undefined) found.set(uid, first);
  }
  return found;
}
