import type { QueryClient } from "@tanstack/react-query";

/** How the keys of answers begin that the record gives: of a past that is over nothing else asks anew. */
export const RECORDED = { history: "history", past: "past" } as const;

/** Takes away what views and the record told, and asks anew for what a page shows of the record: the answer says why there is nothing. */
export function withdrawTold(cache: QueryClient): void {
  void cache.resetQueries({ queryKey: ["view"] });
  for (const kind of Object.values(RECORDED)) void cache.resetQueries({ queryKey: [kind] });
}

/** Asks anew for what a page shows of the record; what it does not show any more, when it does again. */
export function askRecordAnew(cache: QueryClient): void {
  for (const kind of Object.values(RECORDED)) void cache.invalidateQueries({ queryKey: [kind] });
}
