import type { Zone } from "@/lib/format/clock";
import { formatLeft } from "@/lib/format/text/duration";
import { joinParts } from "@/lib/format/text/lists";
import { formatMoment } from "@/lib/format/time-ticks";

/** A machine that is not back. Milliseconds; null = not known. */
export interface MissingInput {
  readonly outcome: "away" | "out" | "vanished";
  readonly state: string;
  readonly since: number | null;
  readonly next: { readonly kind: string; readonly at: number | null; readonly latestAt: number | null; readonly assumed: boolean } | null;
}

const NEXT: Readonly<Record<string, string>> = { delete: "deleted", sweep: "swept", "drop-condition": "loses its health report" };

/** Since when it is out, and when istiod takes its entry: "since 04:02:12, swept in 31 min". */
export function missingWords({ since, next }: MissingInput, now: number, zone: Zone): string {
  const first = since === null ? "" : `since ${formatMoment(since, now, zone)}`;
  return joinParts([first, nextPhrase(next, now)], ", ");
}

function nextPhrase(next: MissingInput["next"], now: number): string {
  if (next === null) return "";
  if (next.kind === "never-cleaned") return "never cleaned up";
  const word = NEXT[next.kind];
  if (word === undefined) return "";
  const due = next.at !== null && next.at > now ? next.at : next.latestAt;
  if (due === null || due <= now) return `${word} any moment`;
  return `${word} ${due === next.at ? "in" : "within"} ${formatLeft(due - now)}${next.assumed ? ", assumed" : ""}`;
}
