import type { ListQuery } from "@/lib/contract/url/list-query";
import type { Facet } from "@/lib/contract/views/values";
import type { ChangedParts } from "./changed-parts";
import type { EntryRef } from "./entry-change";

/** A filtered and sorted list of entries, as far as a scope sees them. It keeps itself up to date until it is closed. */
export interface EntryList {
  readonly query: ListQuery;
  /** Entries in sight, before any filter but clusters and namespaces. */
  readonly total: number;
  readonly matched: number;
  /** The next moment (milliseconds) at which time alone changes who is in the list; null where only changes do. */
  readonly turnsAt: number | null;
  slice(offset: number, limit: number): readonly EntryRef[];
  /** Where an entry stands in the list, or -1. */
  indexOf(entry: EntryRef): number;
  /** Can such a change move an entry of the list, or take it in or out? */
  canMove(changed: ChangedParts): boolean;
  /** Hears of every change to a member, of one that comes or goes, and of every other that moves a count. */
  listen(listener: (entry: EntryRef, changed: ChangedParts) => void): () => void;
  /** How many entries of the list have each value; a facet is counted without its own filter, so that its other values can be picked. */
  facets(): Facet[];
  /** The values of facets that are asked for and that none of the entries has which match the rest; nothing where none matches the rest. */
  absent(): { term: string; nearest: string | null }[];
  /** For each term of a list that is empty: how many entries match when it is left out. */
  without(): { term: string; matched: number }[];
  /** Brings what compares times to a moment. */
  advance(now: number): void;
  close(): void;
}
