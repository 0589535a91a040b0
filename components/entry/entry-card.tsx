"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { ComparisonList, DiagnosisCard, type DiagnosisPart, type DiagnosisStep, DiagnosisStepList } from "@/components/diagnosis/diagnosis-card";
import { Sentence, statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { useObjectTense } from "@/components/table/cluster-then";
import { Countdown } from "@/components/table/countdown";
import { Elsewhere } from "@/components/table/elsewhere";
import { IncidentState } from "@/components/table/incident-links";
import { useZone } from "@/components/table/use-zone";
import { useNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { selectingServices } from "@/lib/client/selecting-services";
import type { LinkTemplateValues } from "@/lib/contract/url/external-links";
import { pagePaths } from "@/lib/contract/url/paths";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { IncidentDetail, IncidentRow } from "@/lib/contract/views/incidents";
import type { SelectedByHead } from "@/lib/contract/views/selected-by";
import type { IstiodQuestionAnswer } from "@/lib/domain/diagnosis/istiod-question";
import { type EntryTraffic, entryTraffic, istiodNextAction } from "@/lib/domain/statements/entry";
import { isTrouble, type State } from "@/lib/domain/verdict/verdict";
import { formatDateTime } from "@/lib/format/clock";
import { entryTarget } from "@/lib/format/commands";
import { sharedTraitsText } from "@/lib/format/incident-cause";
import { incidentTitleText } from "@/lib/format/incident-title";
import { istiodEvidenceText, istiodQuestionText, READING_REPLICAS_TEXT } from "@/lib/format/istiod-question";
import {
  lastReportText,
  type MachineAdvice,
  machineAdvice,
  machineWhyText,
  moreMachinesText,
  PAST_ADVICE_TEXT,
  removalText,
} from "@/lib/format/machine-diagnosis";
import { momentOf, type TextContext } from "@/lib/format/text/tense";
import { useMachineIstiodAnswer } from "./use-istiod-of-machine";
import type { EntryWithDetail } from "./use-last-seen";

interface EntryCardProps extends EntryWithDetail {
  /** The open incidents of the machine, worst first. */
  readonly incidents: readonly IncidentRow[];
  readonly selection: SelectedByHead | null;
  readonly mayDrain: boolean;
}

/** Without a health report for this long, the machine needs attention: agents without a probe send none. Milliseconds. */
const FIRST_REPORT_LATE_MS = 2 * 60_000;

/** Returns true if the page of a machine has a card: it is in trouble, or its first report is late. `now` in milliseconds. */
export function needsEntryCard({ state, since }: { readonly state: State; readonly since: number | null }, now: number): boolean {
  return isTrouble(state) || (state === "awaiting" && since !== null && now - since > FIRST_REPORT_LATE_MS);
}

const TONES = { unhealthy: "bad", "no-endpoint": "bad", vanished: "bad", awaiting: "warn" } as const satisfies Partial<Record<State, string>>;

/** The card of a machine in trouble: the cause, the next steps, and whether istiod is the cause. */
export function EntryCard({ row, detail, incidents, selection, mayDrain }: EntryCardProps) {
  const [incident = null, ...others] = incidents;
  const context = useCardTextContext(row.cluster);
  const several = useSeveralClusters();
  const { answer, incident: whole } = useMachineIstiodAnswer({ machine: row, isHere: true, failedReportAt: failedReportAt(detail), incident });
  const statement = entryTraffic(row, selectingServices(selection), detail.addressReach);
  const target = entryTarget({ ...row, cluster: several ? row.cluster : "" }, detail.replica);
  const advice = machineAdvice({ statement, target, mayDrain, isAmbient: selection?.sight?.isForSidecars ?? false });
  const removal = isAwaitingRemoval(statement) ? [<RemovalCountdown key="removal" row={row} detail={detail} />] : [];
  return (
    <DiagnosisCard
      tone={TONES[row.state as keyof typeof TONES] ?? "blind"}
      why={{
        answer: machineWhyText(statement, context),
        children: (
          <>
            {row.message !== "" && <VerbatimText text={row.message} />}
            <LastReport row={row} detail={detail} />
            <OtherMachinesOfIncident row={row} incident={incident} others={others} whole={whole} />
          </>
        ),
      }}
      todo={useAdvicePart(
        advice,
        removal.map((text) => ({ text })),
        <Elsewhere about={`machine ${row.name}`} fields={machineLinkTemplateValues(row)} />,
      )}
      istiod={useIstiodPart(answer, incident, row.cluster)}
    />
  );
}

/** Returns tense, time and time zone for the texts of a card. */
export function useCardTextContext(cluster: string): TextContext {
  const now = useNow();
  const zone = useZone();
  const tense = useObjectTense(cluster);
  return { tense, now: momentOf(tense, now), zone };
}

/**
 * The part "What to do" of a card. On a page of the past it has no steps. `more`: steps that every page has. `links`: links to external tools, below
 * the steps.
 */
export function useAdvicePart({ answer, steps }: MachineAdvice, more: readonly DiagnosisStep[], links: ReactNode): DiagnosisPart {
  const isPast = usePast() !== null;
  const shown = isPast ? more : [...steps.map(withLink), ...more];
  return {
    answer: isPast ? PAST_ADVICE_TEXT : answer,
    children: (
      <>
        <DiagnosisStepList steps={shown} />
        {links}
      </>
    ),
  };
}

/** Returns the values of a machine for links to external tools. `endedAt`: the time of the loss in milliseconds, which these links then open. */
export function machineLinkTemplateValues(
  row: Pick<EntryRow, "cluster" | "namespace" | "name" | "group" | "address" | "network">,
  endedAt: number | null = null,
): LinkTemplateValues {
  const { cluster, namespace, name, group, address, network } = row;
  return { cluster, namespace, entry: name, group, address, network, ...(endedAt !== null && { at: String(endedAt) }) };
}

function withLink({ text, anchor, ...step }: MachineAdvice["steps"][number]): DiagnosisStep {
  if (anchor === undefined) return { text, ...step };
  return {
    ...step,
    text: (
      <a href={anchor} className="text-accent">
        {text}
      </a>
    ),
  };
}

/** The part "Is it istiod?" of a card. Reserves its height while the comparisons load. */
export function useIstiodPart(question: IstiodQuestionAnswer | null, incident: IncidentRow | null, cluster: string): DiagnosisPart {
  const context = useCardTextContext(cluster);
  if (question === null) return { answer: <span className="text-ink-3">{READING_REPLICAS_TEXT}</span>, children: <div className="min-h-20" /> };
  const { text, tone } = istiodQuestionText(question, { incident: incident?.title.cause ?? null, machines: 1 }, context);
  return {
    answer: <span className={tone === null ? undefined : toneText[tone]}>{text}</span>,
    children: (
      <ComparisonList checks={question.checks.map((check) => ({ ...istiodEvidenceText(check, context), data: statementAttributes(check, context.tense) }))} />
    ),
  };
}

/** Returns true if istiod will remove the entry because its connection ended, or cannot be verified. */
export function isAwaitingRemoval({ connection }: Pick<EntryTraffic, "connection">): boolean {
  return connection === "ghost" || connection === "leaked" || connection === "disconnected" || connection === "reconnecting" || connection === "never";
}

/** Text from a machine, unchanged, in a wrapping box. Long text is not cut, because the end of an error names its cause. */
export function VerbatimText({ text }: { readonly text: string }) {
  const end = text.lastIndexOf(": ") + 2;
  return (
    <code data-verbatim="" className="mt-2 block rounded-control border border-line bg-sunken px-2.5 py-[7px] text-s break-words whitespace-pre-wrap">
      {end > 1 ? text.slice(0, end) : ""}
      <b className="font-medium">{end > 1 ? text.slice(end) : text}</b>
    </code>
  );
}

/** The last health report of an unverified machine. */
function LastReport({ row, detail: { health } }: EntryWithDetail) {
  const context = useCardTextContext(row.cluster);
  const at = Date.parse(health?.lastProbeTime ?? "");
  if (row.state !== "unverified" || health === null || Number.isNaN(at)) return null;
  return <p className="mt-2 text-ink-2">{lastReportText(health.status, at, context)}</p>;
}

/** The countdown to the removal of the entry by istiod. */
export function RemovalCountdown({ row, detail }: EntryWithDetail) {
  const context = useCardTextContext(row.cluster);
  const { text, countTo, rest } = removalText(detail.next, row.connection, context);
  return (
    <Sentence of={istiodNextAction(detail.next)}>
      {text}
      {countTo !== null && (
        <b className="font-medium text-blind tabular-nums">
          {" "}
          <Countdown label="" to={countTo} now={context.now} moment={formatDateTime(countTo, context.zone)} />
        </b>
      )}
      {rest}
    </Sentence>
  );
}

interface InIncidentProps {
  readonly row: { readonly cluster: string; readonly namespace: string; readonly group: string; readonly state: State };
  readonly incident: IncidentRow | null;
  /** The machine's other open incidents. */
  readonly others?: readonly IncidentRow[];
  readonly whole: IncidentDetail | null;
}

/** The other machines of the incident, the traits that they share, and links to the machine's incidents. */
export function OtherMachinesOfIncident({ row, incident, others = [], whole }: InIncidentProps): ReactNode {
  const context = useCardTextContext(row.cluster);
  if (incident === null) return null;
  const { title } = incident;
  const more = whole === null ? "" : moreMachinesText(moreMachines(row, incident, whole), context);
  // The sentence before already names the group. If another trait separates equally well, both are named, because either may be the cause.
  const traits = (whole?.traits ?? []).filter(({ trait, separates }) => separates && (trait !== "group" || title.traits.length > 1));
  return (
    <p className={clsx("mt-2 text-ink-2", title.machines > 1 && "min-h-[3lh]")}>
      {more !== "" && `${more} `}
      {title.machines > 1 && traits.length > 0 && `${sharedTraitsText(traits, title.machines, title.traits)} `}
      <IncidentKey row={incident} />
      {others.map((other) => (
        <IncidentKey key={other.id} row={other} />
      ))}
    </p>
  );
}

function IncidentKey({ row }: { readonly row: IncidentRow }) {
  return (
    <span
      data-incident={row.id}
      data-state={row.state}
      className="mr-3 inline-flex items-baseline gap-x-1.5 whitespace-nowrap max-desk:min-h-11 max-desk:items-center"
    >
      <Link
        href={pagePaths.incident(row.id)}
        prefetch={false}
        title={incidentTitleText(row.title)}
        className="inline-flex min-h-6 items-center gap-x-1 text-accent"
      >
        Incident <span className="font-mono text-s">{row.id}</span>
      </Link>
      <span aria-hidden="true">·</span>
      <IncidentState row={row} />
    </span>
  );
}

function moreMachines({ namespace, group, state }: InIncidentProps["row"], { title }: IncidentRow, { groups }: IncidentDetail) {
  const condition = state === "unhealthy" || state === "no-endpoint" ? "failed" : state === "vanished" ? "lost" : "unverified";
  const own = groups.find((one) => one.namespace === namespace && one.name === group && group !== "")?.[condition] ?? 0;
  const inGroup = Math.max(0, own - 1);
  // The machine itself counts as one of them, even without a group.
  return { group, condition, inGroup, inOthers: Math.max(0, title[condition] - Math.max(own, 1)), sameError: title.message !== "" } as const;
}

/** The arrival of the last report if it reports a failure; null otherwise. Milliseconds. */
function failedReportAt({ health }: EntryWithDetail["detail"]): number | null {
  const at = Date.parse(health?.status === "False" ? (health.lastProbeTime ?? "") : "");
  return Number.isNaN(at) ? null : at;
}
