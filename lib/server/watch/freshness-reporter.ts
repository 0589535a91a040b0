import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { Clock } from "@/lib/server/clock";
import type { WatchTimings } from "./watch-timings";

/** Keeps one source's freshness and tells whenever it changes, with its reason in words, and as a code (`why`) where there is one. Live needs proof; doubt turns into words after a while by itself. */
export interface FreshnessReporter {
  current(): Freshness;
  /** Bytes or an answer have just shown that what is held is current; while live, this moves `asOf`. */
  prove(): void;
  live(): void;
  /** The stream is being re-opened: live for a moment longer, then `becomes`. */
  doubt(becomes: "catching-up" | "stale", reason: string, why?: NotObservedReason): void;
  catchingUp(reason: string, why?: NotObservedReason): void;
  lost(reason: string, why?: NotObservedReason): void;
  missing(kind: "denied" | "absent", reason: string, why?: NotObservedReason): void;
  /** Denied, and nothing is held any more of which a time could be told. */
  withdrawn(reason: string): void;
  stop(): void;
}

export function createFreshnessReporter(clock: Clock, timings: WatchTimings, tell: (freshness: Freshness) => void): FreshnessReporter {
  let current: Freshness = { kind: "starting", asOf: null, reason: "the first list is under way" };
  let asOf: number | null = null;
  let toldAt = 0;
  let cancelDoubt: (() => void) | null = null;

  function set(next: Freshness): void {
    current = next;
    toldAt = clock.monotonic();
    tell(next);
  }
  function settle(): void {
    cancelDoubt?.();
    cancelDoubt = null;
  }
  function fall(kind: Exclude<Freshness["kind"], "live">, reason: string, why?: NotObservedReason): void {
    settle();
    if (current.kind === kind && "reason" in current && current.reason === reason && current.asOf === asOf) return;
    set({ kind, asOf, reason, ...(why !== undefined && { why }) });
  }

  return {
    current: () => current,
    prove() {
      asOf = clock.now();
      if (current.kind === "live" && cancelDoubt === null && clock.monotonic() - toldAt >= timings.asOfStepMs) set({ kind: "live", asOf });
    },
    live() {
      settle();
      asOf = clock.now();
      if (current.kind !== "live" || clock.monotonic() - toldAt >= timings.asOfStepMs) set({ kind: "live", asOf });
    },
    doubt(becomes, reason, why) {
      if (current.kind !== "live" || cancelDoubt !== null) return;
      cancelDoubt = clock.setTimer(() => {
        cancelDoubt = null;
        fall(becomes, reason, why);
      }, timings.doubtMs);
    },
    catchingUp: (reason, why) => fall(asOf === null ? "starting" : "catching-up", reason, why),
    lost: (reason, why) => fall("stale", reason, why),
    missing: (kind, reason, why) => fall(kind, reason, why),
    withdrawn(reason) {
      asOf = null;
      fall("denied", reason);
    },
    stop: settle,
  };
}
