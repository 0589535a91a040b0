"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { ColumnChooser } from "@/components/table/column-chooser";
import { DataTable } from "@/components/table/data-table";
import { DeniedSources } from "@/components/table/denied-sources";
import { FacetChips } from "@/components/table/facet-chips";
import { FilterBox } from "@/components/table/filter-box";
import { NoneMatches } from "@/components/table/none-matches";
import { NothingHere } from "@/components/table/nothing-here";
import { PageActions } from "@/components/table/page-actions";
import { type ListUrl, useListUrlOf } from "@/components/table/use-list-url";
import { useTense } from "@/components/table/use-tense";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView, type WindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { BroadColumns } from "@/components/ui/side-columns";
import { Skeleton } from "@/components/ui/skeleton";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { usePartlyLive } from "@/lib/client/status";
import { longRunningIncidentsQuery, mainIncidentsQuery, parseIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { INCIDENT_FILTER, type IncidentFacet, LISTED_INCIDENT_STATES } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { IncidentRow, IncidentsHead } from "@/lib/contract/views/incidents";
import type { ViewStateOf } from "@/lib/contract/views/view";
import type { IncidentState } from "@/lib/domain/incidents/incident";
import { INCIDENT_STATE_TEXTS, INCIDENT_TIER_TEXTS, incidentsHeadline } from "@/lib/format/incident-title";
import { listProblemTitle } from "@/lib/format/list-problem";
import { plural } from "@/lib/format/text/numbers";
import { incidentColumns, incidentSignature } from "./incident-columns";
import { IncidentMoment } from "./incident-time";
import { IncidentsChart } from "./incidents-chart";
import { IncidentsWindow } from "./incidents-window";
import { useIncidentsUnknown } from "./use-incidents-unknown";

interface IncidentsViewProps {
  readonly initial: ViewStateOf<"incidents"> | null;
  /** The canonical query of `initial`. */
  readonly initialQuery: string;
}

/** The facets that have chips. The filter suggests the values of the others. */
const CHIPS: readonly IncidentFacet[] = ["state", "tier"];
const CHIP_ORDER = [...LISTED_INCIDENT_STATES, ...Object.keys(INCIDENT_TIER_TEXTS)];

/** The incidents that are not over, the worst first; then those that are over, 50 on a page. */
export function IncidentsView({ initial, initialQuery }: IncidentsViewProps) {
  const url = useListUrlOf(INCIDENT_FILTER);
  const search = useListSearch(url);
  const query = mainIncidentsQuery(search);
  const view = useWindowedView("incidents", query, query === initialQuery ? initial : null);
  const { head } = view;
  const isUnseen = useUnseen() && head?.total === 0;
  const isPast = usePast() !== null;
  const isThere = head !== null && !isUnseen && (head.since !== null || isPast);
  const longRunning = head?.facets.find(({ key }) => key === "state")?.values.find(({ value }) => value === "long-running")?.count ?? 0;
  const longRunningQuery = longRunning === 0 ? null : longRunningIncidentsQuery(search);
  const isEmpty = head !== null && head.listed === 0 && head.next === null && longRunningQuery === null;
  return (
    <>
      <div data-broad="" className="flex items-start justify-between gap-x-6 max-desk:gap-x-2">
        <div className="min-w-0">
          <IncidentsHeadline head={isThere ? head : null} rows={view.rows} clusters={url.query.clusters} />
        </div>
        <PageActions files={{ what: "incidents" }} hasViews />
      </div>
      <div className="mt-[18px] mb-2 flex flex-wrap items-center gap-1.5">
        <FilterBox url={url} placeholder="state:open  zone:eu-central-1a  group:shop/checkout" facets={head?.facets ?? null} />
        <span className="ml-auto flex gap-1 text-s text-ink-3 max-desk:hidden">
          <ColumnChooser columns={incidentColumns} choice={url.choice} onChoose={url.choose} />
        </span>
      </div>
      {isThere && (
        <>
          <IncidentsWindow />
          {/* Reserved, because the chips come with a second state. */}
          <div className="min-h-[34px] max-desk:min-h-[63px]">
            <FacetChips
              facets={head.facets}
              url={url}
              shown={CHIPS}
              order={CHIP_ORDER}
              wordsOf={facetText}
              summary="Filter by state and kind of trouble …"
              isAtLeast={(_, value) => value === "over" && head.hasOlder}
            />
          </div>
        </>
      )}
      <DeniedSources needed={["workloadentries"]} />
      <ViewProblem
        problem={head?.problem ?? view.problem}
        isWithdrawn={view.isWithdrawn}
        title={listProblemTitle({ ofQuery: parseIncidentsQuery(search).invalid !== null, past: isPast })}
      />
      {head === null && view.problem === null && <Skeleton rows={12} label="Reading incidents" />}
      {isEmpty && !view.behind && (
        <NothingHere label="Reading incidents">
          <EmptyIncidents head={head} url={url} isFiltered={search.size > 0} isPast={isPast} />
        </NothingHere>
      )}
      {head !== null && (!isEmpty || view.behind) && (
        <BroadColumns
          state={
            <Section name="incidents" title="Incidents" aside={head.since !== null && <KnownSince at={head.since} />} className="mt-4">
              {head.listed > 0 && <IncidentTable view={view} total={head.listed} choice={url.choice} keys />}
              {longRunningQuery !== null && <LongRunning query={longRunningQuery} count={longRunning} choice={url.choice} />}
              <Pages next={head.next} isFirst={!search.has("before")} />
            </Section>
          }
          time={isThere && <IncidentsChart clusters={url.query.clusters} namespaces={url.query.namespaces} />}
        />
      )}
    </>
  );
}

/** The keys of the address that are part of the list: the filter, also while it is being typed, the window and the page. */
function useListSearch({ query }: ListUrl<IncidentFacet>): URLSearchParams {
  const address = useSearchParams();
  const search = new URLSearchParams(formatListQuery({ ...query, sort: "" }));
  search.set("window", address.get("window") ?? "");
  search.set("before", address.get("before") ?? "");
  for (const [key, value] of [...search]) if (value === "") search.delete(key);
  return search;
}

interface IncidentTableProps {
  readonly view: WindowedView<IncidentsHead, IncidentRow>;
  readonly total: number;
  readonly choice: string;
  readonly keys?: boolean;
}

function IncidentTable({ view, total, choice, keys = false }: IncidentTableProps) {
  return (
    <div className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
      <DataTable
        caption={keys ? "Incidents" : "Long-running incidents"}
        columns={incidentColumns}
        choice={choice}
        rows={view.rows.slice(0, Math.max(0, total - view.offset)).map((row) => ({ ...row, cluster: row.title.cluster }))}
        offset={view.offset}
        total={total}
        page={`${view.query} ${view.limit}`}
        signatureOf={incidentSignature}
        onWindow={view.onWindow}
        keys={keys}
      />
    </div>
  );
}

interface LongRunningProps {
  readonly query: string;
  readonly count: number;
  readonly choice: string;
}

/** Trouble that did not get worse for a day: one line until it is opened. */
function LongRunning({ query, count, choice }: LongRunningProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details data-long-running={count} className="border-b border-line" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1.5 text-ink-2 max-desk:min-h-11 max-desk:py-3">{plural(count, "long-running incident")}</summary>
      {isOpen && <LongRunningTable query={query} choice={choice} />}
    </details>
  );
}

function LongRunningTable({ query, choice }: Omit<LongRunningProps, "count">) {
  const view = useWindowedView("incidents", query, null);
  if (view.head === null) return <Skeleton rows={2} label="Reading long-running incidents" />;
  return <IncidentTable view={view} total={view.head.listed} choice={choice} />;
}

/** The links to the older incidents and back to the first page. */
function Pages({ next, isFirst }: { readonly next: string | null; readonly isFirst: boolean }) {
  const [pathname, search] = [usePathname(), useSearchParams()];
  const pageHref = (before: string | null) => {
    const params = new URLSearchParams(search);
    if (before === null) params.delete("before");
    else params.set("before", before);
    return params.size === 0 ? pathname : `${pathname}?${params}`;
  };
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pages of the list" className="mt-3 flex gap-2">
      {!isFirst && (
        <Link href={pageHref(null)} prefetch={false} className={buttonClass()}>
          First page
        </Link>
      )}
      {next !== null && (
        <Link href={pageHref(next)} prefetch={false} data-older="" className={buttonClass()}>
          Older incidents
        </Link>
      )}
    </nav>
  );
}

function KnownSince({ at }: { readonly at: number }) {
  return (
    <>
      All incidents since <IncidentMoment at={at} />.
    </>
  );
}

interface IncidentsHeadlineProps {
  readonly head: IncidentsHead | null;
  readonly rows: readonly IncidentRow[];
  readonly clusters: readonly string[];
}

/** While only some clusters are reached, it counts the incidents of the others as not known. */
function IncidentsHeadline({ head, rows, clusters }: IncidentsHeadlineProps) {
  const page = useTense();
  const isPartly = usePartlyLive(clusters) !== null;
  if (head === null) return <Headline>Incidents</Headline>;
  const hidden = isPartly ? rows.filter(({ title, plannedUntil }) => title.unknownSince !== null && plannedUntil === null) : [];
  const countOf = (state: IncidentState) => hidden.filter((row) => row.state === state).length;
  const notKnown = { open: countOf("open"), recovering: countOf("recovering") };
  const { strong, rest } = incidentsHeadline(head, isPartly ? { past: false } : page, notKnown);
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
  readonly isFiltered: boolean;
  readonly isPast: boolean;
}

function EmptyIncidents({ head, url, isFiltered, isPast }: EmptyIncidentsProps) {
  const unknown = useIncidentsUnknown(head.since);
  if (unknown === "being-read" && !isPast) return <Skeleton rows={12} label="Reading incidents" />;
  if (unknown !== null && !isPast) return <Notice kind="denied" subject="incidents" title="Incidents are not known, because the history is not recorded" />;
  if (!isFiltered) return <Notice kind="empty" subject="incidents" title={isPast ? "No incidents at that moment" : "No incidents"} />;
  return <NoneMatches url={url} subject="incidents" title={head.total === 0 ? "No incidents here" : `None of ${plural(head.total, "incident")} matches`} />;
}

function facetText(facet: IncidentFacet, value: string): string {
  const state = facet === "state" ? LISTED_INCIDENT_STATES.find((one) => one === value) : undefined;
  if (state !== undefined) return INCIDENT_STATE_TEXTS[state].word;
  return (facet === "tier" ? INCIDENT_TIER_TEXTS[value] : undefined) ?? value;
}
