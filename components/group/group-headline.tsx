"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { NotVerifiedWarning } from "@/components/state/not-verified-warning";
import { StateBadge } from "@/components/state/state-badge";
import { StateExplanation } from "@/components/state/state-explanation";
import { Sentence, statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { NotKnownThen } from "@/components/table/cluster-then";
import { LineParts } from "@/components/table/line-parts";
import { expectedTitle } from "@/components/table/serving-title";
import { StateCounts } from "@/components/trouble/state-counts";
import { Headline, Of } from "@/components/ui/headline";
import { useNotVerified } from "@/lib/client/not-verified";
import { useStatus } from "@/lib/client/status";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { groupMachinesQuery } from "@/lib/contract/url/page-query";
import type { GroupRow } from "@/lib/contract/views/groups";
import type { GroupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import type { TroubleSentence } from "@/lib/format/fleet-trouble";
import type { troubleReasonsStatement } from "@/lib/format/group-trouble-line";
import { headlineWithName, hiddenMachinesHeadline } from "@/lib/format/serving-headline";
import { joinParts } from "@/lib/format/text/lists";
import type { Tense } from "@/lib/format/text/tense";
import type { GroupPageTexts } from "./group-words";

interface GroupHeadlineProps {
  readonly row: GroupRow;
  readonly words: GroupPageTexts;
  readonly tense: Tense;
  /** The worst trouble with its text; null = the group is in no trouble. */
  readonly worst: { readonly trouble: GroupWorstTrouble; readonly text: TroubleSentence; readonly reasons: ReturnType<typeof troubleReasonsStatement> } | null;
  /** Links to incidents, for a group without a card. */
  readonly incidents: ReactNode;
}

/** The headline of a group: its total, its worst trouble, a line of minor facts, and its eight counts. A phone shows the trouble first. */
export function GroupHeadline({ row, words, tense, worst, incidents }: GroupHeadlineProps) {
  const { cluster, namespace, name } = row;
  const { serving, headline, statement, calm } = words;
  const quiet = worst === null ? words.quiet.filter((part) => part !== calm?.part) : words.quiet;
  const isVerified = useNotVerified(cluster) === null;
  const isHidden = useHiddenMachines(cluster, namespace) && serving.total === 0;
  const named = serving.total === 0 ? "" : name;
  const { strong, of, rest } = isHidden ? hiddenMachinesHeadline(tense) : headlineWithName(headline, named);
  const query = formatListQuery(groupMachinesQuery({ cluster, namespace, name }));
  return (
    <>
      <Headline wide steady isQuiet sub={<QuietLine row={row} quiet={quiet} />} data={statementAttributes(serving, tense)}>
        <span className="flex flex-col">
          <span
            className={clsx(
              isVerified && "desk:truncate",
              worst !== null && "max-desk:order-last max-desk:mt-1.5 max-desk:text-l max-desk:font-normal max-desk:text-ink-2",
            )}
            title={joinParts(isHidden ? [strong, of, rest] : [strong, of, named, headline.rest], " ")}
          >
            <b className={isHidden ? toneText.blind : undefined}>{strong}</b> {of !== "" && <Of title={expectedTitle(row.rollUp)}>{of} </Of>}
            {rest}
            <NotVerifiedWarning cluster={cluster} />
            <NotKnownThen cluster={cluster} />
          </span>{" "}
          {worst === null && calm !== null && <CalmSentence calm={calm} />}
          {worst !== null && (
            <Sentence of={statement} className="text-pretty">
              <Sentence of={worst.trouble}>
                {worst.text.before}
                <span className={toneText[worst.text.tone]}>{worst.text.loud}</span>
                <Sentence of={worst.reasons}>{worst.text.after}</Sentence>
              </Sentence>
            </Sentence>
          )}
        </span>
      </Headline>
      {incidents}
      {!isHidden && <StateCounts counted={{ head: { ...row, replicas: { kind: isVerified ? "known" : "denied" } }, reached: [cluster], tense, query }} />}
    </>
  );
}

/** The second sentence of a group without trouble: pale, unless a service of it has no endpoint. */
function CalmSentence({ calm: { part, sentence } }: { readonly calm: NonNullable<GroupPageTexts["calm"]> }) {
  const className = clsx(
    "text-pretty wrap-anywhere max-desk:mt-1.5 max-desk:text-l max-desk:font-normal",
    part.tone === null ? "text-ink-3" : toneText[part.tone],
  );
  return part.statement === undefined ? (
    <span className={className}>{sentence}</span>
  ) : (
    <Sentence of={part.statement} className={className}>
      {sentence}
    </Sentence>
  );
}

/** Returns true if the viewer may not list entries in the namespace. Then zero machines means unknown. */
function useHiddenMachines(cluster: string, namespace: string): boolean {
  const sources = useStatus().clusters.find((one) => one.cluster === cluster)?.sources ?? [];
  return sources.some((one) => one.source === "workloadentries" && one.freshness.kind === "denied" && (one.namespace === "" || one.namespace === namespace));
}

/** Minor facts: machines that do not serve yet, affected services, the source of the size, and unverified healthy machines. */
function QuietLine({ row, quiet }: Pick<GroupHeadlineProps, "row"> & Pick<GroupPageTexts, "quiet">) {
  const { state, unvouched, unvouchedWhy: why, cluster } = row;
  return (
    <span title={quiet.map(({ text }) => text).join(" · ")}>
      {state === "healthy" && unvouched > 0 && (
        <>
          <StateBadge state={state} vouched={false} why={why} cluster={cluster} />
          <StateExplanation state={state} vouched={false} why={why} cluster={cluster} />{" "}
        </>
      )}
      <LineParts parts={quiet} />
    </span>
  );
}
