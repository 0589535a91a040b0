"use client";

import type { ReactNode } from "react";
import { ComparisonList, DiagnosisCard, type DiagnosisPart, DiagnosisStepList } from "@/components/diagnosis/diagnosis-card";
import { TraitShareRow } from "@/components/diagnosis/trait-line";
import { useReplicaComparison } from "@/components/diagnosis/use-compared-replicas";
import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { useObjectTense } from "@/components/table/cluster-then";
import { NO_ROWS } from "@/components/table/first-window";
import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import { changeActivityPath } from "@/lib/contract/url/change-activity";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { formatObjectIncidentsQuery, type IncidentHead, incidentQuery } from "@/lib/contract/views/incidents";
import { comparedTraits, type GroupWorstTrouble, type TroubleCondition } from "@/lib/domain/diagnosis/group-trouble";
import { answerIstiodQuestion, type IstiodCauseInput } from "@/lib/domain/diagnosis/istiod-question";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { openLosses } from "@/lib/domain/statements/losses";
import { type GroupAdviceStep, groupAdvice } from "@/lib/format/group-steps";
import { comparedTraitLabel, comparedTraitsLegend, conditionReasonPhrases, groupWhyAnswer } from "@/lib/format/group-trouble-line";
import type { LinePart } from "@/lib/format/headline";
import { istiodEvidenceText, istiodQuestionText, READING_REPLICAS_TEXT } from "@/lib/format/istiod-question";
import { suddenPhrase } from "@/lib/format/losses-sentence";
import { PAST_ADVICE_TEXT } from "@/lib/format/machine-diagnosis";
import { hourOf, minuteOf } from "@/lib/format/text/duration";
import { formatNumber } from "@/lib/format/text/numbers";
import { capitalize, sentence } from "@/lib/format/text/sentence";
import type { TextContext } from "@/lib/format/text/tense";
import { GroupCountdowns } from "./group-countdowns";

type Detail = NonNullable<SingleGroupHead["detail"]>;

interface GroupDiagnosisProps {
  readonly row: GroupRow;
  readonly detail: Detail;
  readonly trouble: GroupWorstTrouble;
  /** Null = not loaded yet. */
  readonly losses: LossesAnswer | null;
  /** Facts of the headline's second line that the card shows: the probe's message, and how fast machines failed. */
  readonly parts: readonly LinePart[];
  /** Links to the incidents of the group. */
  readonly incidents: ReactNode;
}

/** The card of a group in trouble: the cause, the next steps, and whether istiod is the cause. */
export function GroupDiagnosis(props: GroupDiagnosisProps) {
  const { row, trouble } = props;
  const incident = useGroupIncident(row, trouble.condition);
  const own = ownReplicas(props);
  const compared = useReplicaComparison(row.cluster, own);
  const tone = trouble.condition === "unverified" ? "blind" : "bad";
  return (
    <DiagnosisCard
      tone={tone}
      why={useWhy(props)}
      todo={useTodo(props, incident, compared?.istiodNamespace ?? "")}
      istiod={useIstiod(props, incident, compared)}
    />
  );
}

type OpenIncident = IncidentHead & { readonly row: NonNullable<IncidentHead["row"]>; readonly detail: NonNullable<IncidentHead["detail"]> };

/** The number of an incident's machines in a condition. No incident has missing machines, because they have no recorded loss. */
const IN_CONDITION: Readonly<Record<TroubleCondition, (title: IncidentTitle) => number>> = {
  failed: ({ failed }) => failed,
  "no-endpoint": ({ failed }) => failed,
  lost: ({ lost }) => lost,
  unverified: ({ unverified }) => unverified,
  missing: () => 0,
};

/** Returns the first open incident of the group with machines in the condition; null = none, or not loaded yet. */
function useGroupIncident({ cluster, namespace, name }: GroupRow, condition: TroubleCondition): OpenIncident | null {
  const listed = useView("incidents-of", formatObjectIncidentsQuery({ of: "WorkloadGroup", cluster, namespace, name }), NO_ROWS);
  const key = listed.state?.rows.find(({ state, title }) => state !== "over" && IN_CONDITION[condition](title) > 0)?.id;
  const { state } = useView("incident", key === undefined ? null : incidentQuery(key), NO_ROWS);
  if (key === undefined || state === null) return null;
  const { head } = state;
  return head.row === null || head.detail === null || head.row.state === "over" ? null : { ...head, row: head.row, detail: head.detail };
}

function useContext(cluster: string): Omit<TextContext, "now"> {
  return { tense: useObjectTense(cluster), zone: useZone(), severalClusters: useSeveralClusters() };
}

const MOST_REASONS = 3;

function useWhy({ row, detail, trouble, losses, parts, incidents }: GroupDiagnosisProps): DiagnosisPart {
  const context = useContext(row.cluster);
  const now = useOfNow(hourOf);
  const { reasons } = partOf(detail, trouble);
  const traits = comparedTraits(trouble, detail, losses);
  const found = conditionReasonPhrases(trouble.condition, reasons);
  const lost = trouble.condition === "lost" && losses !== null ? openLosses(losses) : [];
  const [message, pace] = ["group-message", "group-pace"].map((kind) => parts.find(({ statement }) => statement?.kind === kind));
  const when = pace !== undefined || lost.length === 0 ? "" : suddenPhrase(lossSpanOf(lost), now, context.zone);
  return {
    answer: groupWhyAnswer(trouble, reasons, { ...context, now }),
    children: (
      <>
        {pace?.statement !== undefined && (
          <p className="mt-1.5 text-ink-2" {...statementAttributes(pace.statement)}>
            {sentence(pace.text)}
          </p>
        )}
        {when !== "" && <p className="mt-1.5 text-ink-2">{`${capitalize(when)}.`}</p>}
        {found.length > 1 && (
          <ul className="mt-2 grid gap-1">
            {found.slice(0, MOST_REASONS).map(({ phrase, machines }) => (
              <li key={phrase} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-s">
                <span className="wrap-anywhere">{phrase}</span>
                <span className="tabular-nums">{formatNumber(machines)}</span>
              </li>
            ))}
          </ul>
        )}
        {traits.length > 0 && (
          <>
            <ul className="mt-2.5 grid gap-[7px]">
              {traits.map((trait) => (
                <TraitShareRow key={trait.trait} shares={trait} label={comparedTraitLabel(trait)} title={`${trait.trait} ${trait.value}`} />
              ))}
            </ul>
            <p className="mt-2 text-xs text-ink-3">{comparedTraitsLegend(traits, trouble.condition)}</p>
          </>
        )}
        {message?.statement !== undefined && (
          <p className="mt-2 font-mono text-xs wrap-anywhere text-ink-3" title="The first message of the probe" {...statementAttributes(message.statement)}>
            {message.text}
          </p>
        )}
        <div className="mt-2">{incidents}</div>
      </>
    ),
  };
}

function lossSpanOf(lost: readonly { readonly endedAt: number }[]) {
  const times = lost.map(({ endedAt }) => endedAt);
  return { recorded: times.length, from: Math.min(...times), to: Math.max(...times) };
}

function useTodo({ row, detail, trouble, losses }: GroupDiagnosisProps, incident: OpenIncident | null, istiodNamespace: string): DiagnosisPart {
  const { severalClusters, zone } = useContext(row.cluster);
  const context = severalClusters ? row.cluster : "";
  const now = useOfNow(minuteOf);
  const isPast = usePast() !== null;
  if (isPast) return { answer: PAST_ADVICE_TEXT };
  const part = partOf(detail, trouble);
  const { answer, steps } = groupAdvice({
    ...{ context, time: { now, zone }, trouble, reasons: part.reasons, compare: { bad: part.first, healthy: detail.healthy } },
    lostAddress: trouble.condition === "lost" && losses !== null ? (openLosses(losses)[0]?.row.address ?? "") : "",
    istiodNamespace: incident?.detail.istiodNamespace || istiodNamespace,
    incident: incident === null ? null : { ...incident.detail, title: incident.row.title },
  });
  return {
    answer,
    children: (
      <>
        <DiagnosisStepList
          steps={steps.map((step) => ({ text: <StepText step={step} incident={incident} />, command: step.command === "" ? undefined : step.command }))}
        />
        {detail.next.length > 0 && <GroupCountdowns cluster={row.cluster} next={detail.next} looked={detail.nextOf} />}
      </>
    ),
  };
}

function StepText({ step: { text, isChange }, incident }: { readonly step: GroupAdviceStep; readonly incident: OpenIncident | null }) {
  const change = incident?.detail.changes[0] ?? incident?.detail.lastChange;
  if (!isChange || change === undefined || change === null) return text;
  return (
    <>
      {text}{" "}
      <Link href={changeActivityPath(change)} prefetch={false} className="text-accent">
        Diff<span className="sr-only"> of {change.name}</span>
      </Link>
    </>
  );
}

/** The replicas of the machines in the worst trouble, with all machines of the group on them. */
function ownReplicas({ detail, trouble, losses }: Pick<GroupDiagnosisProps, "detail" | "trouble" | "losses">) {
  const held = new Map<string, number>();
  const part = detail.trouble.find(({ condition }) => condition === trouble.condition);
  for (const { trait, value, machines } of part?.traits ?? []) if (trait === "replica") held.set(value, machines);
  if (trouble.condition === "lost" && losses !== null) for (const { row } of openLosses(losses)) held.set(row.controller, (held.get(row.controller) ?? 0) + 1);
  const names = [...held].filter(([name]) => name !== "").sort((a, b) => b[1] - a[1]);
  return names.map(([name]) => {
    const all = detail.replicas.find(({ value }) => value === name);
    return { name, machines: all?.count ?? 0, troubled: all?.trouble ?? 0 };
  });
}

function useIstiod(
  { row, detail, trouble }: GroupDiagnosisProps,
  incident: OpenIncident | null,
  compared: ReturnType<typeof useReplicaComparison>,
): DiagnosisPart {
  const context = { ...useContext(row.cluster), now: useOfNow(minuteOf) };
  if (compared === null) return { answer: <span className="text-ink-3">{READING_REPLICAS_TEXT}</span>, children: <div className="min-h-20" /> };
  const title = incident?.row.title ?? null;
  const part = partOf(detail, trouble);
  const isUnreadable = part.reasons[0]?.state === "unreadable";
  const question: IstiodCauseInput = {
    ...compared,
    incident: title !== null && title.machines > 1 ? (incident?.detail.istiod?.answer ?? null) : null,
    connected: { machines: part.machines, connected: part.connected, since: null },
    reported: trouble.condition === "failed" ? { machines: part.machines, at: null } : null,
    isUnverified: trouble.condition === "unverified" && !isUnreadable,
    isClockAhead: part.isClockAhead,
    isOfEntry: trouble.condition === "no-endpoint" || isUnreadable,
  };
  const answer = answerIstiodQuestion(question);
  const { text, tone } = istiodQuestionText(answer, { incident: title === null || title.machines < 2 ? null : title.cause, machines: trouble.count }, context);
  return {
    answer: (
      <span data-istiod={answer.answer} className={tone === null ? undefined : toneText[tone]}>
        {text}
      </span>
    ),
    children: <ComparisonList checks={answer.checks.map((check) => ({ ...istiodEvidenceText(check, context), data: statementAttributes(check) }))} />,
  };
}

type TroublePart = Pick<Detail["trouble"][number], "machines" | "connected" | "isClockAhead" | "reasons" | "first">;

/** The machines in the worst trouble. Lost and missing machines have no entry, so that none is connected. */
function partOf({ trouble }: Detail, { condition, count }: GroupWorstTrouble): TroublePart {
  const found = trouble.find((part) => part.condition === condition);
  return found ?? { machines: count, connected: 0, isClockAhead: false, reasons: [], first: null };
}
