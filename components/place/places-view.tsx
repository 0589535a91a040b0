"use client";

import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { DeniedSources } from "@/components/table/denied-sources";
import { FilterBox } from "@/components/table/filter-box";
import { NothingHere } from "@/components/table/nothing-here";
import { PageActions } from "@/components/table/page-actions";
import { PageHead } from "@/components/table/page-head";
import { useListUrlOf } from "@/components/table/use-list-url";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { Headline } from "@/components/ui/headline";
import { Skeleton } from "@/components/ui/skeleton";
import { useView } from "@/lib/client/use-view";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { LOCALITIES_VIEW_SOURCES, LOCALITY_FILTER, singleZoneQuery } from "@/lib/contract/views/localities";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { parseWhatIf } from "@/lib/contract/views/what-if";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { EmptyPlaces } from "./empty-places";
import { LossPicker } from "./loss-picker";
import { PLACES_WINDOW, showOf } from "./place-windows";
import { PlacesHeadline } from "./places-headline";
import { PlacesSection } from "./places-section";
import { ShowSwitch } from "./show-switch";
import { SingleZoneSection } from "./single-zone-section";

interface PlacesViewProps {
  readonly initial: ViewStateOf<"localities"> | null;
  readonly initialGroups: ViewStateOf<"single-zone"> | null;
  readonly initialHosts: ViewStateOf<"single-zone"> | null;
  /** The canonical query that `initial` answers, and that of its clusters and namespaces alone. */
  readonly initialQuery: string;
  readonly initialPlaces: string;
  /** The outline of the land, where the map of the world is shown. */
  readonly land: ReactNode;
  /** What would be left, were what the address names lost: it begins the page where there is such a question. */
  readonly whatIf: ReactNode;
}

/** Where machines and Pods are, as regions, on a map of the world or as a table; then who is in one zone only. */
export function PlacesView({ initial, initialGroups, initialHosts, initialQuery, initialPlaces, land, whatIf }: PlacesViewProps) {
  const url = useListUrlOf(LOCALITY_FILTER);
  const params = useSearchParams();
  const show = showOf(params.get("show"));
  const isSupposed = parseWhatIf(params.toString()).parts.length > 0;
  const query = formatListQuery({ ...url.query, sort: "" });
  const places = formatListQuery({ ...url.query, terms: [], sort: "" });
  const { state, problem, isWithdrawn } = useView("localities", query, PLACES_WINDOW, query === initialQuery ? initial : null);
  const isFirst = places === initialPlaces;
  const groups = useWindowedView("single-zone", singleZoneQuery("group", places), isFirst ? initialGroups : null);
  const hosts = useWindowedView("single-zone", singleZoneQuery("host", places), isFirst ? initialHosts : null);
  const head = state?.head ?? null;
  const isUnseen = useUnseen() && head?.total === 0;
  const single = groups.head === null || hosts.head === null ? null : { groups: groups.head.total, hosts: hosts.head.total };
  return (
    <>
      {whatIf}
      {!isSupposed && (
        <PageHead files={{ what: "localities" }} hasViews>
          {head !== null && !isUnseen && head.total > 0 ? (
            <PlacesHeadline head={head} single={single} />
          ) : (
            <Headline data={{ "data-statement": "localities" }}>Localities</Headline>
          )}
        </PageHead>
      )}
      <div className="mt-[18px] mb-2 flex flex-wrap items-center gap-1.5">
        <ShowSwitch show={show} />
        <FilterBox url={url} placeholder="eu-central  region:eu-central-1  zone:none" facets={head?.facets ?? null} />
        <span className="ml-auto flex items-center gap-1.5 text-s text-ink-3">
          {head !== null && head.matched < head.total && `${formatNumber(head.matched)} of ${plural(head.total, "place")}`}
          {!isSupposed && state !== null && <LossPicker rows={state.rows} />}
          {isSupposed && <PageActions files={{ what: "localities" }} hasViews />}
        </span>
      </div>
      <DeniedSources needed={LOCALITIES_VIEW_SOURCES} />
      <ViewProblem problem={problem} isWithdrawn={isWithdrawn} title="Places cannot be shown" />
      {state === null && problem === null && <Skeleton rows={12} label="Reading localities" />}
      {head !== null && head.matched === 0 && (
        <NothingHere label="Reading localities">
          <EmptyPlaces head={head} url={url} />
        </NothingHere>
      )}
      {state !== null && state.head.matched > 0 && <PlacesSection head={state.head} rows={state.rows} show={show} url={url} land={land} />}
      {head !== null && head.total > 0 && (
        <>
          <SingleZoneSection of="group" view={groups} />
          <SingleZoneSection of="host" view={hosts} />
        </>
      )}
    </>
  );
}
