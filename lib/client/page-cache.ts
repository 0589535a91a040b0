import { QueryClient } from "@tanstack/react-query";
import { withSameParts } from "./same-parts";

/** How long a browser keeps an answer that nothing on the page uses. Milliseconds. */
const UNUSED_MS = 60_000;

/**
 * The cache of one page's queries. In a browser it forgets what has not been used for a minute. On the server it goes with the page that is drawn: a timer that
 * waits to forget an answer would keep the request, its HTML and all that was drawn until then.
 */
export function pageCache(): QueryClient {
  const gcTime = typeof window === "undefined" ? Number.POSITIVE_INFINITY : UNUSED_MS;
  return new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, gcTime, structuralSharing: withSameParts, retry: false } } });
}
