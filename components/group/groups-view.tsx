"use client";

import { type ReactNode, useMemo, useState } from "react";
import { statementAttributes } from "@/components/state/statement";
import { ColumnChooser } from "@/components/table/column-chooser";
import { DataTable } from "@/components/table/data-table";
import { DeniedSources } from "@/components/table/denied-sources";
import { FilterBox } from "@/components/table/filter-box";
import { NothingHere } from "@/components/table/nothing-here";
import { OrderPill } from "@/components/table/order-pill";
import { PageHead } from "@/components/table/page-head";
import { useListUrlOf } from "@/components/table/use-list-url";
import { useRowOrder } from "@/components/table/use-row-order";
import { useUnseen } from "@/components/table/use-unseen";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { ViewProblem } from "@/components/table/view-problem";
import { WorstFirst } from "@/components/table/worst-first";
import { RowCharts } from "@/components/timeline/row-charts";
import { Headline, Of } from "@/components/ui/headline";
import { Skeleton } from "@/components/ui/skeleton";
import { usePast } from "@/lib/client/past";
import { GROUP_FILTER } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { GroupsHead } from "@/lib/contract/views/groups";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { CONNECTION_VERIFYING_SOURCES } from "@/lib/domain/source/source";
import { groupsListed } from "@/lib/domain/statements/group";
import { groupsHeadline } from "@/lib/format/entries-headline";
import { listProblemTitle } from "@/lib/format/list-problem";
import { groupActionsColumn } from "./actions-column";
import { EmptyGroupList } from "./empty-groups";
import { groupColumns, groupHighlightKey } from "./group-columns";
import { GroupFindingsProvider } from "./group-findings";
import { useMachineFacets } from "./use-machine-facets";

interface GroupsViewProps {
  readonly initial: ViewStateOf<"groups"> | null;
  readonly initialQuery: string;
  /** Actions for an existing group, which read the group from their row's context. Null = none. */
  readonly rowActions?: ReactNode;
}

/** The page Groups: all groups with their serving machines, worst first. */
export function GroupsView({ initial, initialQuery, rowActions = null }: GroupsViewProps) {
  const url = useListUrlOf(GROUP_FILTER);
  const query = formatListQuery(url.query);
  const view = useWindowedView("groups", query, query === initialQuery ? initial : null);
  const { head } = view;
  const order = useRowOrder(view.rows, { list: `${view.query} ${view.limit} ${view.offset}` });
  const [isTyping, setTyping] = useState(false);
  const facets = useMachineFacets(url.query, isTyping);
  const isUnseen = useUnseen() && head?.total === 0;
  const problem = head?.problem ?? view.problem;
  const isPast = usePast() !== null;
  const columns = useMemo(() => (rowActions === null || isPast ? groupColumns : [...groupColumns, groupActionsColumn(rowActions)]), [rowActions, isPast]);
  return (
    <>
      <PageHead files={{ what: "groups" }} hasViews>
        {head === null || isUnseen ? <Headline>Groups</Headline> : <GroupsHeadline head={head} isPast={isPast} />}
      </PageHead>
      <div className="mt-[18px] mb-1.5 flex flex-wrap items-center gap-1.5">
        <FilterBox url={url} placeholder="checkout  state:unhealthy  zone:eu-central-1a" facets={facets} onFocus={() => setTyping(true)} />
        <span className="ml-auto flex items-center gap-1.5 text-s text-ink-3">
          <span className="flex min-w-44 justify-end">
            <OrderPill order={order} />
          </span>
          {url.query.sort === "" ? <WorstFirst of="groups" /> : "sorted"}
          <span className="flex gap-1 max-desk:hidden">
            <ColumnChooser columns={groupColumns} choice={url.choice} onChoose={url.choose} />
          </span>
        </span>
      </div>
      <DeniedSources needed={["workloadgroups", "workloadentries", ...CONNECTION_VERIFYING_SOURCES]} />
      <ViewProblem problem={problem} isWithdrawn={view.isWithdrawn} title={listProblemTitle({ ofQuery: Boolean(head?.problem), past: isPast })} />
      {head === null && view.problem === null && <Skeleton rows={12} label="Reading groups" />}
      {head !== null && head.matched === 0 && !view.behind && (
        <NothingHere label="Reading groups">
          <EmptyGroupList head={head} url={url} />
        </NothingHere>
      )}
      {head !== null && (head.matched > 0 || view.behind) && (
        <div className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
          <GroupFindingsProvider places={formatListQuery({ ...url.query, terms: [], sort: "" })}>
            <RowCharts kind="groups" rows={view.rows} offset={view.offset} onWindow={view.onWindow}>
              {(onWindow) => (
                <DataTable
                  caption="Groups of machines"
                  columns={columns}
                  choice={url.choice}
                  rows={view.rows}
                  order={order}
                  offset={view.offset}
                  total={head.matched}
                  signatureOf={groupHighlightKey}
                  sort={url.query.sort}
                  onSort={(sort) => url.go({ sort })}
                  onWindow={onWindow}
                  keys
                />
              )}
            </RowCharts>
          </GroupFindingsProvider>
        </div>
      )}
    </>
  );
}

function GroupsHeadline({ head, isPast }: { readonly head: GroupsHead; readonly isPast: boolean }) {
  const listed = groupsListed(head);
  const { text, matched } = groupsHeadline(listed);
  return (
    <Headline data={statementAttributes(listed, { past: isPast })}>
      {text}
      {matched !== "" && <Of>{matched}</Of>}
    </Headline>
  );
}
