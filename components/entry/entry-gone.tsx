"use client";

import type { ReactNode } from "react";
import { StateBadge } from "@/components/state/state-badge";
import { statementAttributes } from "@/components/state/statement";
import { Crumbs } from "@/components/table/crumbs";
import { Elsewhere } from "@/components/table/elsewhere";
import { NO_ROWS } from "@/components/table/first-window";
import { PageActions } from "@/components/table/page-actions";
import { Moment } from "@/components/table/times";
import { useSummaryMoment } from "@/components/table/use-summary-moment";
import { useZone } from "@/components/table/use-zone";
import { Details } from "@/components/ui/details";
import { Headline, Of } from "@/components/ui/headline";
import { useNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useFreshness } from "@/lib/client/status";
import { useView } from "@/lib/client/use-view";
import type { LossRow, TimelineAnswer } from "@/lib/contract/answers/history";
import type { LinkTemplateValues } from "@/lib/contract/url/external-links";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { entryGone, objectNotFound } from "@/lib/domain/statements/entry";
import { entryEnded } from "@/lib/domain/statements/lost-machines";
import type { State } from "@/lib/domain/verdict/verdict";
import { formatDateTime } from "@/lib/format/clock";
import { countEndPhrase, isEndPlanned, lossPhrase } from "@/lib/format/loss-words";
import { goneEntryHeadline } from "@/lib/format/machine-diagnosis";
import { rowWord } from "@/lib/format/state-words";
import { sentence } from "@/lib/format/text/sentence";
import { UnknownEntry } from "./entry-absent";
import { machineLinkTemplateValues, useCardTextContext } from "./entry-card";
import { FormerEntriesDetail } from "./entry-past-details";
import { lostEntrySummary } from "./entry-summary";
import { EntryTimeline, useEntryTimeline } from "./entry-timeline";
import { LastKnownEntry } from "./entry-was";
import { LostEntryCard } from "./lost-entry-card";
import type { EntryWithDetail } from "./use-last-seen";

export interface GoneEntryPageProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The uid in the URL; "" = the newest entry with this name. */
  readonly uid: string;
  readonly problem: string | null;
  /** The entry as this page last saw it, or null. */
  readonly last: EntryWithDetail | null;
  readonly goneAt: number | null;
  /** The loss that the server rendered, if it knew one. */
  readonly painted: LossRow | null;
  /** Links to the incidents of the machine. */
  readonly incidents: ReactNode;
  /** The view "incidents-of" of the machine. */
  readonly incidentsOf: { readonly query: string; readonly initial: ViewStateOf<"incidents-of"> | null };
}

/** The page of an entry that no longer exists: its last values, the cause of its end, its timeline, and the entry that has its name now. */
export function GoneEntryPage(props: GoneEntryPageProps) {
  const { cluster, namespace, name, uid, problem, last, goneAt, painted, incidents, incidentsOf } = props;
  const { value } = useEntryTimeline({ cluster, namespace, name, uid });
  const loss = value?.last ?? painted;
  const was = loss?.row ?? last?.row ?? null;
  const at = usePast();
  const incidentRows = useView("incidents-of", incidentsOf.query, NO_ROWS, incidentsOf.initial).state?.rows ?? null;
  const open = (incidentRows ?? []).filter(({ state }) => state !== "over");
  const lostIn = open[0] ?? incidentRows?.[0] ?? null;
  const isStillLost = loss !== null && !loss.planned && loss.replacedBy === "" && loss.countedUntil === undefined;
  const isRemembered = value !== null && value.incarnations.length > 0;
  return (
    <>
      <Crumbs cluster={cluster} steps={stepsOf(props, was?.group ?? "")} name={name} actions={<GoneActions loss={loss} cluster={cluster} />} />
      {was === null ? (
        <NotThere {...{ cluster, namespace, name, problem, at }} />
      ) : (
        <GoneHeadline {...{ cluster, was, loss, goneAt }}>{!isStillLost && <WhyGone {...{ cluster, loss, goneAt, incidents }} />}</GoneHeadline>
      )}
      {loss !== null && isStillLost && <LostEntryCard loss={loss} incident={lostIn} others={open.slice(1)} />}
      {(loss === null || !isStillLost) && <Elsewhere about={`machine ${name}`} fields={linkFieldsOf(props, was, loss?.endedAt ?? goneAt)} />}
      {value !== null && <NameNow {...props} incarnations={value.incarnations} loss={loss} />}
      {was === null && at === null && <UnknownEntry cluster={cluster} namespace={namespace} name={name} problem={problem} recorded={value?.recorded ?? null} />}
      {(isRemembered || was !== null) && <EntryTimeline cluster={cluster} namespace={namespace} name={name} uid={uid} />}
      {was !== null && <LastKnownEntry row={was} loss={loss} seen={last} />}
      {was === null && isRemembered && (
        <Details>
          <FormerEntriesDetail cluster={cluster} namespace={namespace} name={name} uid={uid} shownUid={uid} />
        </Details>
      )}
    </>
  );
}

/** The action bar of an entry that is gone. "Copy summary" needs the recorded end. */
function GoneActions({ loss, cluster }: Pick<GoneHeadlineProps, "loss" | "cluster">) {
  const moment = useSummaryMoment(cluster);
  if (loss === null) return <PageActions />;
  const summary = () => {
    const of = moment();
    const headline = goneEntryHeadline(loss, null, lastWord(loss.row.state), { tense: of.tense, now: of.at, zone: "utc" });
    return lostEntrySummary({ loss, headline }, of, window.location.origin);
  };
  return <PageActions primary={{ label: "Copy summary", copy: summary }} />;
}

interface GoneHeadlineProps {
  readonly cluster: string;
  readonly was: EntryRow;
  readonly loss: LossRow | null;
  readonly goneAt: number | null;
  readonly children: ReactNode;
}

/** How long the entry is gone, why, and its last state. A machine that is back or left as planned is not in trouble. */
function GoneHeadline({ cluster, was, loss, goneAt, children }: GoneHeadlineProps) {
  const context = useCardTextContext(cluster);
  const { lead, reason, rest } = goneEntryHeadline(loss, goneAt, lastWord(was.state), context);
  const { kind } = useFreshness(cluster);
  const isKnown = kind === "live" || kind === "past";
  return (
    <Headline wide sub={children || undefined} data={statementAttributes(entryGone(was))}>
      <span className={loss?.planned === false ? (isKnown ? "text-bad" : "text-blind") : undefined}>{lead}</span>
      {reason} <br className="max-desk:hidden" />
      <Of>{rest}</Of>
    </Headline>
  );
}

function stepsOf({ cluster, namespace }: GoneEntryPageProps, group: string) {
  const steps = [{ href: pagePaths.entries(`ns=${encodeSegment(namespace)}`), name: namespace }];
  return group === "" ? steps : [...steps, { href: pagePaths.group(cluster, namespace, group), name: group }];
}

/** Links to logs are about the end of the machine. */
function linkFieldsOf({ cluster, namespace, name }: GoneEntryPageProps, was: EntryRow | null, endedAt: number | null): LinkTemplateValues {
  return machineLinkTemplateValues(was ?? { cluster, namespace, name, group: "", address: "", network: "" }, endedAt);
}

function lastWord(state: State): string {
  return rowWord(state).toLowerCase();
}

type NotThereProps = Pick<GoneEntryPageProps, "cluster" | "namespace" | "name" | "problem"> & { readonly at: number | null };

function NotThere({ cluster, namespace, name, problem, at }: NotThereProps) {
  const live = useFreshness(cluster).kind === "live";
  const zone = useZone();
  const data = statementAttributes(objectNotFound("entry-absent", { namespace, name }), { past: !live });
  if (at !== null && problem !== null)
    return (
      <Headline data={data} sub={problem}>
        This entry cannot be shown as it was at {formatDateTime(at, zone)}.
      </Headline>
    );
  if (at !== null) return <Headline data={data}>There was no such entry at {formatDateTime(at, zone)}.</Headline>;
  return <Headline data={data}>{live ? "No such entry is visible." : "This entry is not known."}</Headline>;
}

/** The cause of the end with its evidence. */
function WhyGone({ cluster, loss, goneAt, incidents }: Pick<GoneEntryPageProps, "cluster" | "goneAt" | "incidents"> & { readonly loss: LossRow | null }) {
  const now = useNow();
  const zone = useZone();
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <StateBadge state="vanished" cluster={cluster} />
      {loss !== null && (
        <span {...statementAttributes(entryEnded(loss))}>
          {sentence(lossPhrase(loss, now, zone))}
          {isEndPlanned(loss.cause) && " It was planned."}
          {loss.countedUntil !== undefined && ` ${sentence(countEndPhrase(loss.countedUntil, now, zone))}`}
        </span>
      )}
      {loss === null && goneAt !== null && (
        <span>
          This page saw it leave at <Moment at={goneAt} />. What it was when last seen stays below for as long as this page is open.
        </span>
      )}
      {incidents}
    </span>
  );
}

interface NameNowProps extends GoneEntryPageProps {
  readonly incarnations: TimelineAnswer["incarnations"];
  readonly loss: LossRow | null;
}

/** A link to the entry that has the name now. The history may still list this entry itself for some seconds after its deletion. */
function NameNow({ cluster, namespace, name, uid: asked, last, incarnations, loss }: NameNowProps) {
  const own = loss?.row.uid ?? last?.row.uid ?? asked;
  const heir = own === "" ? undefined : incarnations.find(({ endedAt, uid }) => endedAt === null && uid !== own);
  if (heir === undefined) return null;
  return (
    <p className="mt-3 text-l">
      Its name belongs to{" "}
      <Link href={pagePaths.entry(cluster, namespace, name, heir.uid)} className="underline underline-offset-3">
        another entry
      </Link>{" "}
      since <Moment at={heir.from} />.
    </p>
  );
}
