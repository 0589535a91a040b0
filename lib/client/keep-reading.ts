import type { Asked } from "./ask";
import { isPassing } from "./passing-refusal";

/** How often something is read, and where it is shown. */
export interface Reading {
  /** What is read is read again after this. Milliseconds. */
  readonly renewMs: number;
  /** The same where it could not be read. Milliseconds. */
  readonly againMs: number;
  /** A later reading that is not answered after this is given up. Milliseconds. */
  readonly limitMs: number;
  isVisible(): boolean;
  /** Calls whenever it may have become visible; gives back what ends that. */
  onVisible(call: () => void): () => void;
}

/** What stands open was read within the last ten seconds, or says how old it is: an answer may take three of them. */
export const PAGE_READING: Reading = {
  ...{ renewMs: 6_000, againMs: 6_000, limitMs: 3_000 },
  isVisible: () => document.visibilityState === "visible",
  onVisible: (call) => {
    document.addEventListener("visibilitychange", call);
    return () => document.removeEventListener("visibilitychange", call);
  },
};

/**
 * Reads at once, and again and again while the page is visible: one request at a time, none while it is hidden, and one at once when it is visible again. A
 * denial ends it, as nothing is shown then and each denial is a line of the server's log. The result ends it too.
 */
export function keepReading<T>(
  read: (signal: AbortSignal) => Promise<Asked<T>>,
  took: (answer: Asked<T>) => void,
  { renewMs, againMs, limitMs, isVisible, onVisible }: Reading = PAGE_READING,
): () => void {
  let [isFirst, isOver] = [true, false];
  let pending: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const finish = (answer: Asked<T>) => {
    pending = null;
    isFirst = false;
    clearTimeout(timer);
    took(answer);
    isOver = answer.kind === "refused" && !isPassing(answer);
    if (!isOver) timer = setTimeout(readIfVisible, answer.kind === "here" ? renewMs : againMs);
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
    if (!isFirst) timer = setTimeout(() => give(unanswered(limitMs)), limitMs);
    void read(own.signal).then(give);
  };
  const readIfVisible = () => {
    if (!isOver && pending === null && isVisible()) readNow();
  };
  const offVisible = onVisible(readIfVisible);
  readNow();
  return () => {
    isOver = true;
    offVisible();
    clearTimeout(timer);
    const last = pending;
    pending = null;
    last?.abort();
  };
}

function unanswered(limitMs: number): Extract<Asked<unknown>, { readonly kind: "refused" }> {
  return { kind: "refused", problem: `The server has not answered within ${limitMs / 1_000} s.` };
}
