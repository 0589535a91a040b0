import type { Clock } from "@/lib/server/clock";
import type { ClusterContext } from "./cluster-context";
import { type Answer, statusError } from "./kube-error";
import { createLine, type Line, type TransportRequest, type TransportResponse } from "./line";
import { createNextReading } from "./next-reading";
import type { Problem } from "./problem";
import { readText } from "./read-answer";

/** The way to one API server, by what its kubeconfig or service account says now. */
export interface Transport {
  /** The base address, as it was last read. */
  readonly server: string;
  send(what: TransportRequest): Promise<Answer<TransportResponse>>;
  /** Forget cached tokens and certificates: the next request reads them again. */
  forget(): void;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly context: ClusterContext;
  readonly clock: Clock;
  /** Told where what was read last cannot be used (null = it can, again): what was read before stays in use. */
  readonly onProblem?: (problem: Problem | null) => void;
}

/** How often files are looked at for a change, at most. */
const LOOK_MS = 5_000;
const REFUSAL_BYTES = 64 * 1024;

/**
 * Speaks to an API server by one reading of its context, and by the next one once that has proven itself: when files change, and when the
 * API server refuses what is in use, they are read again.
 */
export function createTransport({ context, clock, onProblem = () => undefined }: TransportOptions): Transport {
  let line = createLine(context, clock);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let isClosed = false;
  const next = createNextReading(clock, onProblem);

  function adopt(better: Line): void {
    const { server, proxyUrl } = line.context;
    // Streams end by themselves within minutes; those to another server tell of another world.
    if (better.context.server === server && better.context.proxyUrl === proxyUrl) line.retire();
    else void line.close();
    line = better;
  }

  function look(isUrgent: boolean): Promise<void> {
    lookedAt = clock.monotonic();
    looking ??= next
      .betterThan(line, isUrgent)
      .then((better) => {
        if (better !== null && isClosed) void better.close();
        else if (better !== null) adopt(better);
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  return {
    get server() {
      return line.context.server;
    },
    async send(what) {
      if (line.context.origin !== undefined && clock.monotonic() - lookedAt >= LOOK_MS) void look(false);
      const used = line;
      const answer = await used.send(what);
      if (used.context.origin === undefined || !isRefused(answer)) return answer;
      // Read before the connections that it comes by are closed.
      const said = answer.ok ? await readText(answer.value, REFUSAL_BYTES).catch(() => "") : "";
      // One that is under way may have read what was there before.
      await looking;
      if (line === used) await look(true);
      // What was refused has done nothing: it can be sent again, by other credentials or by renewed ones.
      if (line === used && used.context.origin.isFixed) return answer.ok ? { ok: false, error: statusError(401, said, undefined, clock.now()) } : answer;
      if (line === used) used.forget();
      return line.send(what);
    },
    forget: () => line.forget(),
    close: async () => {
      isClosed = true;
      await Promise.all([line.close(), next.close()]);
    },
  };
}

/** Does the server, or we it, not accept who the other is? */
function isRefused(answer: Answer<TransportResponse>): boolean {
  return answer.ok ? answer.value.statusCode === 401 : answer.error.kind === "tls" || answer.error.kind === "credentials";
}
