import type { QueryClient } from "@tanstack/react-query";
import { forgetDrafts } from "./drafts";
import { forgetEdits } from "./edit-drafts";

/** Forgets what a tab holds of its viewer, and begins anew as whoever is signed in now. What was typed goes with the page, and so do drafts. */
export function forgetViewer(cache: QueryClient, begin: () => void): void {
  cache.clear();
  forgetDrafts();
  forgetEdits();
  try {
    sessionStorage.clear();
  } catch (error) {
    // Where nothing may be stored, nothing is.
    if (!(error instanceof DOMException)) throw error;
  }
  begin();
}
