/** Milliseconds between questions: before the first word, and after it. */
const FIRST_MS = 3_000;
const LATER_MS = 5_000;
const UNANSWERED_MOST = 2;

/** Watches over a worker that may never have been loaded, or has died: nobody tells a page of that. */
export interface WorkerLife {
  /** It has said something. */
  heard(): void;
  /** It is known to have failed. */
  fail(): void;
  stop(): void;
}

/** Asks again and again; calls `onFailure` once, where two questions in a row had no answer. */
export function keepAsking(ask: () => void, onFailure: () => void): WorkerLife {
  let unanswered = 0;
  let everHeard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const fail = () => {
    if (timer === undefined) return;
    stop();
    onFailure();
  };
  const next = () => {
    if (unanswered >= UNANSWERED_MOST) return fail();
    unanswered++;
    ask();
    timer = setTimeout(next, everHeard ? LATER_MS : FIRST_MS);
  };
  timer = setTimeout(next, FIRST_MS);
  return {
    heard: () => {
      unanswered = 0;
      everHeard = true;
    },
    fail,
    stop,
  };
}
