"use client";

import { ColumnChooser } from "@/components/table/column-chooser";
import { CopyLink } from "@/components/table/copy-link";
import { DeniedSources } from "@/components/table/denied-sources";
import { ExportLinks } from "@/components/table/export-links";
import { FilterBox } from "@/components/table/filter-box";
import { useListUrl } from "@/components/table/use-list-url";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useLosses } from "@/lib/client/history";
import type { EntriesHead } from "@/lib/contract/heads";
import { formatListQuery } from "@/lib/contract/list-query";
import type { EntryRow } from "@/lib/contract/rows";
import type { ViewState } from "@/lib/contract/view";
import { formatCount, plural } from "@/lib/format/count";
import { EmptyEntries } from "./empty-entries";
import { entryColumns } from "./entry-columns";
import { EntryTable } from "./entry-table";
import { FacetList } from "./facet-list";
import { LostEntries } from "./lost-entries";
import { asksForLost } from "./lost-match";

interface EntriesViewProps {
  readonly initial: ViewState | null;
  /** The canonical query that `initial` answers. */
  readonly initialQuery: string;
}

/** Every machine, filtered by facets and one box, worst first. */
export function EntriesView({ initial, initialQuery }: EntriesViewProps) {
  const url = useListUrl();
  const query = formatListQuery(url.query);
  const view = useWindowedView<EntriesHead, EntryRow>("entries", query, query === initialQuery ? initial : null);
  const { head } = view;
  const isUnseen = useUnseen() && head?.total === 0;
  const { clusters, namespaces } = url.query;
  const isLost = asksForLost(url.query);
  const losses = useLosses({ cluster: clusters, ns: namespaces }, "24h", isLost ? 500 : 0);
  const facets = head !== null && <FacetList facets={head.facets} query={url.query} vanished={losses.value?.total ?? null} onQuery={url.go} />;
  return (
    <div className="grid grid-cols-1 gap-x-[30px] wide:grid-cols-[172px_minmax(0,1fr)]">
      <aside className="min-w-0">
        <Headline small>{isLost ? "Vanished entries" : head === null || isUnseen ? "Entries" : plural(head.total, "entry", "entries")}</Headline>
        <div className="mt-4 max-wide:hidden">{facets}</div>
        <details className="mt-3 border-b border-line pb-2 wide:hidden">
          <summary className="flex min-h-9 items-center text-ink-2 max-desk:min-h-11">Filter by state, zone, network …</summary>
          {facets}
        </details>
      </aside>
      <div className="min-w-0 max-wide:mt-3">
        <div className="mb-2.5 flex flex-wrap items-center gap-1.5">
          <FilterBox url={url} placeholder="10.20  app=checkout  zone:eu-central-1a" />
          <span className="ml-auto flex items-center gap-1.5 text-s text-ink-3">
            {!isUnseen && !isLost && <Summary head={head} sort={url.query.sort} />}
            <span className="flex gap-1 max-desk:hidden">
              <ColumnChooser columns={entryColumns} choice={url.choice} onChoose={url.choose} />
              <ExportLinks what={isLost ? "losses" : "entries"} />
              <CopyLink />
            </span>
          </span>
        </div>
        <DeniedSources kinds={["workloadentries", "pods"]} />
        {(head?.problem ?? view.problem) && (
          <Notice kind="error" title="The filter could not be read">
            {head?.problem ?? view.problem}
          </Notice>
        )}
        {isLost && <LostEntries losses={losses} query={url.query} />}
        {!isLost && head === null && view.problem === null && <Skeleton rows={12} label="Reading entries" />}
        {!isLost && head !== null && head.matched === 0 && !view.behind && <EmptyEntries head={head} url={url} />}
        {!isLost && head !== null && (head.matched > 0 || view.behind) && (
          <EntryTable
            caption={`Entries, ${sortWords(url.query.sort)}`}
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

function Summary({ head, sort }: { readonly head: EntriesHead | null; readonly sort: string }) {
  if (head === null) return null;
  return (
    <span className="tabular-nums" role="status">
      {formatCount(head.matched)} of {formatCount(head.total)} · {sortWords(sort)}
    </span>
  );
}

function sortWords(sort: string): string {
  if (sort === "") return "worst first";
  return sort.startsWith("-") ? `by ${sort.slice(1)}, descending` : `by ${sort}`;
}
