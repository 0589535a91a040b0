import type { WatchedKind } from "./scope";

/** What a table needs of an object to keep it. */
export interface KeptObject {
  readonly cluster: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** What every object has whose kind has few of them: they are kept as they are, in a table of the fleet for their source. */
export interface TableObject extends KeptObject {
  readonly kind: WatchedKind;
  readonly name: string;
  /** Milliseconds; null = not told. */
  readonly createdAt: number | null;
  /** What is wrong with it, or null. */
  readonly unreadable: string | null;
}
