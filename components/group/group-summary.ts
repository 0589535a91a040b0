import { hrefAtMoment } from "@/lib/contract/url/history-window";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow } from "@/lib/contract/views/groups";
import { sincePhrase } from "@/lib/format/entry-sentence";
import { rowWord } from "@/lib/format/state-words";
import { summaryText } from "@/lib/format/summary";
import type { SummaryMoment } from "@/lib/format/summary-moment";
import { type GroupTextInput, groupPageTexts } from "./group-words";

interface GroupSummaryInput {
  readonly row: GroupRow;
  readonly told: GroupTextInput;
  readonly moment: SummaryMoment;
  /** The origin of this Stolos server, for links. */
  readonly origin: string;
}

/** Returns a summary of a group to paste into a chat. Times in UTC. */
export function groupSummaryText({ row, told, moment: { at, tense, isConfirmed, notVerified }, origin }: GroupSummaryInput): string {
  const { headline, trouble, line } = groupPageTexts(row, told, { tense, now: at, zone: "utc" });
  const since = row.state === null || row.state === "healthy" ? [] : [`${rowWord(row.state)} ${sincePhrase(row.since, row.sinceAtLeast, at, "utc")}`];
  return summaryText({
    about: `${row.cluster} ${row.namespace}/${row.name}`,
    sentence: [headline.strong, headline.of, headline.rest, trouble].filter((part) => part !== "").join(" "),
    counts: row.rollUp.counts,
    away: row,
    line: [...since, ...line.map(({ text }) => text)],
    losses: told.losses,
    hurt: [],
    ...{ at, isConfirmed, notVerified },
    link: `${origin}${hrefAtMoment(pagePaths.group(row.cluster, row.namespace, row.name), at)}`,
  });
}
