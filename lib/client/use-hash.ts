"use client";

import { useSyncExternalStore } from "react";

/** The part of the address after `#`; empty on the server, which is never told of it. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => decoded(window.location.hash.slice(1)),
    () => "",
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  window.addEventListener("popstate", changed);
  return () => {
    window.removeEventListener("hashchange", changed);
    window.removeEventListener("popstate", changed);
  };
}

function decoded(hash: string): string {
  return /^[\w-]*$/.test(hash) ? hash : "";
}
