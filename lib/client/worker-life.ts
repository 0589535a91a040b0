/** Milliseconds between questions: before the first word, and after it. */
const FIRST_MS = 3_000;
const LATER_MS = 5_000;

/** Questions without an answer, before the first word and after it: on a busy machine a worker takes its time to start. */
const FIRST_MOST = 4;
const LATER_MOST = 2;

/** A timer that is so late tells of a machine that is busy, or has slept: the worker had no chance either. Milliseconds. */
const LATE_MS = 1_500;

/** Watches over a worker that may never have been loaded, or has died: nobody tells a page of that. */
export interface WorkerLife {
  /** It has said something. */
  heard(): void;
  /** It is known to have failed. */
  fail(): void;
  stop(): void;
}

/** Asks again and again; calls `onFailure` once, where too many questions in a row had no answer. `now` in milliseconds. */
export function keepAsking(ask: () => void, onFailure: () => void, now: () => number): WorkerLife {
  let unanswered = 0;
  let everHeard = false;
  let dueAt = 0;
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
  const wait = () => {
    const ms = everHeard ? LATER_MS : FIRST_MS;
    dueAt = now() + ms;
    timer = setTimeout(next, ms);
  };
  const next = () => {
    if (now() - dueAt > LATE_MS) unanswered = 0;
    if (unanswered >= (everHeard ? LATER_MOST : FIRST_MOST)) return fail();
    unanswered++;
    ask();
    wait();
  };
  wait();
  return {
    heard: () => {
      unanswered = 0;
      everHeard = true;
    },
    fail,
    stop,
  };
}
