import type { ChangedParts } from "./changed-parts";
import type { FleetGroup } from "./fleet-group";

declare const ENTRY: unique symbol;

/** Names an entry of a fleet for as long as it is there: a small whole number, which may be another entry's once this one is gone. */
export type EntryRef = number & { readonly [ENTRY]: true };

/** How sure the moment of a change is: seen as it happened, or found by a list, so that it may have been so for longer. */
export type Sighting = "seen" | "found";

/**
 * When a change was heard of (milliseconds), and what brought it: somebody wrote, time ran out, the world is another one, the record knows more
 * of its past, the entry is gone, or it may no longer be watched (it is forgotten, which says nothing about it). Nothing enters after the last two.
 */
export interface ChangeMoment {
  readonly at: number;
  readonly sighting: Sighting;
  /** Set where nobody was looking when it happened: not before this. */
  readonly notBefore: number | null;
  readonly by: "write" | "due" | "world" | "record" | "end" | "forgotten";
}

/** Hears of a fleet's changes as they happen; whatever it leaves out it does not hear of. */
export interface FleetListener {
  /** Before an entry changes or goes: the fleet still has it as it was. */
  leaving?(entry: EntryRef, changed: ChangedParts, moment: ChangeMoment): void;
  /** After it changed or came. */
  entering?(entry: EntryRef, changed: ChangedParts, moment: ChangeMoment): void;
  /** A group's own object came, changed or went. */
  group?(group: FleetGroup): void;
  /** Something else is remembered of a group. */
  memory?(group: FleetGroup): void;
  /** Another world is known of a cluster, and its entries were judged by it. */
  world?(cluster: string): void;
  /** Other sources of a cluster are visible than before. */
  visibility?(cluster: string): void;
  /** The names of a cluster's namespaces were told anew. */
  namespaces?(cluster: string): void;
}
