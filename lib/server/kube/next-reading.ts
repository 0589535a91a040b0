import type { Clock } from "@/lib/server/clock";
import type { ClusterContext, ContextOrigin } from "./cluster-context";
import { fileStamp } from "./file-stamp";
import { type KubeError, statusError, transportError } from "./kube-error";
import { createLine, type Line } from "./line";
import { type Problem, problem } from "./problem";
import { headerOf, readText } from "./read-answer";

/** Looks for a reading of a context that is better than the one in use. */
export interface NextReading {
  /** A line by what the files say now, where that is something else and the API server accepts it; else null. `isUrgent`: the one in use is refused. */
  betterThan(used: Line, isUrgent: boolean): Promise<Line | null>;
  close(): Promise<void>;
}

const PROOF_LIMIT_MS = 5_000;
/** What was refused is tried again so often while its files stay as they are. */
const PROVE_AGAIN_MS = 30_000;
/** And so often where what is in use is refused as well. */
const PROVE_SOON_MS = 5_000;

/** `onProblem` hears where what the files say now cannot be used, and (null) when it can or is what is in use. */
export function createNextReading(clock: Clock, onProblem: (problem: Problem | null) => void): NextReading {
  let stamp: string | null = null;
  let isFirst = true;
  let candidate: Line | null = null;
  const never = { calmly: Number.NEGATIVE_INFINITY, urgently: Number.NEGATIVE_INFINITY };
  let provenAt = { ...never };
  let told: Problem | null = null;
  let isClosed = false;

  function tell(next: Problem | null): void {
    if (isClosed || JSON.stringify(next) === JSON.stringify(told)) return;
    told = next;
    onProblem(next);
  }

  async function replaceCandidate(by: Line | null): Promise<void> {
    await candidate?.close();
    candidate = by;
    provenAt = { ...never };
  }

  /** Reads the files where they changed; what cannot be read is read again each time. */
  async function readAgain(used: Line, origin: ContextOrigin): Promise<void> {
    const { files } = candidate?.context.origin ?? origin;
    // From before they are read: what changes meanwhile is seen the next time.
    const now = await fileStamp(files);
    // A program would be started once more, only to be told another token: what was read a moment ago is taken for read.
    const isRead = stamp === null ? isFirst && !origin.isFixed : now === stamp && (told === null || candidate !== null);
    isFirst = false;
    if (isRead) {
      stamp = now;
      return;
    }
    const read = await origin.read();
    // Files that are named anew are looked at from the next time on.
    stamp = "kind" in read || String(read.origin?.files) === String(files) ? now : null;
    if ("kind" in read) {
      await replaceCandidate(null);
      return tell(unreadable(origin, used.context, read));
    }
    const line = createLine(read, clock);
    if (await isSame(line, used)) {
      await replaceCandidate(null);
      return tell(null);
    }
    if (candidate === null || !(await isSame(line, candidate))) await replaceCandidate(line);
  }

  return {
    async betterThan(used, isUrgent) {
      const { origin } = used.context;
      if (origin === undefined) return null;
      await readAgain(used, origin);
      const proving = candidate;
      const now = clock.monotonic();
      const [how, pauseMs] = isUrgent ? (["urgently", PROVE_SOON_MS] as const) : (["calmly", PROVE_AGAIN_MS] as const);
      if (isClosed || proving === null || now - provenAt[how] < pauseMs) return null;
      provenAt[how] = now;
      const error = await proofOf(proving, clock);
      if (candidate !== proving) return null;
      if (error === null) {
        candidate = null;
        tell(null);
        return proving;
      }
      // A server that nobody reaches says nothing of the files, unless they name another one.
      if (!isAway(error) || proving.context.server !== used.context.server) tell(refused(origin, used.context, error));
      proving.forget();
      return null;
    },
    close: () => {
      isClosed = true;
      return replaceCandidate(null);
    },
  };
}

/** Two lines that would send the same to the same server. */
async function isSame(one: Line, other: Line): Promise<boolean> {
  const said = async ({ context, credentials }: Line) => {
    const { ca, cert, key, servername, rejectUnauthorized, headers } = await credentials();
    const material = [ca, cert, key].map((part) => part?.toString() ?? "");
    return JSON.stringify([context.server, context.proxyUrl, context.namespace, material, servername ?? "", rejectUnauthorized, headers]);
  };
  return Promise.all([said(one), said(other)]).then(
    ([a, b]) => a === b,
    () => false,
  );
}

/** Asks for the version: null where the API server answers to these credentials, whatever they may do. */
async function proofOf(line: Line, clock: Clock): Promise<KubeError | null> {
  const limit = new AbortController();
  const cancel = clock.setTimer(() => limit.abort(), PROOF_LIMIT_MS);
  try {
    const answer = await line.send({ method: "GET", path: "/version", accept: "application/json", body: null, signal: limit.signal });
    if (!answer.ok) return answer.error.kind === "aborted" ? silence(line) : answer.error;
    const { statusCode, headers } = answer.value;
    const said = await readText(answer.value, 64 * 1024);
    if (statusCode !== 401 && (statusCode < 300 || statusCode >= 400)) return null;
    return statusError(statusCode, said, headerOf(headers["retry-after"]), clock.now());
  } catch {
    return silence(line);
  } finally {
    cancel();
  }
}

function silence({ context }: Line): KubeError {
  return transportError({ code: "ETIMEDOUT" }, context.server);
}

function isAway({ kind }: KubeError): boolean {
  return kind === "unreachable";
}

const KEPT = "What was read before stays in use.";

function unreadable({ what }: ContextOrigin, { cluster }: ClusterContext, { title, detail, fix }: Problem): Problem {
  return problem(cluster, `The ${what} was changed, and cannot be used`, `${title}. ${detail} ${KEPT}`, fix);
}

function refused({ what }: ContextOrigin, { cluster }: ClusterContext, { message }: KubeError): Problem {
  const fix = "Correct its files: they are read again by themselves.";
  return problem(cluster, `The ${what} was changed, and does not work`, `${message} ${KEPT}`, fix);
}
