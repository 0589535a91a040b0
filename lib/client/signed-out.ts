"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let isSignedOut = false;

/** Every answer of a route of ours tells whether anybody is still signed in. */
export function heardStatus(status: number): void {
  const next = status === 401 || (isSignedOut && status >= 400);
  if (next === isSignedOut) return;
  isSignedOut = next;
  for (const listener of listeners) listener();
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
