"use client";

import { useSyncExternalStore } from "react";

/** The activity of the viewer on the page. "pressed": a pointer is down. "quiet": no pointer, focus, touch or scroll for 10 s. */
export type PageActivity = "pressed" | "active" | "quiet";

/** Milliseconds. */
const QUIET_AFTER_MS = 10_000;

const EVENTS = ["pointermove", "pointerdown", "pointerup", "pointercancel", "keydown", "focusin", "wheel", "scroll"] as const;

const listeners = new Set<() => void>();
let activity: PageActivity = "quiet";
let lastAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns the activity of the viewer. All lists of a page share it, so that they take their new order together. */
export function usePageActivity(): PageActivity {
  return useSyncExternalStore(
    subscribe,
    () => activity,
    () => "quiet",
  );
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) for (const name of EVENTS) document.addEventListener(name, onEvent, { capture: true, passive: true });
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const name of EVENTS) document.removeEventListener(name, onEvent, { capture: true });
    clearTimeout(timer);
    timer = undefined;
    activity = "quiet";
  };
}

function onEvent({ type }: Event): void {
  lastAt = performance.now();
  timer ??= setTimeout(endIfQuiet, QUIET_AFTER_MS);
  if (type === "pointerdown") set("pressed");
  // The click comes after the pointer is up, and its target is that of the pointer down.
  else if (type === "pointerup") setTimeout(() => set("active"));
  else if (type === "pointercancel" || activity === "quiet") set("active");
}

/** One timer for many events: it starts again for the rest of the time. A pointer that stays down is not quiet. */
function endIfQuiet(): void {
  const restMs = activity === "pressed" ? QUIET_AFTER_MS : lastAt + QUIET_AFTER_MS - performance.now();
  timer = restMs > 0 ? setTimeout(endIfQuiet, restMs) : undefined;
  if (timer === undefined) set("quiet");
}

function set(next: PageActivity): void {
  if (listeners.size === 0 || activity === next) return;
  activity = next;
  for (const listener of listeners) listener();
}
