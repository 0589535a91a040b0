const TICK_MS = 2_000;
const LEAP_MS = 10_000;

/** Calls after the machine (or the page) has slept: a timer that comes much too late is the only sign that a worker gets. */
export function onWake(call: () => void): () => void {
  let last = Date.now();
  let wasHidden = false;
  const timer = setInterval(() => {
    const now = Date.now();
    const hidden = isHidden();
    // The timers of a page in the background are late by themselves.
    if (now - last > LEAP_MS && !hidden && !wasHidden) call();
    last = now;
    wasHidden = hidden;
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Calls when a page comes back from where it did not run: the back/forward cache, a freeze, a sleep of the machine. */
export function onReturn(call: () => void): () => void {
  const onShow = (event: PageTransitionEvent) => event.persisted && call();
  const stopWake = onWake(call);
  window.addEventListener("pageshow", onShow);
  document.addEventListener("resume", call);
  return () => {
    stopWake();
    window.removeEventListener("pageshow", onShow);
    document.removeEventListener("resume", call);
  };
}

/** Calls when the device says that it lost the network, or has one again: a page in a tunnel must not wait for the silence of its stream. */
export function onNetworkChange(call: () => void): () => void {
  for (const event of NETWORK_EVENTS) window.addEventListener(event, call);
  return () => {
    for (const event of NETWORK_EVENTS) window.removeEventListener(event, call);
  };
}

const NETWORK_EVENTS = ["offline", "online"] as const;

function isHidden(): boolean {
  return typeof document !== "undefined" && document.hidden;
}
