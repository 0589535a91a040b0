import type { ChangesRecorded } from "@/lib/domain/statements/activity";
import type { Zone } from "./clock";
import type { Headline } from "./headline";
import { windowPhrase } from "./state-chart-text";
import { listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { formatMoment } from "./time-ticks";

/** What the log begins with: "142 changes" "in the last hour: 6 machines gone, 4 probes turned." */
export function activitySentence(statement: ChangesRecorded, recordedSince: number | null, now: number, zone: Zone): Headline {
  const { from, to, changes, ended, registered, probeTurns } = statement;
  const name = NAMES.find(([, ms]) => Math.abs(to - from - ms) < 1_000 && Math.abs(now - to) < 60_000)?.[0] ?? null;
  const when = windowPhrase({ name, from, to, recordedSince }, now, zone);
  const told = [
    ended > 0 ? `${plural(ended, "machine")} gone` : "",
    registered > 0 ? `${formatNumber(registered)} registered` : "",
    probeTurns > 0 ? `${plural(probeTurns, "probe turn")}` : "",
  ].filter((words) => words !== "");
  if (changes === 0) return { strong: "Nothing", rest: `was recorded ${when}.` };
  return { strong: plural(changes, "change"), rest: `${when}${told.length === 0 ? "" : `: ${listOf(told)}`}.` };
}

/** Of an object of which the log of a week tells nothing. */
export function nothingOfIt({ since, notice }: { readonly since: number | null; readonly notice: string }): string {
  return since === null ? notice || "Nothing is recorded yet." : "Nothing of it was recorded in the last 7 days.";
}

const NAMES = [
  ["15m", 900_000],
  ["1h", 3_600_000],
  ["6h", 21_600_000],
  ["24h", 86_400_000],
  ["7d", 604_800_000],
] as const;

/** The line of a folded list of changes in a day, newest first: "8 changes in 24 h · last at 04:12:08". `hasMore`: older ones are not in the list. */
export function groupActivityLine(rows: readonly { readonly at: number }[], hasMore: boolean, now: number, zone: Zone): string {
  const [newest] = rows;
  if (newest === undefined) return "No change in 24 h.";
  return `${plural(rows.length, "change").replace(" ", hasMore ? "+ " : " ")} in 24 h · last at ${formatMoment(newest.at, now, zone)}`;
}
