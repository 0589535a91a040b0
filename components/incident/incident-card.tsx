"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useZone } from "@/components/table/use-zone";
import { TraitBar } from "@/components/ui/trait-bar";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { useAnswer } from "@/lib/client/use-answer";
import { EarlierIncidentsAnswer } from "@/lib/contract/answers/earlier-incidents";
import { apiPaths, findingObjectPath, pagePaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { IncidentChange, IncidentDetail, IncidentRow } from "@/lib/contract/views/incidents";
import type { SharedTrait } from "@/lib/domain/incidents/shared-traits";
import {
  changeAdvice,
  changesTitle,
  changeText,
  earlierCasesTitle,
  earlierCaseText,
  noChangeBeforeText,
  sharedTraitsText,
  traitBarLabel,
  traitLegendText,
  traitShareText,
} from "@/lib/format/incident-page";
import { traitText } from "@/lib/format/incident-title";
import { hourOf } from "@/lib/format/text/duration";
import { plural } from "@/lib/format/text/numbers";

interface IncidentCardProps {
  readonly row: IncidentRow;
  readonly detail: IncidentDetail;
}

/** The changes that the card lists. */
const LISTED_CHANGES = 5;
/** The limit of the answer about earlier cases. */
const MOST_CASES = 10;

/** The answers that come first: shared traits, changes before, earlier cases. */
export function IncidentCard({ row, detail }: IncidentCardProps) {
  return (
    <div
      className={clsx(
        "mt-5 grid grid-cols-1 rounded-float border border-l-3 border-line-2 bg-raised",
        row.title.machines === 0 ? "desk:grid-cols-[minmax(0,58fr)_minmax(0,42fr)]" : "desk:grid-cols-[minmax(0,29fr)_minmax(0,41fr)_minmax(0,30fr)]",
        row.state === "over" ? "" : "border-l-bad-cell",
      )}
    >
      <Shared row={row} detail={detail} />
      <ChangesBefore row={row} detail={detail} />
      <EarlierCases id={row.id} />
    </div>
  );
}

interface PartProps {
  readonly name: string;
  readonly label: string;
  /** The answer, in one sentence. */
  readonly answer: string;
  readonly children?: ReactNode;
}

function Part({ name, label, answer, children }: PartProps) {
  return (
    <section data-section={name} aria-label={label} className="min-w-0 border-line px-4 py-3.5 max-desk:not-first:border-t desk:not-first:border-l">
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
              <TraitLine key={trait.trait} trait={trait} />
            ))}
          </ul>
          <p className="mt-2 text-xs text-ink-3">{traitLegendText(traits)}</p>
        </>
      )}
    </Part>
  );
}

function TraitLine({ trait: shared }: { readonly trait: SharedTrait }) {
  const { trait, value, bad, of, others, ofOthers, separates } = shared;
  const label = traitText(trait, value);
  return (
    <li
      data-trait={trait}
      data-value={value}
      data-bad={bad}
      data-others={others}
      className="grid grid-cols-[minmax(0,9rem)_minmax(3rem,1fr)_auto] items-center gap-3 text-s"
    >
      <span className="truncate font-mono" title={label}>
        {traitBarLabel({ trait, value })}
      </span>
      <TraitBar share={bad / Math.max(of, 1)} rest={ofOthers === 0 ? null : others / ofOthers} quiet={!separates} />
      <span className="tabular-nums">
        {traitShareText({ bad, of })}
        {ofOthers > 0 && <span className="sr-only">; of the others {traitShareText({ bad: others, of: ofOthers })}</span>}
      </span>
    </li>
  );
}

function ChangesBefore({ row, detail }: IncidentCardProps) {
  const { changes, moreChanges, lastChange, mayRollBack } = detail;
  const { since, machines } = row.title;
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
        {row.state !== "over" && <li className="text-ink-2">{changeAdvice({ mayRollBack, changes: changes.length, machines })}</li>}
      </ul>
    </Part>
  );
}

function ChangeLine({ change, since }: { readonly change: IncidentChange; readonly since: number }) {
  const zone = useZone();
  const { object, rest } = changeText(change, since, { now: useOfNow(hourOf), zone });
  const href = findingObjectPath(change.cluster, change);
  return (
    <li className="wrap-anywhere">
      {href === null ? (
        <span className="text-ink-2">{object}</span>
      ) : (
        <Link href={href} prefetch={false}>
          {object}
        </Link>
      )}{" "}
      <span className="text-ink-2">{rest}</span>
    </li>
  );
}

function EarlierCases({ id }: { readonly id: string }) {
  const answer = useAnswer(apiPaths.history("earlier-incidents", formatQueryValues({ key: id })), EarlierIncidentsAnswer);
  const zone = useZone();
  const now = useOfNow(hourOf);
  if (answer.kind === "waiting") return <Part name="earlier-cases" label="Earlier cases" answer="Reading the history …" />;
  if (answer.kind === "refused") return <Part name="earlier-cases" label="Earlier cases" answer={answer.problem} />;
  const { cases } = answer.value;
  return (
    <Part name="earlier-cases" label="Earlier cases" answer={earlierCasesTitle(cases?.length ?? null, MOST_CASES)}>
      <ul className="mt-2.5 grid gap-1.5 text-s">
        {(cases ?? []).map((one) => (
          <li key={one.key} className="wrap-anywhere text-ink-2">
            <Link href={pagePaths.incident(one.key)} prefetch={false} className="font-mono">
              {one.key}
            </Link>{" "}
            {earlierCaseText(one, { now, zone })}
          </li>
        ))}
      </ul>
    </Part>
  );
}
