import type { LossesAnswer } from "@/lib/contract/answers/history";
import { hrefAtMoment } from "@/lib/contract/url/history-window";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { fleetLine, fleetTotal } from "@/lib/domain/statements/fleet";
import { incidentLine } from "@/lib/domain/statements/fleet-incidents";
import { groupTrouble } from "@/lib/domain/statements/group";
import { fleetHeadline, fleetLineText } from "@/lib/format/fleet-sentence";
import { fleetQuietLineParts } from "@/lib/format/fleet-trouble";
import { groupTroubleText } from "@/lib/format/group-sentence";
import { incidentLineText, moreIncidentsText } from "@/lib/format/incident-line";
import { inReached, notReachedSentence } from "@/lib/format/reached-clusters";
import { summaryText } from "@/lib/format/summary";
import type { SummaryMoment } from "@/lib/format/summary-moment";
import { clusterBefore } from "@/lib/format/text/cluster";
import { joinParts } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import type { TextContext } from "@/lib/format/text/tense";
import type { ReachableFleet } from "./counted-fleet";
import { lossesByGroup } from "./use-fleet-losses";
import type { FleetTroubleState } from "./use-fleet-trouble";

interface FleetSummaryInput {
  /** The fleet's numbers and its groups in trouble, worst first. */
  readonly counted: Pick<ReachableFleet, "head" | "rows" | "reached" | "notReached">;
  readonly query: string;
  readonly trouble: FleetTroubleState;
  readonly answer: LossesAnswer | null;
  /** True if each group and machine is named with its cluster. */
  readonly severalClusters: boolean;
  readonly moment: SummaryMoment;
  readonly origin: string;
}

/** Returns a summary of the fleet to paste into a chat. Times in UTC. */
export function fleetSummary({ counted, query, trouble, answer, severalClusters, moment: { at, tense, isConfirmed }, origin }: FleetSummaryInput): string {
  const { head, rows, reached, notReached } = counted;
  const { strong, of, rest } = inReached(fleetHeadline(fleetTotal(head), tense), reached);
  const missing = notReached.map((statement) => notReachedSentence(statement, { now: at, zone: "utc" }));
  const context = { tense, now: at, zone: "utc", severalClusters, isKept: true } as const;
  const { clusters, namespaces } = parseMachinesQuery(query);
  const losses = lossesByGroup(answer, "utc", tense.past);
  return summaryText({
    about: ["the fleet", clusters.length === 0 ? "" : `of ${clusters.join(", ")}`, namespaces.length === 0 ? "" : `in ${namespaces.join(", ")}`]
      .filter((part) => part !== "")
      .join(" "),
    sentence: [strong, of, rest, ...missing, troubleSentence(trouble, context)].filter((part) => part !== "").join(" "),
    counts: head.rollUp.counts,
    line: [...fleetQuietLineParts(trouble.quiet, context).map(({ text }) => text), ...fleetLine(head).map(fleetLineText)],
    away: head,
    losses: answer,
    severalClusters,
    hurt: [
      ...rows.map(
        (row) =>
          `${clusterBefore(row.cluster, severalClusters, `${row.namespace}/${row.name || "no group"}`)}: ${losses.wordsOf(row) || groupTroubleText(groupTrouble(row), tense, at)}`,
      ),
      head.groupsInTrouble > rows.length ? `and ${plural(head.groupsInTrouble - rows.length, "more group")} in trouble` : "",
    ].filter((part) => part !== ""),
    ...{ at, isConfirmed },
    link: `${origin}${hrefAtMoment(query === "" ? "/" : `/?${query}`, at)}`,
  });
}

function troubleSentence({ worst, incidents }: FleetTroubleState, context: TextContext): string {
  const line = incidents === null ? null : incidentLine(worst, incidents);
  const trouble = line?.trouble ?? worst;
  if (trouble === null) return "";
  const { before, loud, after, detail } = incidentLineText(trouble, context);
  const more = line === null || line.more.number === 0 ? "" : `And ${moreIncidentsText(line.more, line.trouble)}.`;
  return joinParts([`${before}${loud}${after}`, detail, more], " ");
}
