"use client";

import { ColumnChooser } from "@/components/table/column-chooser";
import { CopyLink } from "@/components/table/copy-link";
import { DataTable } from "@/components/table/data-table";
import { ExportLinks } from "@/components/table/export-links";
import { FacetChips } from "@/components/table/facet-chips";
import { FilterBox } from "@/components/table/filter-box";
import { NoneMatches } from "@/components/table/none-matches";
import { NothingHere } from "@/components/table/nothing-here";
import { Moment } from "@/components/table/times";
import { type ListUrl, useListUrlOf } from "@/components/table/use-list-url";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { usePast } from "@/lib/client/past";
import { INCIDENT_FACETS, INCIDENT_FILTER, type IncidentFacet } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { IncidentsHead } from "@/lib/contract/views/incidents";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { INCIDENT_STATES } from "@/lib/domain/incidents/incident";
import { INCIDENT_STATE_TEXTS, incidentsHeadline } from "@/lib/format/incident-title";
import { listProblemTitle } from "@/lib/format/list-problem";
import { plural } from "@/lib/format/text/numbers";
import { incidentColumns, incidentSignature } from "./incident-columns";

interface IncidentsViewProps {
  readonly initial: ViewStateOf<"incidents"> | null;
  /** The canonical query of `initial`. */
  readonly initialQuery: string;
}

/** The incidents that are not over, the worst first, and the last ended ones. */
export function IncidentsView({ initial, initialQuery }: IncidentsViewProps) {
  const url = useListUrlOf(INCIDENT_FILTER);
  const query = formatListQuery({ ...url.query, sort: "" });
  const view = useWindowedView("incidents", query, query === initialQuery ? initial : null);
  const { head } = view;
  const isUnseen = useUnseen() && head?.total === 0;
  const isPast = usePast() !== null;
  const isThere = head !== null && !isUnseen && head.since !== null;
  return (
    <>
      <IncidentsHeadline head={isThere ? head : null} />
      <div className="mt-[18px] mb-2 flex flex-wrap items-center gap-1.5">
        <FilterBox url={url} placeholder="state:open  namespace:shop  zone" facets={head?.facets ?? null} />
        <span className="ml-auto flex gap-1 text-s text-ink-3 max-desk:hidden">
          <ColumnChooser columns={incidentColumns} choice={url.choice} onChoose={url.choose} />
          <ExportLinks what="incidents" />
          <CopyLink />
        </span>
      </div>
      {isThere && <FacetChips facets={head.facets} url={url} shown={INCIDENT_FACETS} order={INCIDENT_STATES} wordsOf={facetText} summary="Filter by state …" />}
      <ViewProblem
        problem={head?.problem ?? view.problem}
        isWithdrawn={view.isWithdrawn}
        title={listProblemTitle({ ofQuery: Boolean(head?.problem), past: isPast })}
      />
      {head === null && view.problem === null && <Skeleton rows={12} label="Reading incidents" />}
      {head !== null && head.matched === 0 && !view.behind && (
        <NothingHere label="Reading incidents">
          <EmptyIncidents head={head} url={url} isPast={isPast} />
        </NothingHere>
      )}
      {head !== null && (head.matched > 0 || view.behind) && (
        <Section name="incidents" title="Incidents" className="mt-4">
          {head.since !== null && (
            <p className="mb-2 text-s text-ink-3">
              Known since <Moment at={head.since} />.
            </p>
          )}
          <div className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
            <DataTable
              caption="Incidents"
              columns={incidentColumns}
              choice={url.choice}
              rows={view.rows.map((row) => ({ ...row, cluster: row.title.cluster }))}
              offset={view.offset}
              total={head.matched}
              page={`${view.query} ${view.limit}`}
              signatureOf={incidentSignature}
              sort=""
              onSort={(sort) => url.go({ sort })}
              onWindow={view.onWindow}
              keys
            />
          </div>
        </Section>
      )}
    </>
  );
}

function IncidentsHeadline({ head }: { readonly head: IncidentsHead | null }) {
  if (head === null) return <Headline>Incidents</Headline>;
  const { strong, rest } = incidentsHeadline(head);
  return (
    <Headline>
      <b>{strong}</b>
      {rest}
    </Headline>
  );
}

interface EmptyIncidentsProps {
  readonly head: IncidentsHead;
  readonly url: ListUrl<IncidentFacet>;
  readonly isPast: boolean;
}

function EmptyIncidents({ head, url, isPast }: EmptyIncidentsProps) {
  const { terms, namespaces, clusters } = url.query;
  if (isPast) return <Notice kind="denied" subject="incidents" title="Pages of the past have no incidents yet" />;
  if (head.since === null) return <Notice kind="denied" subject="incidents" title="Incidents are not known, because the history is not recorded" />;
  if (terms.length + namespaces.length + clusters.length === 0) return <Notice kind="empty" subject="incidents" title="No incidents" />;
  return <NoneMatches url={url} subject="incidents" title={head.total === 0 ? "No incidents here" : `None of ${plural(head.total, "incident")} matches`} />;
}

function facetText(facet: IncidentFacet, value: string): string {
  const state = facet === "state" ? INCIDENT_STATES.find((one) => one === value) : undefined;
  return state === undefined ? value : INCIDENT_STATE_TEXTS[state].word;
}
