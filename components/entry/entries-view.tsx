"use client";

import type { ReactNode } from "react";
import { statementAttributes } from "@/components/state/statement";
import { ColumnChooser } from "@/components/table/column-chooser";
import { CopyLink } from "@/components/table/copy-link";
import { DeniedSources } from "@/components/table/denied-sources";
import { ExportLinks } from "@/components/table/export-links";
import { FilterBox } from "@/components/table/filter-box";
import { SavedViews } from "@/components/table/saved-views";
import { useListUrl } from "@/components/table/use-list-url";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { WorstFirst } from "@/components/table/worst-first";
import { useChartUrl } from "@/components/timeline/use-chart-url";
import { Headline } from "@/components/ui/headline";
import { Skeleton } from "@/components/ui/skeleton";
import { usePast } from "@/lib/client/past";
import { entriesViewQuery, includesLost } from "@/lib/contract/url/lost-query";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { entriesListed, entriesMatched } from "@/lib/domain/statements/entries";
import { entriesHeadline, matchedText } from "@/lib/format/entries-headline";
import { listProblemTitle } from "@/lib/format/list-problem";
import { EmptyEntryList } from "./empty-entries";
import { entryColumns } from "./entry-columns";
import { EntryTable } from "./entry-table";
import { FacetList } from "./facet-list";
import { useEntryFacets } from "./use-entry-facets";
import { LostMachinesWindow } from "./vanished-window";

interface EntriesViewProps {
  readonly initial: ViewStateOf<"entries"> | null;
  /** The canonical query for which the server rendered `initial`. */
  readonly initialQuery: string;
  /** Actions for selected rows. */
  readonly actions?: ReactNode;
}

/** The page Entries: registered machines, or lost ones, with filters, worst state first. */
export function EntriesView({ initial, initialQuery, actions }: EntriesViewProps) {
  const url = useListUrl();
  const { asked } = useChartUrl();
  const query = entriesViewQuery(url.query, asked);
  const view = useWindowedView("entries", query, query === initialQuery ? initial : null);
  const { head } = view;
  const isLost = includesLost(url.query);
  const isUnseen = useUnseen() && head?.total === 0;
  const found = useEntryFacets(url.query, asked, head, view.behind);
  const facets = found !== null && <FacetList facets={found} query={url.query} onQuery={url.go} />;
  const problem = head?.problem ?? view.problem;
  const isPast = usePast() !== null;
  const listed = entriesListed(head, isLost, isUnseen);
  return (
    <div className="grid grid-cols-1 gap-x-[30px] wide:grid-cols-[172px_minmax(0,1fr)]">
      <aside className="min-w-0">
        <Headline small data={statementAttributes(listed, { past: isPast })}>
          {entriesHeadline(listed)}
        </Headline>
        <div className="mt-4 max-wide:hidden">{facets}</div>
        <details className="mt-3 border-b border-line pb-2 wide:hidden">
          <summary data-opens="facets" className="flex min-h-9 items-center text-ink-2 max-desk:min-h-11">
            Filter by state, zone, network …
          </summary>
          {facets}
        </details>
      </aside>
      <div className="min-w-0 max-wide:mt-3">
        <div className="mb-2.5 flex flex-wrap items-center gap-1.5">
          <FilterBox url={url} placeholder="10.20  app=checkout  zone:eu-central-1a  age>5d" facets={found} absent={view.behind ? [] : head?.absent} />
          <span className="ml-auto flex items-center gap-1.5 text-s text-ink-3">
            {!isUnseen && head !== null && <Summary head={head} sort={url.query.sort} isLost={isLost} />}
            <span className="flex gap-1 max-desk:hidden">
              <ColumnChooser columns={entryColumns} choice={url.choice} onChoose={url.choose} />
              <ExportLinks what="entries" />
              <SavedViews />
              <CopyLink />
            </span>
          </span>
        </div>
        {!isLost && actions}
        {isLost && <LostMachinesWindow reach={head?.vanished ?? null} />}
        <DeniedSources needed={["workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
        <ViewProblem
          problem={problem}
          isWithdrawn={view.isWithdrawn}
          kind={isLost ? "denied" : "error"}
          title={isLost ? "Losses are not known now" : listProblemTitle({ ofQuery: Boolean(head?.problem), past: isPast })}
        />
        {head === null && view.problem === null && <Skeleton rows={12} label="Reading entries" />}
        {head !== null && head.matched === 0 && !view.behind && <EmptyEntryList head={head} url={url} />}
        {head !== null && (head.matched > 0 || view.behind) && (
          <EntryTable
            caption={`${isLost ? "Lost machines" : "Entries"}, ${sortWords(url.query.sort, isLost)}`}
            view={view}
            choice={url.choice}
            sort={url.query.sort}
            onSort={(sort) => url.go({ sort })}
          />
        )}
      </div>
    </div>
  );
}

function Summary({ head, sort, isLost }: { readonly head: EntriesHead; readonly sort: string; readonly isLost: boolean }) {
  const statement = entriesMatched(head, sort);
  return (
    <span className="tabular-nums" role="status" {...statementAttributes(statement)}>
      {matchedText(statement)} · {sort === "" && !isLost ? <WorstFirst of="entries" /> : sortWords(sort, isLost)}
    </span>
  );
}

function sortWords(sort: string, isLost: boolean): string {
  if (sort === "") return isLost ? "newest first" : "worst first";
  return sort.startsWith("-") ? `by ${sort.slice(1)}, descending` : `by ${sort}`;
}
