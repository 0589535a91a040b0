import type { GroupRow } from "@/lib/contract/rows";
import { STATES } from "@/lib/domain/verdict";
import { formatDateTime } from "@/lib/format/clock";
import { sincePhrase } from "@/lib/format/entry-sentence";
import { groupSentence } from "@/lib/format/group-sentence";
import { stateWords } from "@/lib/format/state-words";

/** What one pastes into an incident channel: counts, trouble, what is common. Times in UTC. */
export function groupSummary(row: GroupRow, expectedSizeText: string | null, now: number): string {
  const { headline, trouble, line } = groupSentence(row, expectedSizeText, { past: false });
  const states = STATES.flatMap((state, index) => ((row.rollUp.counts[index] ?? 0) > 0 ? [`${row.rollUp.counts[index]} ${stateWords[state].word}`] : []));
  return [
    `${row.cluster} ${row.namespace}/${row.name}`,
    `${headline.strong} ${headline.rest} ${trouble}`.trim(),
    states.join(", "),
    row.state === null || row.state === "healthy" ? "" : `${stateWords[row.state].word} ${sincePhrase(row.since, row.sinceAtLeast, now, "utc")}`,
    line.map(({ text }) => text).join(" · "),
    `as of ${formatDateTime(now, "utc")}`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}
