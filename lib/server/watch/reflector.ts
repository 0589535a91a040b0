import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { Clock } from "@/lib/server/clock";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer, KubeError } from "@/lib/server/kube/kube-error";
import { causeOf } from "@/lib/server/kube/problem";
import { createBackoff } from "./backoff";
import { follow } from "./follow";
import { createFreshnessReporter } from "./freshness-reporter";
import { createJudge } from "./judge";
import { createObjectFeed } from "./object-feed";
import { because, type Outcome, rolledBack } from "./outcome";
import { createPatrol, type Patrol } from "./patrol";
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
  /** How many streams the same server is asked for, this one included; 1 where nobody tells. */
  readonly streams?: () => number;
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
  /** The same server has just answered somebody else: where this one could not reach it, it tries again soon, whatever it was to wait for. */
  answered(): void;
  stop(): void;
  /** Resolves when the last request has ended; never rejects. */
  readonly ended: Promise<void>;
}

/**
 * Keeps a sink equal to one collection of the API server: list, watch, proof of life, repair. Never throws and never gives up:
 * whatever goes wrong becomes a freshness with its reason, and is tried again at a polite distance.
 */
export function startReflector<T extends Tracked>(options: ReflectorOptions<T>): Reflector {
  const { clock, timings, random, sink } = options;
  const stopping = new AbortController();
  const backoff = createBackoff(timings.backoffLeastMs, timings.backoffMostMs, random);
  /** Set while it waits to try again to reach the server. */
  let untilReached: AbortController | null = null;
  const report = (): SourceReport => ({ freshness: sync.freshness.current(), ...sync.feed.counts(), repairs: judge.repairs(), error: judge.error() });
  const sync: SyncContext = {
    ...options,
    streams: options.streams ?? (() => 1),
    signal: stopping.signal,
    feed: createObjectFeed(sink, options.parse),
    freshness: createFreshnessReporter(clock, timings, (value) => {
      if (stopping.signal.aborted) return;
      sink.freshness(value);
      options.onReport?.(report());
    }),
    path: "",
    version: null,
    epoch: 0,
    streamedLists: true,
    progressed: false,
    collection: (version) => sink.collection?.(version),
    progress: () => judge.progress(),
  };
  const patrol = createPatrol(
    sync,
    () => sink.versions(),
    () => sink.agreed?.(),
  );
  const judge = createJudge(sync, backoff, (missed) => {
    patrol.soon();
    if (missed) sink.doubted?.();
  });

  /** A sink that throws here must not end the watch: it is tried again, as late as for a server that is down. */
  function conclude(outcome: Outcome): number {
    try {
      sync.feed.abandonReplace();
      return judge.judge(outcome);
    } catch {
      sync.version = null;
      return timings.backoffMostMs;
    }
  }

  function answered(): void {
    const waiting = untilReached;
    untilReached = null;
    // All that wait are told at once: together they ask no more often than probes do.
    const spreadMs = Math.max(timings.reopenSpreadMs, sync.streams() * timings.probeGapMs);
    if (waiting !== null) void createPause(clock, stopping.signal)(random() * spreadMs).then(() => waiting.abort());
  }

  async function run(): Promise<void> {
    sink.freshness(sync.freshness.current());
    while (!stopping.signal.aborted) {
      const outcome = await stretch(sync, patrol, options.locate).catch(defect);
      if (stopping.signal.aborted) break;
      const waitMs = conclude(outcome);
      untilReached = isOutOfReach(outcome) ? new AbortController() : null;
      await createPause(clock, untilReached === null ? stopping.signal : AbortSignal.any([stopping.signal, untilReached.signal]))(waitMs);
      untilReached = null;
    }
    sync.freshness.stop();
    patrol.stop();
  }

  // A watch that ends by a defect must not leave its last word standing as if it were live.
  const ended = run().catch(() => sync.freshness.lost("the watch ended by a defect of its own"));
  return { report, answered, stop: () => stopping.abort(), ended };
}

/** No answer came at all: a server that answers says itself how it is to be asked. */
function isOutOfReach(outcome: Outcome): boolean {
  return outcome.kind === "failed" && (outcome.error.kind === "unreachable" || outcome.error.kind === "timed-out");
}

/** One stretch of following: a list where none is held, else a probe; then the stream, until it ends. */
async function stretch(sync: SyncContext, patrol: Patrol, locate: () => Promise<Answer<string>>): Promise<Outcome> {
  if (sync.version === null) {
    const located = await locate();
    if (!located.ok) return { kind: "failed", error: located.error };
    sync.path = located.value;
    const streamed = sync.streamedLists ? await streamList(sync, patrol) : null;
    if (streamed !== null) return streamed;
    const failed = await replaceByPages(sync);
    return failed ?? follow(sync, patrol);
  }
  const { clock, version: held } = sync;
  const began = clock.monotonic();
  const probe = await probeVersion(sync.client, sync.path, sync.labelSelector, sync.timings.probeLimitMs, sync.signal);
  if (!probe.ok) return { kind: "failed", error: probe.error };
  if (compareResourceVersions(probe.value, held) < 0) return rolledBack(probe.value, held);
  sync.collection({ held, read: probe.value, tookMs: clock.monotonic() - began });
  return follow(sync, patrol);
}

/** A defect of ours, or of a sink: what is held may be half done. */
function defect(thrown: unknown): Outcome {
  return { kind: "relist", expired: false, ...because({ code: "internal", text: causeOf(thrown) }) };
}
