"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let isSignedOut = false;
let why: string | null = null;

/** Every answer of a route of ours tells whether anybody is still signed in. */
export function heardStatus(status: number): void {
  const next = status === 401 || (isSignedOut && status >= 400);
  if (next === isSignedOut) return;
  isSignedOut = next;
  if (!next) why = null;
  for (const listener of listeners) listener();
}

/** The sign-in is over, and it is known why. */
export function heardEnd(reason: string): void {
  isSignedOut = true;
  why = reason;
  for (const listener of listeners) listener();
}

/** Why nobody is signed in any more, as the server said it; null = it said nothing of that. */
export function useSignedOutWhy(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => why,
    () => null,
  );
}

/** Has a request been refused because nobody is signed in any more? */
export function useSignedOut(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSignedOut,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
