import type { Statement } from "@/lib/domain/statements/statement";

/** The number of entries in a list: of those in the API, or of the lost entries of a time window. `total` null = not known. */
export interface EntriesListed extends Statement {
  readonly kind: "entries-listed";
  readonly which: "registered" | "lost";
  readonly total: number | null;
}

/** The number of entries in a list that the filter matches. `sort` "" = the default order. */
export interface EntriesMatched extends Statement {
  readonly kind: "entries-matched";
  readonly matched: number;
  readonly total: number;
  readonly sort: string;
}

/** The numbers of a list of entries. `vanished`: set if the list has lost entries. `recorded.since` null = no history. */
interface CountedEntries {
  readonly total: number;
  readonly vanished?: { readonly recorded: { readonly since: number | null } } | undefined;
}

/** Returns the statement of a list of entries. `head` null = not read yet. `isHidden` = the viewer may not see entries. */
export function entriesListed(head: CountedEntries | null, isLost: boolean, isHidden: boolean): EntriesListed {
  const isKnown = isLost ? head?.vanished !== undefined && head.vanished.recorded.since !== null : head !== null && head.vanished === undefined && !isHidden;
  return { kind: "entries-listed", which: isLost ? "lost" : "registered", total: isKnown && head !== null ? head.total : null };
}

/** States how many entries of a list the filter matches. `sort`: the column, "" = the default order. */
export function entriesMatched({ matched, total }: { readonly matched: number; readonly total: number }, sort: string): EntriesMatched {
  return { kind: "entries-matched", matched, total, sort };
}

/** No entry of a list matches the filter. */
interface NoEntryMatches extends Statement {
  readonly kind: "no-entry-matches";
  readonly total: number;
}

/** States that no entry matches the filter, with the number of all entries in the list. */
export function noEntryMatches(total: number): NoEntryMatches {
  return { kind: "no-entry-matches", total };
}
