"use client";

import { ColumnChooser } from "@/components/table/column-chooser";
import { DataTable } from "@/components/table/data-table";
import { DeniedSources } from "@/components/table/denied-sources";
import { FilterBox } from "@/components/table/filter-box";
import { NothingHere } from "@/components/table/nothing-here";
import { PageHead } from "@/components/table/page-head";
import { useListUrlOf } from "@/components/table/use-list-url";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { WorstFirst } from "@/components/table/worst-first";
import { Headline } from "@/components/ui/headline";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { usePast } from "@/lib/client/past";
import { SERVICE_FILTER } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import { SERVICES_VIEW_SOURCES } from "@/lib/contract/views/services";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { listProblemTitle } from "@/lib/format/list-problem";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { EmptyHosts } from "./empty-hosts";
import { hostColumns, hostSignature } from "./host-columns";
import { HostFacets } from "./host-facets";
import { HostLegend } from "./host-strip";
import { HostsHeadline } from "./hosts-headline";
import { LabelHint } from "./label-hint";
import { UnselectedSection } from "./unselected-section";

interface HostsViewProps {
  readonly initial: ViewStateOf<"services"> | null;
  readonly initialUnselected: ViewStateOf<"unselected"> | null;
  /** The canonical query that `initial` answers, and that of its clusters and namespaces alone. */
  readonly initialQuery: string;
  readonly initialPlaces: string;
}

/** Every host that machines may answer for, those with nobody left first; then the machines that are in no host. */
export function HostsView({ initial, initialUnselected, initialQuery, initialPlaces }: HostsViewProps) {
  const url = useListUrlOf(SERVICE_FILTER);
  const query = formatListQuery(url.query);
  const places = formatListQuery({ ...url.query, terms: [], sort: "" });
  const view = useWindowedView("services", query, query === initialQuery ? initial : null);
  const unselected = useWindowedView("unselected", places, places === initialPlaces ? initialUnselected : null);
  const { head } = view;
  const isUnseen = useUnseen() && head?.total === 0;
  const isPast = usePast() !== null;
  const problem = head?.problem ?? view.problem;
  const isThere = head !== null && !isUnseen && head.total > 0;
  return (
    <>
      <PageHead actions={[{ label: "Try an edit", href: pagePaths.preview() }]} files={{ what: "services" }} hasViews>
        {isThere ? <HostsHeadline head={head} unselected={unselected.behind ? null : unselected.head} /> : <Headline>Services</Headline>}
      </PageHead>
      <div className="mt-[18px] mb-2 flex flex-wrap items-center gap-1.5">
        <FilterBox url={url} placeholder="soap  status:nobody  app=checkout  caller:shop" facets={head?.facets ?? null} />
        <span className="ml-auto flex items-center gap-1.5 text-s text-ink-3">
          {isThere && head.matched < head.total && `${formatNumber(head.matched)} of ${plural(head.total, "host")} · `}
          {url.query.sort === "" ? <WorstFirst of="hosts" /> : "sorted"}
          <span className="flex gap-1 max-desk:hidden">
            <ColumnChooser columns={hostColumns} choice={url.choice} onChoose={url.choose} />
          </span>
        </span>
      </div>
      <DeniedSources needed={SERVICES_VIEW_SOURCES} />
      {isThere && <HostFacets facets={head.facets} url={url} />}
      <LabelHint query={url.query} />
      <ViewProblem problem={problem} isWithdrawn={view.isWithdrawn} title={listProblemTitle({ ofQuery: Boolean(head?.problem), past: isPast })} />
      {head === null && view.problem === null && <Skeleton rows={12} label="Reading services" />}
      {head !== null && head.matched === 0 && !view.behind && (
        <NothingHere label="Reading services">
          <EmptyHosts head={head} url={url} />
        </NothingHere>
      )}
      {head !== null && (head.matched > 0 || view.behind) && (
        <Section name="services" title="Hosts" aside={<HostLegend notSent={head.summary.notSent} />} className="mt-4">
          <div className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
            <DataTable
              caption="Hosts and who answers for them"
              columns={hostColumns}
              choice={url.choice}
              rows={view.rows}
              offset={view.offset}
              total={head.matched}
              page={`${view.query} ${view.limit}`}
              signatureOf={hostSignature}
              sort={url.query.sort}
              onSort={(sort) => url.go({ sort })}
              onWindow={view.onWindow}
              keys
            />
          </div>
          <p className="mt-2 text-s text-ink-3" data-not-listed>
            Services in namespaces without machines are not listed. Nor are ServiceEntries without selector and endpoints.
          </p>
        </Section>
      )}
      <UnselectedSection view={unselected} />
    </>
  );
}
