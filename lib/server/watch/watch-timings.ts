/** Every duration of a watch, in milliseconds, in one place: a test or a scaled run shortens them together. */
export interface WatchTimings {
  /** Silence after which a stream is no longer believed. */
  readonly silenceMs: number;
  /** A probe's own limit: short, because silence has gone before it. */
  readonly probeLimitMs: number;
  /** An open stream is probed this often, or a little sooner: what no stream tells (a lost right, a server gone back in time) shows within it. */
  readonly probeMs: number;
  /** The same for what only adds to the pages: Pods, Deployments, Nodes, namespaces. With a selector a probe may cost the server a search. */
  readonly sideProbeMs: number;
  /** Least distance of the probes of one cluster: with many streams each is probed less often. */
  readonly probeGapMs: number;
  /** After a first refusal, how soon to ask again before withdrawing what is held. */
  readonly secondLookMs: number;
  /** How long a source stays live while its stream is being re-opened. */
  readonly doubtMs: number;
  /** After a re-opened watch, how long to wait for what was missed before calling it live. */
  readonly catchUpMs: number;
  /** Requested life of a watch: a random value between these. */
  readonly watchLifeMs: readonly [least: number, most: number];
  /** Spread of re-opening after a stream was cut. */
  readonly reopenSpreadMs: number;
  /** A stream open this long has made progress. */
  readonly settledMs: number;
  readonly digestMs: number;
  /** How long a difference may be mere delay. */
  readonly digestSettleMs: number;
  readonly backoffLeastMs: number;
  readonly backoffMostMs: number;
  /** How often a source that is denied or absent is asked for again (half to once this). */
  readonly retryMissingMs: number;
  /** Limit of one page of a list. */
  readonly pageMs: number;
  /** Silence within a streamed list after which the paged one is tried. */
  readonly streamedListSilenceMs: number;
  /** Least distance of two messages that only move `asOf`. */
  readonly asOfStepMs: number;
  /** How often rights are asked for again. */
  readonly rightsMs: number;
  /** How long a source that is watched on demand goes on after its last reader. */
  readonly unreadMs: number;
}

export const WATCH_TIMINGS: WatchTimings = {
  silenceMs: 20_000,
  probeLimitMs: 4_000,
  probeMs: 6_000,
  sideProbeMs: 60_000,
  probeGapMs: 250,
  secondLookMs: 2_000,
  doubtMs: 3_000,
  catchUpMs: 250,
  watchLifeMs: [240_000, 300_000],
  reopenSpreadMs: 500,
  settledMs: 5_000,
  digestMs: 300_000,
  digestSettleMs: 2_000,
  backoffLeastMs: 800,
  backoffMostMs: 20_000,
  retryMissingMs: 30_000,
  pageMs: 30_000,
  streamedListSilenceMs: 8_000,
  asOfStepMs: 1_000,
  rightsMs: 60_000,
  unreadMs: 60_000,
};

/** How long an answer may take before a source is doubted: no faster clock makes a machine quicker, and one that is busy would look like an outage. */
export const ANSWER_LIMITS = ["probeLimitMs", "doubtMs", "pageMs", "streamedListSilenceMs"] as const satisfies readonly (keyof WatchTimings)[];

/** All that is waited for divided by `factor`, for a run with a faster clock; how long an answer may take stays as it is. */
export function scaledTimings(timings: WatchTimings, factor: number): WatchTimings {
  const entries = Object.entries(timings).map(([name, ms]: [string, number | readonly number[]]) => [
    name,
    typeof ms === "number" ? ms / factor : ms.map((one) => one / factor),
  ]);
  const limits = ANSWER_LIMITS.map((name) => [name, timings[name]]);
  return { ...timings, ...Object.fromEntries([...entries, ...limits]) };
}
