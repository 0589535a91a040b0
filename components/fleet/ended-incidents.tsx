"use client";

import { IncidentNumber } from "@/components/state/incident-number";
import { Sentence } from "@/components/state/statement";
import { ClusterName } from "@/components/table/cluster-name";
import { useZone } from "@/components/table/use-zone";
import type { FleetIncidentsState } from "@/components/trouble/use-fleet-incidents";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import type { HistoryWindow } from "@/lib/contract/url/history-window";
import { endedIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { incidentLook } from "@/lib/domain/incidents/chart-number";
import { endedTitle, incidentRowState, incidentRowText, incidentSpan } from "@/lib/format/incident-row";
import { incidentTitleText } from "@/lib/format/incident-title";
import { formatNumber, plural } from "@/lib/format/text/numbers";

/** The most ended incidents that Fleet lists. */
const MOST = 5;

interface EndedIncidentsProps {
  readonly incidents: FleetIncidentsState;
  /** The number of each incident in the chart of the page, by key; null = not known yet. */
  readonly numbers: ReadonlyMap<string, number> | null;
  readonly window: HistoryWindow;
  /** The canonical query of clusters and namespaces. */
  readonly query: string;
}

/** The incidents that ended in the window of the chart next to it, the last ended first. */
export function EndedIncidents({ incidents, numbers, window, query }: EndedIncidentsProps) {
  if (typeof incidents === "string") return null;
  const { ended, endedMore } = incidents;
  const shown = ended.slice(0, MOST);
  const total = ended.length + endedMore;
  const more = total - shown.length;
  return (
    <Section name="ended-incidents" title={endedTitle(window)} aside={plural(total, "incident")} isTight>
      {shown.length === 0 && <p className="flex h-row items-center text-ink-2">No incident ended.</p>}
      <ul>
        {shown.map((row) => (
          <Ended key={row.id} row={row} number={numbers?.get(row.id) ?? null} />
        ))}
      </ul>
      <p className="mt-2 text-s text-ink-3">
        {more > 0 && (
          <Link href={pagePaths.incidents(endedIncidentsQuery(query, window))} prefetch={false} className="mr-3 text-ink-2 underline">
            {formatNumber(more)} more
          </Link>
        )}
        {shown.length > 0 && "The numbers are positions in this chart. A key never changes."}
      </p>
    </Section>
  );
}

function Ended({ row: { id, title }, number }: { readonly row: IncidentRow; readonly number: number | null }) {
  const zone = useZone();
  const { subject, size, why } = incidentRowText(title);
  const span = useOfNow((now) => incidentSpan(title, { now, zone }));
  const { word } = incidentRowState(title, { tense: { past: false }, now: 0, zone });
  return (
    <li data-incident={id} data-state="over" className="grid grid-cols-[18px_minmax(0,1fr)_max-content] gap-x-2.5 border-b border-line py-1.5 text-ink-2">
      <span className="row-span-2 pt-0.5">
        <IncidentNumber number={number} look={incidentLook(title)} />
      </span>
      <span className="truncate">
        <Link href={pagePaths.incident(id)} prefetch={false} title={incidentTitleText(title)} className="font-medium text-ink">
          <Sentence of={title}>{subject}</Sentence>
        </Link>{" "}
        {size} <ClusterName cluster={title.cluster} />
      </span>
      <span className="font-mono text-s tabular-nums">{span}</span>
      <span className="col-span-2 truncate text-s" title={why}>
        {word} · <span className="font-mono">{id}</span>
        {why !== "" && ` · ${why}`}
      </span>
    </li>
  );
}
