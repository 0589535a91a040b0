import type { QueryClient } from "@tanstack/react-query";
import { forgetTexts } from "./kept-texts";

/** Forgets what a tab holds of its viewer, and begins anew as whoever is signed in now. What was typed goes with the page, and so do drafts and edits. */
export function forgetViewer(cache: QueryClient, begin: () => void): void {
  cache.clear();
  forgetTexts();
  try {
    sessionStorage.clear();
  } catch (error) {
    // Where nothing may be stored, nothing is.
    if (!(error instanceof DOMException)) throw error;
  }
  begin();
}
