import type { Freshness } from "@/lib/domain/freshness";
import { compareResourceVersions } from "@/lib/domain/resource-version";
import type { Clock } from "@/lib/server/clock";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer, KubeError } from "@/lib/server/kube/kube-error";
import { causeOf } from "@/lib/server/kube/problem";
import { createBackoff } from "./backoff";
import { follow } from "./follow";
import { createFreshnessReporter } from "./freshness-reporter";
import { createObjectFeed } from "./object-feed";
import type { Outcome } from "./outcome";
import { createPatrol } from "./patrol";
import { createPause } from "./pause";
import { probeVersion } from "./probe";
import { replaceByPages } from "./replace-by-pages";
import type { Sink } from "./sink";
import { streamList } from "./stream-list";
import type { SyncContext } from "./sync-context";
import type { Parse, Tracked } from "./tracked";
import type { WatchTimings } from "./watch-timings";

export interface ReflectorOptions<T extends Tracked> {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly timings: WatchTimings;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** The collection's path, found anew whenever the kind may have moved. */
  readonly locate: () => Promise<Answer<string>>;
  readonly labelSelector: string;
  readonly parse: Parse<T>;
  readonly sink: Sink<T>;
  /** Told after every change of freshness or counts. */
  readonly onReport?: (report: SourceReport) => void;
}

export interface SourceReport {
  readonly freshness: Freshness;
  readonly objects: number;
  readonly unreadable: number;
  /** Lists that were needed to repair something: expired versions, broken streams, differences. */
  readonly repairs: number;
  /** What the API server last refused with, or null. */
  readonly error: KubeError | null;
}

export interface Reflector {
  report(): SourceReport;
  stop(): void;
  /** Resolves when the last request has ended; never rejects. */
  readonly ended: Promise<void>;
}

/**
 * Keeps a sink equal to one collection of the API server: list, watch, proof of life, repair. Never throws and never gives up:
 * whatever goes wrong becomes a freshness with its reason, and is tried again at a polite distance.
 */
export function startReflector<T extends Tracked>(options: ReflectorOptions<T>): Reflector {
  const { client, clock, timings, random, sink } = options;
  const stopping = new AbortController();
  const feed = createObjectFeed(sink, options.parse);
  const backoff = createBackoff(timings.backoffLeastMs, timings.backoffMostMs, random);
  const pause = createPause(clock, stopping.signal);
  let repairs = 0;
  let error: KubeError | null = null;
  let absences = 0;

  const report = (): SourceReport => ({ freshness: freshness.current(), ...feed.counts(), repairs, error });
  const freshness = createFreshnessReporter(clock, timings, (value) => {
    if (stopping.signal.aborted) return;
    sink.freshness(value);
    options.onReport?.(report());
  });
  const sync: SyncContext = {
    client,
    clock,
    timings,
    random,
    labelSelector: options.labelSelector,
    signal: stopping.signal,
    feed,
    freshness,
    path: "",
    version: null,
    epoch: 0,
    streamedLists: true,
    progressed: false,
    progress: () => {
      backoff.progress();
      error = null;
      absences = 0;
    },
  };
  const patrol = createPatrol(sync, () => sink.versions());

  async function stretch(): Promise<Outcome> {
    if (sync.version === null) {
      const located = await options.locate();
      if (!located.ok) return { kind: "failed", error: located.error };
      sync.path = located.value;
      const streamed = sync.streamedLists ? await streamList(sync, patrol) : null;
      if (streamed !== null) return streamed;
      const failed = await replaceByPages(sync);
      if (failed !== null) return failed;
      return follow(sync, patrol);
    }
    const probe = await probeVersion(client, sync.path, sync.labelSelector, timings.probeLimitMs, stopping.signal);
    if (!probe.ok) return { kind: "failed", error: probe.error };
    if (compareResourceVersions(probe.value, sync.version) < 0) return rolledBack(probe.value, sync.version);
    return follow(sync, patrol);
  }

  /** Says what an outcome means and answers how long to wait. */
  function judge(outcome: Outcome): number {
    if (outcome.kind === "failed") return judgeFailure(outcome.error);
    if (outcome.kind === "relist") {
      repairs++;
      sync.version = null;
      freshness.catchingUp(outcome.reason);
      if (!outcome.expired) patrol.soon();
      return backoff.next(null);
    }
    if (outcome.kind === "stopped") return 0;
    const { how, reason } = outcome;
    freshness.doubt(reason);
    if (how === "silent") return 0;
    return sync.progressed ? random() * timings.reopenSpreadMs : backoff.next(null);
  }

  function judgeFailure(failure: KubeError): number {
    error = failure;
    const missing = timings.retryMissingMs * (0.5 + random() / 2);
    if (failure.kind === "forbidden" || failure.kind === "unauthorized") {
      freshness.missing("denied", failure.message);
      return missing;
    }
    if (failure.kind === "not-found") {
      sync.version = null;
      absences++;
      // One 404 may be an API server that has not read its definitions yet; what is held goes with the second.
      if (absences === 1 && feed.counts().objects > 0) {
        freshness.lost(failure.message);
        return backoff.next(null);
      }
      if (feed.counts().objects > 0) {
        feed.beginReplace();
        feed.endReplace();
      }
      freshness.missing("absent", failure.message);
      return missing;
    }
    if (failure.kind === "gone" || failure.kind === "invalid") sync.version = null;
    freshness.lost(failure.message);
    return backoff.next("retryAfterMs" in failure ? failure.retryAfterMs : null);
  }

  async function run(): Promise<void> {
    sink.freshness(freshness.current());
    while (!stopping.signal.aborted) {
      let outcome: Outcome;
      try {
        outcome = await stretch();
      } catch (thrown) {
        // A defect of ours, or of a sink: what is held may be half done.
        outcome = { kind: "relist", expired: false, reason: `internal error: ${causeOf(thrown)}` };
      }
      if (stopping.signal.aborted) break;
      feed.abandonReplace();
      await pause(judge(outcome));
    }
    freshness.stop();
    patrol.stop();
  }

  return {
    report,
    stop: () => stopping.abort(),
    ended: run().catch(() => undefined),
  };
}

function rolledBack(now: string, ours: string): Outcome {
  return { kind: "relist", expired: false, reason: `the API server's data went back in time (version ${now} after ${ours})` };
}
