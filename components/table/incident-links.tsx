"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Sentence } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import { pagePaths } from "@/lib/contract/url/paths";
import { type IncidentRow, listedIncidentState, ZONE_INCIDENTS_QUERY } from "@/lib/contract/views/incidents";
import type { LocalityRow } from "@/lib/contract/views/localities";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { INCIDENT_STATE_TEXTS, incidentTitleText } from "@/lib/format/incident-title";
import { formatNumber } from "@/lib/format/text/numbers";
import { NO_ROWS } from "./first-window";
import { Moment } from "./times";

interface IncidentLinksProps {
  /** The query of the view "incidents-of". */
  readonly query: string;
  readonly initial: ViewStateOf<"incidents-of"> | null;
}

/** The incidents of the object of a page, each in one line: key, state and title. Shows nothing without one. */
export function IncidentLinks({ query, initial }: IncidentLinksProps) {
  const { state } = useView("incidents-of", query, NO_ROWS, initial);
  if (state === null || state.rows.length === 0) return null;
  const more = state.head.total - state.rows.length;
  return (
    <span data-incidents={state.head.total} className="flex min-w-0 flex-col pt-0.5 text-m">
      {state.rows.map((row) => (
        <IncidentLink key={row.id} row={row} />
      ))}
      {more > 0 && (
        <Link href={pagePaths.incidents()} prefetch={false} className="w-fit text-ink-3 max-desk:min-h-11">
          {formatNumber(more)} more
        </Link>
      )}
    </span>
  );
}

function IncidentLink({ row }: { readonly row: IncidentRow }) {
  return (
    <span data-incident={row.id} data-state={row.state} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <Link
        href={pagePaths.incident(row.id)}
        prefetch={false}
        className="inline-flex shrink-0 items-baseline gap-x-1 text-accent max-desk:min-h-11 max-desk:items-center"
      >
        Incident <span className="font-mono text-s">{row.id}</span>
      </Link>
      <span className="shrink-0">
        <IncidentState row={row} />
      </span>
      <span className="min-w-0 wrap-anywhere text-ink-2">
        <Sentence of={row.title}>{incidentTitleText(row.title)}</Sentence>
      </span>
    </span>
  );
}

/** The state of an incident as its word, and since when it is not known. */
export function IncidentState({ row }: { readonly row: Pick<IncidentRow, "state" | "title" | "plannedUntil"> }) {
  const { title } = row;
  const { word, tone } = INCIDENT_STATE_TEXTS[listedIncidentState(row)];
  if (title.unknownSince === null) return <span className={toneText[tone]}>{word}</span>;
  return (
    <span className={toneText.blind}>
      {word}, not known since <Moment at={title.unknownSince} />
    </span>
  );
}

const NOTHING: readonly IncidentRow[] = [];
const Incidents = createContext<readonly IncidentRow[]>(NOTHING);

/** Provides the incidents whose cause may be a zone, for the links within it. */
export function ZoneIncidents({ children }: { readonly children: ReactNode }) {
  const { state } = useView("incidents-of", ZONE_INCIDENTS_QUERY, NO_ROWS);
  return <Incidents value={state?.rows ?? NOTHING}>{children}</Incidents>;
}

interface ZoneIncidentLinksProps {
  readonly row: LocalityRow;
  /** The clusters of the page; none = all. */
  readonly clusters: readonly string[];
}

/** Links to the incidents whose cause may be a zone, with their states. Shows nothing without one. */
export function ZoneIncidentLinks({ row: { level, zone }, clusters }: ZoneIncidentLinksProps) {
  const incidents = useContext(Incidents);
  if (level !== "zone" || zone === "") return null;
  const isOfZone = ({ title }: IncidentRow) =>
    title.traits.some((trait, index) => trait === "zone" && title.values[index] === zone) && (clusters.length === 0 || clusters.includes(title.cluster));
  return incidents.filter(isOfZone).map((row) => (
    <span key={row.id} data-incident={row.id} className="mr-2 inline-flex items-baseline gap-x-1.5 font-sans text-xs whitespace-nowrap">
      <Link href={pagePaths.incident(row.id)} prefetch={false} title={incidentTitleText(row.title)} className="text-accent">
        incident <span className="font-mono">{row.id}</span>
      </Link>
      <IncidentState row={row} />
    </span>
  ));
}
