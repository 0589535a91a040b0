import type { WatchedKind } from "./scope";

/** What every object has whose kind has few of them: they are kept as they are, in a table of their source. */
export interface TableObject {
  readonly cluster: string;
  readonly kind: WatchedKind;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  /** Milliseconds; null = not told. */
  readonly createdAt: number | null;
  /** What is wrong with it, or null. */
  readonly unreadable: string | null;
}
