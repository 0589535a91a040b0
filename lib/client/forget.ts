import type { QueryClient } from "@tanstack/react-query";
import { forgetTexts } from "./kept-texts";
import { forgetPage } from "./page-memory";

/** Forgets what a tab holds of its viewer, and begins anew as whoever is signed in now. What was typed goes with the page, and so do drafts and edits. */
export function forgetViewer(cache: QueryClient, begin: () => void): void {
  cache.clear();
  forgetTexts();
  forgetPage();
  begin();
}
