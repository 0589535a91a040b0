"use client";

import { Sentence } from "@/components/state/statement";
import { ColumnChooser } from "@/components/table/column-chooser";
import { FilterBox } from "@/components/table/filter-box";
import { NothingHere } from "@/components/table/nothing-here";
import { PageHead } from "@/components/table/page-head";
import { type ListUrl, useListUrlOf } from "@/components/table/use-list-url";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { WorstFirst } from "@/components/table/worst-first";
import { Button } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Skeleton } from "@/components/ui/skeleton";
import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import { FINDING_FILTER, type FindingFacet } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { FindingsHead } from "@/lib/contract/views/findings";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { findingsMatched } from "@/lib/domain/statements/findings";
import { listProblemTitle } from "@/lib/format/list-problem";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { ComparedSection } from "./compared-section";
import { EmptyFindings } from "./empty-findings";
import { findingColumns } from "./finding-columns";
import { FindingFacets } from "./finding-facets";
import { FindingsHeadline } from "./findings-headline";
import { FindingsList } from "./findings-list";
import { QuietRules } from "./quiet-rules";
import { UntoldSection } from "./untold-section";

interface FindingsViewProps {
  readonly initial: ViewStateOf<"findings"> | null;
  /** The canonical query that `initial` answers. */
  readonly initialQuery: string;
}

/** What every rule found, the worst first; then the rules that cannot tell, and those that found nothing. */
export function FindingsView({ initial, initialQuery }: FindingsViewProps) {
  const url = useListUrlOf(FINDING_FILTER);
  const query = formatListQuery(url.query);
  const view = useWindowedView("findings", query, query === initialQuery ? initial : null);
  const { head } = view;
  const isUnseen = useUnseen() && head?.total === 0;
  const isPast = usePast() !== null;
  const clusters = useStatus().clusters.length;
  const problem = head?.problem ?? view.problem;
  return (
    <>
      <PageHead files={{ what: "findings" }} hasViews>
        {head === null || isUnseen ? <Headline>Findings</Headline> : <FindingsHeadline head={head} rows={view.rows} />}
      </PageHead>
      <FindingsBar url={url} head={head} />
      {head !== null && !isUnseen && <FindingFacets facets={head.facets} url={url} />}
      <ViewProblem problem={problem} isWithdrawn={view.isWithdrawn} title={listProblemTitle({ ofQuery: Boolean(head?.problem), past: isPast })} />
      {head === null && view.problem === null && <Skeleton rows={12} label="Reading findings" />}
      {head !== null && head.matched === 0 && !view.behind && (
        <NothingHere label="Reading findings">
          <EmptyFindings head={head} url={url} />
        </NothingHere>
      )}
      {head !== null && (head.matched > 0 || view.behind) && <FindingsList head={head} view={view} url={url} />}
      {head !== null && !isUnseen && (
        <>
          <ComparedSection query={url.query} />
          <UntoldSection rules={head.rules} clusters={clusters} />
          <QuietRules rules={head.rules} />
        </>
      )}
    </>
  );
}

function FindingsBar({ url, head }: { readonly url: ListUrl<FindingFacet>; readonly head: FindingsHead | null }) {
  const isTable = url.query.sort !== "";
  return (
    <div className="mt-[18px] mb-2 flex flex-wrap items-center gap-1.5">
      <FilterBox url={url} placeholder="severity:error  rule:STL101  kind:entry  10.8.4.2" facets={head?.facets ?? null} />
      <span className="ml-auto flex items-center gap-1.5 text-s text-ink-3">
        {head !== null && head.matched < head.total && (
          <Sentence of={findingsMatched(head)}>
            {formatNumber(head.matched)} of {plural(head.total, "finding")} ·{" "}
          </Sentence>
        )}
        {isTable ? "sorted" : <WorstFirst of="findings" />}
        <Button look="quiet" aria-pressed={isTable} onClick={() => url.go({ sort: isTable ? "" : "severity" })}>
          Table
        </Button>
        <span className="flex gap-1 max-desk:hidden">{isTable && <ColumnChooser columns={findingColumns} choice={url.choice} onChoose={url.choose} />}</span>
      </span>
    </div>
  );
}
