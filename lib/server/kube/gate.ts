/** Lets so many in at once; the others wait in order. */
export interface Gate {
  /** Answers with what to call when leaving, once there is room; with null where `signal` says first that nobody waits any more. */
  enter(signal?: AbortSignal): Promise<(() => void) | null>;
}

export function createGate(size: number): Gate {
  let free = size;
  const waiting = new Set<() => void>();
  const leave = () => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  };
  const turn = (signal: AbortSignal | undefined) =>
    new Promise<boolean>((resolve) => {
      const end = (mayEnter: boolean) => {
        waiting.delete(enter);
        signal?.removeEventListener("abort", giveUp);
        resolve(mayEnter);
      };
      const enter = () => end(true);
      const giveUp = () => end(false);
      waiting.add(enter);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  return {
    async enter(signal) {
      if (signal?.aborted) return null;
      if (free > 0) free--;
      else if (!(await turn(signal))) return null;
      return leave;
    },
  };
}
