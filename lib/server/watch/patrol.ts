import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import type { ByteStream } from "@/lib/server/kube/client";
import { causeOf } from "@/lib/server/kube/problem";
import { createComparison } from "./comparison";
import { because, type Outcome, rolledBack } from "./outcome";
import { probeVersion } from "./probe";
import type { SyncContext } from "./sync-context";

/** Looks after a stream from outside while it is followed: a probe once in a while, and the comparison with the server's own list. */
export interface Patrol {
  /** Watches over one open stream: what was found closes it, and is its outcome. */
  during(stream: ByteStream): { outcome(): Outcome | null; end(): void };
  /** Something was suspicious: compare soon. */
  soon(): void;
  stop(): void;
}

/** `agreed` is called whenever the comparison found nothing. */
export function createPatrol(sync: SyncContext, held: () => Iterable<readonly [string, string]>, agreed: () => void = () => undefined): Patrol {
  const { clock, timings } = sync;
  let found: Outcome | null = null;
  let open: ByteStream | null = null;
  let probing: AbortController | null = null;
  const comparison = createComparison(sync, held, agreed);

  function interrupt(outcome: Outcome): void {
    found = outcome;
    open?.close();
  }

  function fail(thrown: unknown): void {
    interrupt({ kind: "relist", expired: false, ...because({ code: "internal", text: causeOf(thrown) }) });
  }

  /** At most one at a time: to a server that does not answer they would only wait in line, in front of those that tell that it is lost. */
  async function probe(): Promise<void> {
    if (probing !== null) return;
    const { epoch, version } = sync;
    const began = clock.monotonic();
    probing = new AbortController();
    const signal = AbortSignal.any([sync.signal, probing.signal]);
    const answer = await probeVersion(sync.client, sync.path, sync.labelSelector, timings.probeLimitMs, signal).finally(() => {
      probing = null;
    });
    if (sync.epoch !== epoch || open === null) return;
    if (!answer.ok) {
      // The stream itself tells whether the server lives; only a lost right or kind would never show in it.
      if (answer.error.kind === "forbidden" || answer.error.kind === "not-found") interrupt({ kind: "failed", error: answer.error });
      return;
    }
    if (version !== null && compareResourceVersions(answer.value, version) < 0) {
      return interrupt(rolledBack(answer.value, version));
    }
    if (sync.version !== null) sync.collection({ held: sync.version, read: answer.value, tookMs: clock.monotonic() - began });
  }

  function untilProbe(): number {
    return Math.max(timings.probeMs, sync.streams() * timings.probeGapMs) * (1 - sync.random() / 6);
  }

  async function digest(): Promise<void> {
    const outcome = await comparison.run();
    if (outcome !== null) interrupt(outcome);
  }

  return {
    during(stream) {
      open = stream;
      if (found !== null) stream.close();
      let cancelProbe = clock.setTimer(probeAgain, untilProbe());
      function probeAgain(): void {
        cancelProbe = clock.setTimer(probeAgain, untilProbe());
        probe().catch(fail);
      }
      let cancelDigest: () => void = () => undefined;
      digestWhenDue();
      function digestWhenDue(): void {
        if (open !== stream) return;
        cancelDigest = clock.setTimer(() => void digest().then(digestWhenDue).catch(fail), comparison.dueInMs());
      }
      return {
        outcome: () => found,
        end() {
          cancelProbe();
          cancelDigest();
          probing?.abort();
          open = null;
          found = null;
        },
      };
    },
    soon: comparison.soon,
    stop() {
      open?.close();
    },
  };
}
