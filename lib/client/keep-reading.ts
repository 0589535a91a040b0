import type { Asked } from "./ask";
import { isPassing } from "./passing-refusal";

/** What is read is read again after this. With the time that an answer takes, what is denied since is gone within ten seconds. Milliseconds. */
const RENEW_MS = 8_000;

/** The same where it could not be read. Milliseconds. */
const AGAIN_MS = 5_000;

/** A server that has not answered a later reading after this could not be reached. Milliseconds. */
const LIMIT_MS = 10_000;

const UNANSWERED = { kind: "refused", problem: `The server has not answered within ${LIMIT_MS / 1_000} s.` } as const;

/**
 * Reads at once, and again and again while the page is visible: one request at a time, none while it is hidden, and one at once when it is visible again. A
 * denial ends it, as nothing is shown then and each denial is a line of the server's log. The result ends it too.
 */
export function keepReading<T>(read: (signal: AbortSignal) => Promise<Asked<T>>, took: (answer: Asked<T>) => void): () => void {
  let [isFirst, isOver] = [true, false];
  let pending: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (answer: Asked<T>) => {
    pending = null;
    isFirst = false;
    clearTimeout(timer);
    took(answer);
    isOver = answer.kind === "refused" && !isPassing(answer);
    if (!isOver) timer = setTimeout(readIfVisible, answer.kind === "here" ? RENEW_MS : AGAIN_MS);
  };
  const readNow = () => {
    clearTimeout(timer);
    const own = new AbortController();
    pending = own;
    const give = (answer: Asked<T>) => {
      if (pending !== own) return;
      own.abort();
      finish(answer);
    };
    if (!isFirst) timer = setTimeout(() => give(UNANSWERED), LIMIT_MS);
    void read(own.signal).then(give);
  };
  const readIfVisible = () => {
    if (!isOver && pending === null && document.visibilityState === "visible") readNow();
  };
  document.addEventListener("visibilitychange", readIfVisible);
  readNow();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", readIfVisible);
    clearTimeout(timer);
    const last = pending;
    pending = null;
    last?.abort();
  };
}
