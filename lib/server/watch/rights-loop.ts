import type { Clock } from "@/lib/server/clock";
import type { KubeClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { createBackoff } from "./backoff";
import { createPause } from "./pause";
import { askRights, type Rights } from "./rights";
import type { NeededNow } from "./source-needs";
import type { WatchTimings } from "./watch-timings";

export interface RightsLoopOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly timings: WatchTimings;
  readonly random: () => number;
  readonly istioNamespace: string;
  /** Names of single objects to ask about, as known now. */
  readonly needed?: NeededNow;
  /** Namespaces to ask about, as known now. */
  candidates(): readonly string[];
  onRights(rights: Rights): void;
  /** Entries may be followed everywhere: told ahead of the whole answer, every time. */
  onEntries(): void;
  onFailure(error: KubeError): void;
}

/** Asks for the client's own rights again and again. */
export interface RightsLoop {
  /** Something hints that rights have changed: ask before the time. */
  wake(): void;
  stop(): Promise<void>;
}

/** Requests per namespace are spread: with many namespaces the rounds are further apart. */
const PER_NAMESPACE_MS = 500;

export function startRightsLoop(options: RightsLoopOptions): RightsLoop {
  const { client, clock, timings, needed } = options;
  const stopping = new AbortController();
  const backoff = createBackoff(timings.backoffLeastMs, timings.backoffMostMs, options.random);
  let hurry = new AbortController();

  /** Asks once and answers how long to wait before the next time. */
  async function ask(): Promise<number> {
    const namespaces = options.candidates();
    const answer = await askRights(client, { namespaces, istioNamespace: options.istioNamespace, onEntries: options.onEntries, ...(needed && { needed }) });
    if (stopping.signal.aborted) return 0;
    if (!answer.ok) {
      options.onFailure(answer.error);
      return backoff.next("retryAfterMs" in answer.error ? answer.error.retryAfterMs : null);
    }
    backoff.progress();
    options.onRights(answer.value);
    return Math.max(timings.rightsMs, namespaces.length * PER_NAMESPACE_MS);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = await ask().catch(() => timings.backoffMostMs);
      // Whoever wakes us may do so again and again: never ask more often than this.
      const leastMs = Math.min(waitMs, timings.settledMs);
      await createPause(clock, stopping.signal)(leastMs);
      await createPause(clock, hurry.signal)(waitMs - leastMs);
      if (!stopping.signal.aborted) hurry = new AbortController();
    }
  }

  const ended = run();
  return {
    wake: () => hurry.abort(),
    async stop() {
      stopping.abort();
      hurry.abort();
      await ended;
    },
  };
}
