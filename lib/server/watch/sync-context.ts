import type { Clock } from "@/lib/server/clock";
import type { KubeClient } from "@/lib/server/kube/client";
import type { FreshnessReporter } from "./freshness-reporter";
import type { ObjectFeed } from "./object-feed";
import type { CollectionVersion } from "./sink";
import type { WatchTimings } from "./watch-timings";

/** What the parts of one reflector share. */
export interface SyncContext {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly timings: WatchTimings;
  readonly random: () => number;
  readonly labelSelector: string;
  readonly signal: AbortSignal;
  /** How many streams this server is asked for by us: the probes of all share one budget. */
  readonly streams: () => number;
  readonly feed: ObjectFeed;
  readonly freshness: FreshnessReporter;
  /** Path of the collection. */
  path: string;
  /** The version up to which events have been applied; null = a list is needed. */
  version: string | null;
  /** Counts lists: a version is only comparable within one epoch. */
  epoch: number;
  /** False once the server has shown that it does not stream lists. */
  streamedLists: boolean;
  /** Whether the stream at hand brought something or lasted a while. */
  progressed: boolean;
  /** Reports the version of the collection that a consistent read returned. */
  readonly collection: (version: CollectionVersion) => void;
  /** Something came through: delays start small again. */
  progress(): void;
}

/** Marks progress of the stream at hand. */
export function markProgress(sync: SyncContext): void {
  sync.progressed = true;
  sync.progress();
}
