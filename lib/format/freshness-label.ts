import { isWithoutCluster, type PageFreshness } from "@/lib/domain/verdict/freshness";
import { formatSpan } from "./text/duration";
import { formatNumber } from "./text/numbers";

/** A younger proof needs no age in the top bar: "live" covers it. Milliseconds. */
const YOUNG_MS = 30_000;

const WORDS = {
  live: "live",
  starting: "starting",
  "catching-up": "catching up",
  stale: "not live",
  denied: "no access",
  absent: "not installed",
  past: "past",
} as const satisfies Record<PageFreshness["kind"], string>;

/** The label of the top bar: "live", and "48 s old" once the last proof is older than 30 s. `now` in milliseconds. */
export function freshnessLabel(freshness: PageFreshness, now: number): string {
  const { kind, asOf } = freshness;
  const isDated = (kind === "live" || kind === "stale" || kind === "catching-up") && asOf !== null && now - asOf >= YOUNG_MS;
  if (isWithoutCluster(freshness)) return "no cluster";
  return isDated ? `${formatSpan(now - asOf)} old` : WORDS[kind];
}

/** Returns "2 of 3 live" for the clusters of a page that is only partly live; null = "". */
export function liveClustersText(partly: { readonly live: number; readonly total: number } | null): string {
  return partly === null ? "" : `${formatNumber(partly.live)} of ${formatNumber(partly.total)} live`;
}

/** True if the label shows an age instead of "live". */
export function isProvenLive(freshness: PageFreshness, now: number): boolean {
  return freshness.kind === "live" && now - freshness.asOf < YOUNG_MS;
}
