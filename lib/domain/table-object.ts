import type { WatchedKind } from "./scope";

/** What a table needs of an object to keep it. */
export interface KeptObject {
  readonly cluster: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** What is read of every object. */
interface ReadObject extends KeptObject {
  readonly name: string;
  /** Milliseconds; null = not told. */
  readonly createdAt: number | null;
  /** What is wrong with it, or null. An unreadable entry has blank fields but for its identity. */
  readonly unreadable: string | null;
}

/** What every object has whose kind has few of them: they are kept as they are, in a table of the fleet for their source. */
export interface TableObject extends ReadObject {
  readonly kind: WatchedKind;
}

/** What is read of an object of a workload. */
export interface WorkloadObject extends ReadObject {
  /** `metadata.deletionTimestamp` in milliseconds. */
  readonly deletingAt: number | null;
  /** `metadata.generation`: how often its spec was written. istiod writes that of an entry once: more than 1 tells that it was edited since. */
  readonly generation: number | null;
}
