const TICK_MS = 2_000;
const LEAP_MS = 10_000;

/** Calls after the machine (or the page) has slept: a timer that comes much too late is the only sign that a worker gets. */
export function onWake(call: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > LEAP_MS) call();
    last = now;
  }, TICK_MS);
  return () => clearInterval(timer);
}
