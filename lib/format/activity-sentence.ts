import { windowPhrase } from "./band-words";
import type { Zone } from "./clock";
import type { Headline } from "./headline";
import { listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";

/** What the sentence above the log needs of it. Milliseconds. */
interface Log {
  readonly from: number;
  readonly to: number;
  readonly recorded: { readonly since: number | null };
  readonly types: readonly { readonly type: string; readonly count: number }[];
}

/** What the log begins with: "142 changes" "in the last hour: 6 machines gone, 4 probes turned." */
export function activitySentence({ from, to, recorded, types }: Log, now: number, zone: Zone): Headline {
  const count = (type: string) => types.find((one) => one.type === type)?.count ?? 0;
  const total = types.reduce((sum, one) => sum + (FOLLOWS.has(one.type) ? 0 : one.count), 0);
  const name = NAMES.find(([, ms]) => Math.abs(to - from - ms) < 1_000 && Math.abs(now - to) < 60_000)?.[0] ?? null;
  const when = windowPhrase({ name, from, to, recordedSince: recorded.since }, now, zone);
  const told = [
    count("ended") > 0 ? `${plural(count("ended"), "machine")} gone` : "",
    count("appeared") > 0 ? `${formatNumber(count("appeared"))} registered` : "",
    count("health") > 0 ? `${plural(count("health"), "probe turn")}` : "",
  ].filter((words) => words !== "");
  if (total === 0) return { strong: "Nothing", rest: `was recorded ${when}.` };
  return { strong: plural(total, "change"), rest: `${when}${told.length === 0 ? "" : `: ${listOf(told)}`}.` };
}

/** Of an object of which the log of a week tells nothing. */
export function nothingOfIt({ since, notice }: { readonly since: number | null; readonly notice: string }): string {
  return since === null ? notice || "Nothing is recorded yet." : "Nothing of it was recorded in the last 7 days.";
}

/** What only follows from something else, or happens to every machine each half hour, is no change of its own. */
const FOLLOWS: ReadonlySet<string> = new Set(["state", "serving", "connected", "disconnected", "renewed"]);

const NAMES = [
  ["15m", 900_000],
  ["1h", 3_600_000],
  ["6h", 21_600_000],
  ["24h", 86_400_000],
  ["7d", 604_800_000],
] as const;
