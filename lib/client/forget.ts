import type { QueryClient } from "@tanstack/react-query";

/** Forgets what a tab holds of its viewer, and begins anew as whoever is signed in now. What was typed goes with the page. */
export function forgetViewer(cache: QueryClient, begin: () => void): void {
  cache.clear();
  try {
    sessionStorage.clear();
  } catch (error) {
    // Where nothing may be stored, nothing is.
    if (!(error instanceof DOMException)) throw error;
  }
  begin();
}
