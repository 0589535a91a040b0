import { formatSpan } from "@/lib/format/age";

/** How long something took, as exactly as it matters: "under 1 s", "2.4 s", "11 s", "3 min". Milliseconds. */
export function delayWords(ms: number): string {
  if (ms < 1_000) return "under 1 s";
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toString()} s`;
  return formatSpan(ms);
}

/** "half were back after 2 s, 95 % after 11 s"; "" where nobody moved. */
export function quantilePhrase({ p50, p95 }: { readonly p50: number | null; readonly p95: number | null }): string {
  if (p50 === null || p95 === null) return "";
  return delayWords(p50) === delayWords(p95) ? `95 % were back ${withinWords(p95)}` : `half were back ${withinWords(p50)}, 95 % ${withinWords(p95)}`;
}

/** "after 2 s", "within 1 s". */
export function withinWords(ms: number): string {
  return ms < 1_000 ? "within 1 s" : `after ${delayWords(ms)}`;
}
