const LEAST_MS = 250;
const MOST_MS = 60_000;

/** Calls once a moment has come that may be set anew at any time; null = no moment. `now` in milliseconds, by the server's clock. */
export function atTurn(now: () => number, act: () => void): { readonly set: (at: number | null) => void; readonly close: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (at: number | null) => {
    clearTimeout(timer);
    if (at === null) return;
    const left = at - now();
    timer = setTimeout(left > MOST_MS ? () => set(at) : act, Math.min(MOST_MS, Math.max(LEAST_MS, left)));
    timer.unref();
  };
  return { set, close: () => clearTimeout(timer) };
}
