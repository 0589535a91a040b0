import type { FleetHead } from "@/lib/contract/heads";
import type { LossesAnswer } from "@/lib/contract/history";
import { parseListQuery } from "@/lib/contract/list-query";
import { withAt } from "@/lib/contract/past";
import type { GroupRow } from "@/lib/contract/rows";
import { fleetLine, fleetServing, fleetTrouble } from "@/lib/domain/statements/fleet";
import { groupTrouble } from "@/lib/domain/statements/group";
import { fleetHeadline, fleetLineText } from "@/lib/format/fleet-sentence";
import { fleetTroubleText } from "@/lib/format/fleet-trouble";
import { groupTroubleText } from "@/lib/format/group-sentence";
import { summaryText } from "@/lib/format/summary";
import type { SummaryMoment } from "@/lib/format/summary-moment";
import { clusterBefore } from "@/lib/format/text/cluster";
import { plural } from "@/lib/format/text/numbers";
import { lossesOfGroups } from "./use-fleet-losses";

interface FleetSummaryInput {
  readonly head: FleetHead;
  /** The groups in trouble, worst first. */
  readonly rows: readonly GroupRow[];
  readonly query: string;
  readonly answer: LossesAnswer | null;
  /** Names the cluster of each group and machine. */
  readonly severalClusters: boolean;
  readonly moment: SummaryMoment;
  readonly origin: string;
}

/** What one pastes into an incident channel about the fleet. Times in UTC. */
export function fleetSummary({ head, rows, query, answer, severalClusters, moment: { at, tense, isConfirmed }, origin }: FleetSummaryInput): string {
  const { strong, of, rest } = fleetHeadline(fleetServing(head), tense);
  const trouble = fleetTrouble(head, null, answer).map((one) => fleetTroubleText(one, { tense, now: at, zone: "utc", severalClusters }));
  const { clusters, namespaces } = parseListQuery(query);
  const losses = lossesOfGroups(answer, "utc", tense.past);
  return summaryText({
    about: ["the fleet", clusters.length === 0 ? "" : `of ${clusters.join(", ")}`, namespaces.length === 0 ? "" : `in ${namespaces.join(", ")}`]
      .filter((part) => part !== "")
      .join(" "),
    sentence: [strong, of, rest, ...trouble.map(({ who, words }) => `${who} ${words}`)].filter((part) => part !== "").join(" "),
    counts: head.rollUp.counts,
    line: fleetLine(head).map(fleetLineText),
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
    link: `${origin}${withAt(query === "" ? "/" : `/?${query}`, at)}`,
  });
}
