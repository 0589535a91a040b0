"use client";

import type { ReactNode } from "react";
import { ColumnChooser } from "@/components/table/column-chooser";
import { ExportLinks } from "@/components/table/export-links";
import { useListUrl } from "@/components/table/use-list-url";
import { useWindowedView } from "@/components/table/use-windowed-view";
import { WorstFirst } from "@/components/table/worst-first";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Link } from "@/lib/client/page-link";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { formatNumber } from "@/lib/format/text/numbers";
import { EntryTable, groupEntryColumns } from "./entry-table";

interface GroupEntriesProps {
  /** The query that selects the group's machines, without a sort. */
  readonly base: string;
  readonly initial: ViewStateOf<"entries"> | null;
  readonly initialQuery: string;
  /** What can be done with rows that are selected. */
  readonly actions?: ReactNode;
}

/** The machines of one group, worst first, with the probe's message in the row. */
export function GroupEntries({ base, initial, initialQuery, actions }: GroupEntriesProps) {
  const url = useListUrl();
  const query = formatListQuery({ ...parseMachinesQuery(base), sort: url.query.sort });
  const view = useWindowedView("entries", query, query === initialQuery ? initial : null);
  const { head } = view;
  return (
    <Section
      name="entries"
      title="Machines"
      aside={
        <span className="flex items-center gap-2">
          {head !== null && (
            <span>
              {formatNumber(head.matched)} registered · {url.query.sort === "" ? <WorstFirst of="entries" /> : "sorted"}
            </span>
          )}
          <Link href={pagePaths.entries(query)} className="text-ink-2">
            filter them
          </Link>
          <span className="flex items-center max-desk:hidden">
            <ExportLinks what="entries" also={Object.fromEntries(new URLSearchParams(base))} />
            <ColumnChooser columns={groupEntryColumns} choice={url.choice} onChoose={url.choose} />
          </span>
        </span>
      }
    >
      {actions}
      {head === null && <Skeleton rows={8} label="Reading machines" />}
      {head !== null && head.matched === 0 && !view.behind && (
        <Notice kind="empty" title="No machine is registered">
          <p>A machine appears here when its agent connects with this group&apos;s name in its bundle.</p>
        </Notice>
      )}
      {head !== null && (head.matched > 0 || view.behind) && (
        <EntryTable
          caption="Machines of the group"
          view={view}
          choice={url.choice}
          sort={url.query.sort}
          onSort={(sort) => url.go({ sort })}
          columns={groupEntryColumns}
        />
      )}
    </Section>
  );
}
