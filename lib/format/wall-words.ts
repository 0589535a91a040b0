import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { formatDateTime, type Zone } from "./clock";
import { formatSpan } from "./text/duration";

/** How fresh a wall display is: a word, and since when or as of when. `now` in milliseconds. */
export function wallFreshness(freshness: PageFreshness, now: number, zone: Zone): { readonly word: string; readonly rest: string } {
  const { asOf } = freshness;
  const moment = asOf === null ? "" : formatDateTime(asOf, zone);
  const age = asOf === null ? "" : formatSpan(now - asOf);
  switch (freshness.kind) {
    case "live":
      return { word: "Live", rest: `as of ${moment}` };
    case "past":
      return { word: "The past", rest: `as it was at ${moment}` };
    case "denied":
      return { word: "Not allowed", rest: freshness.reason };
    case "absent":
      return { word: "Not installed", rest: freshness.reason };
    case "starting":
      return { word: "Starting", rest: "nothing can be shown so far" };
    case "catching-up":
    case "stale":
      return { word: "Not live", rest: asOf === null ? "nothing was seen so far" : `true at ${moment}, ${age} ago, and not confirmed since` };
  }
}
