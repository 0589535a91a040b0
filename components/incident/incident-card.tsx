"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { TraitShareRow } from "@/components/diagnosis/trait-line";
import { Elsewhere } from "@/components/table/elsewhere";
import { CommandLines } from "@/components/ui/command-lines";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useAnswer } from "@/lib/client/use-answer";
import { EarlierIncidentsAnswer } from "@/lib/contract/answers/earlier-incidents";
import { changeActivityPath } from "@/lib/contract/url/change-activity";
import { apiPaths, findingObjectPath, pagePaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import { type IncidentChange, type IncidentDetail, type IncidentRow, listedIncidentState } from "@/lib/contract/views/incidents";
import type { Tone } from "@/lib/domain/verdict/freshness";
import {
  changesTitle,
  changeText,
  earlierCasesTitle,
  earlierCaseText,
  earlierSubjectText,
  noChangeBeforeText,
  sharedTraitsText,
  traitBarLabel,
  traitLegendText,
} from "@/lib/format/incident-cause";
import { nextSteps } from "@/lib/format/incident-next";
import { INCIDENT_STATE_TEXTS, traitText } from "@/lib/format/incident-title";
import { plural } from "@/lib/format/text/numbers";
import { useHourlyTextTime } from "./incident-time";

interface IncidentCardProps {
  readonly row: IncidentRow;
  readonly detail: IncidentDetail;
}

/** The changes that the card lists. */
const LISTED_CHANGES = 5;
/** The limit of the answer about earlier cases. */
const MOST_CASES = 10;

/** The left edge of the card. On a page that is not live it is violet, except in the past. */
const EDGES: Readonly<Partial<Record<Tone, string>>> = {
  bad: "border-l-bad-cell",
  warn: "border-l-warn-cell",
  blind: "border-l-blind-cell",
};

/** The answers that come first: shared traits, changes before, earlier cases, and what to do next. */
export function IncidentCard({ row, detail }: IncidentCardProps) {
  const isPast = usePast() !== null;
  return (
    <div
      className={clsx(
        "mt-5 grid grid-cols-1 rounded-float border border-l-3 border-line-2 bg-raised",
        row.title.machines === 0
          ? "min-[1000px]:grid-cols-[minmax(0,58fr)_minmax(0,42fr)]"
          : "min-[1000px]:grid-cols-[minmax(0,29fr)_minmax(0,41fr)_minmax(0,30fr)]",
        row.state !== "over" && !isPast && "stale:border-l-blind-cell",
        row.state !== "over" && EDGES[row.title.unknownSince === null ? INCIDENT_STATE_TEXTS[listedIncidentState(row)].tone : "blind"],
      )}
    >
      <Shared row={row} detail={detail} />
      <ChangesBefore row={row} detail={detail} />
      <EarlierCases id={row.id} />
      {row.state !== "over" && !isPast && <NextSteps row={row} detail={detail} />}
    </div>
  );
}

interface PartProps {
  readonly name: string;
  readonly label: string;
  /** The answer, in one sentence. */
  readonly answer: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

function Part({ name, label, answer, className = "min-[1000px]:not-first:border-l", children }: PartProps) {
  return (
    <section data-section={name} aria-label={label} className={clsx("min-w-0 border-line px-4 py-3.5 max-[999px]:not-first:border-t", className)}>
      <h2 className="text-s text-ink-3">{label}</h2>
      <p className="mt-1 text-l font-medium wrap-anywhere">{answer}</p>
      {children}
    </section>
  );
}

function Shared({ row, detail }: IncidentCardProps) {
  const { traits } = detail;
  if (row.title.machines === 0) return null;
  return (
    <Part name="shared-traits" label="What they share" answer={sharedTraitsText(traits, row.title.machines, row.title.traits)}>
      {traits.length > 0 && (
        <>
          <ul className="mt-2.5 grid gap-1.5">
            {traits.map((trait) => (
              <TraitShareRow key={trait.trait} shares={trait} label={traitBarLabel(trait)} title={traitText(trait.trait, trait.value)} />
            ))}
          </ul>
          <p className="mt-2 text-xs text-ink-3">{traitLegendText(traits)}</p>
        </>
      )}
    </Part>
  );
}

function ChangesBefore({ row, detail }: IncidentCardProps) {
  const { changes, moreChanges, lastChange } = detail;
  const { since } = row.title;
  const count = changes.length + moreChanges;
  const listed = changes.length > 0 ? changes.slice(0, LISTED_CHANGES) : lastChange === null ? [] : [lastChange];
  return (
    <Part name="changes-before" label="Changed before" answer={changesTitle({ ...detail, since })}>
      <ul className="mt-2.5 grid gap-1.5 text-s">
        {listed.map((change) => (
          <ChangeLine key={`${change.kind} ${change.namespace}/${change.name} ${change.seenAt}`} change={change} since={since} />
        ))}
        {count > listed.length && listed.length > 0 && changes.length > 0 && <li className="text-ink-3">{plural(count - listed.length, "more change")}</li>}
        {changes.length === 0 && lastChange !== null && <li className="text-ink-2">{noChangeBeforeText()}</li>}
      </ul>
    </Part>
  );
}

function ChangeLine({ change, since }: { readonly change: IncidentChange; readonly since: number }) {
  const { object, rest, fields } = changeText(change, since, useHourlyTextTime());
  const href = findingObjectPath(change.cluster, change);
  return (
    <li data-change={`${change.kind} ${change.namespace}/${change.name}`} className="wrap-anywhere">
      {href === null ? (
        <span className="text-ink-2">{object}</span>
      ) : (
        <Link href={href} prefetch={false}>
          {object}
        </Link>
      )}{" "}
      <span className="text-ink-2">{rest}</span>{" "}
      <Link href={changeActivityPath(change)} prefetch={false} className="text-accent">
        {fields.length === 0 ? "Activity" : "Diff"}
        <span className="sr-only"> of {object}</span>
      </Link>
      {fields.map((field) => (
        <span key={field} className="block font-mono text-ink-2">
          {field}
        </span>
      ))}
    </li>
  );
}

function EarlierCases({ id }: { readonly id: string }) {
  const answer = useAnswer(apiPaths.history("earlier-incidents", formatQueryValues({ key: id })), EarlierIncidentsAnswer);
  const time = useHourlyTextTime();
  // A phone keeps the room of one case, so that the steps below do not move when the answer arrives.
  const part = { name: "earlier-cases", label: "Earlier cases", className: "min-[1000px]:border-l max-[999px]:min-h-[128px]" } as const;
  if (answer.kind === "waiting") return <Part {...part} answer="Reading the history …" />;
  if (answer.kind === "refused") return <Part {...part} answer={answer.problem} />;
  return (
    <Part {...part} answer={earlierCasesTitle(answer.value, MOST_CASES, time.now)}>
      <ul className="mt-2.5 grid gap-1.5 text-s">
        {(answer.value.cases ?? []).map((one) => (
          <li key={one.key} className="wrap-anywhere text-ink-2">
            <Link href={pagePaths.incident(one.key)} prefetch={false} className="font-mono text-accent">
              {one.key}
            </Link>{" "}
            {answer.value.cases?.length === 1 ? earlierSubjectText(one, time) : earlierCaseText(one, time)}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The advice with its commands, over the width of the card. The links of the settings are about the largest group. */
function NextSteps({ row: { title }, detail }: IncidentCardProps) {
  const context = useSeveralClusters() ? title.cluster : "";
  const { advice, commands } = nextSteps({ context, title, ...detail });
  const [group] = detail.groups;
  return (
    <Part name="next-steps" label="What next" answer={advice} className="border-t min-[1000px]:col-span-full">
      <CommandLines
        commands={commands}
        className="mt-1 min-[1000px]:auto-cols-fr min-[1000px]:grid-flow-col min-[1000px]:[&>li]:content-start min-[1000px]:[&>li]:items-start min-[1000px]:[&>li]:border-b-0"
      />
      {group !== undefined && group.name !== "" && (
        <Elsewhere about={`group ${group.name}`} fields={{ cluster: group.cluster, namespace: group.namespace, group: group.name, at: String(title.since) }} />
      )}
    </Part>
  );
}
