/** The end of an entry at the time `at`, in milliseconds. `name` is unique across clusters and namespaces. */
export interface EntryEnd {
  readonly name: string;
  readonly uid: string;
  readonly at: number;
}

/** The lifetime of an entry, in milliseconds; `to` null = the entry still exists. */
export interface Incarnation {
  readonly name: string;
  readonly uid: string;
  readonly from: number;
  readonly to: number | null;
}

/**
 * Returns, by the uid of each ended entry, the entry that returned under its name: the first other entry of this name that outlived the end. A list
 * may show the new entry before the end of the old one, so that the new entry may have begun slightly earlier.
 */
export function returnedEntries(endings: readonly EntryEnd[], incarnations: readonly Incarnation[]): ReadonlyMap<string, Incarnation> {
  const byName = new Map<string, Incarnation[]>();
  for (const one of incarnations) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const found = new Map<string, Incarnation>();
  for (const { name, uid, at } of endings) {
    const [first] = (byName.get(name) ?? []).filter((one) => one.uid !== uid && (one.to ?? Number.POSITIVE_INFINITY) > at).sort((a, b) => a.from - b.from);
    if (first !== undefined) found.set(uid, first);
  }
  return found;
}
