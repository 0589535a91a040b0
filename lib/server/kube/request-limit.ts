import type { ResponseStage } from "@/lib/domain/history/not-observed-reason";
import { sentence } from "@/lib/format/text/sentence";
import { unseenWords } from "@/lib/format/unseen-words";
import type { Clock } from "@/lib/server/clock";
import type { KubeError } from "./kube-error";

/** Ends one request: from outside, or when its limit is over. */
export interface Control {
  readonly signal: AbortSignal;
  /** Replaces the running limit; null = none. */
  limit(ms: number | null, part: ResponseStage): void;
  timedOut(): KubeError | null;
  end(): void;
}

export function createControl(clock: Clock, outer: AbortSignal | undefined): Control {
  const own = new AbortController();
  const forward = () => own.abort();
  if (outer?.aborted) own.abort();
  outer?.addEventListener("abort", forward, { once: true });
  let cancel: () => void = () => undefined;
  let late: KubeError | null = null;
  return {
    signal: own.signal,
    limit(ms, part) {
      cancel();
      if (ms === null) return;
      cancel = clock.setTimer(() => {
        const why = { code: "timed-out", part, ms } as const;
        late = { kind: "timed-out", message: sentence(unseenWords(why)), why };
        own.abort();
      }, ms);
    },
    timedOut: () => late,
    end() {
      cancel();
      outer?.removeEventListener("abort", forward);
    },
  };
}
