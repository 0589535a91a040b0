"use client";

import { type ReactNode, useState } from "react";
import { ColumnChooser } from "@/components/table/column-chooser";
import { ExportLinks } from "@/components/table/export-links";
import { useSelectedRows } from "@/components/table/selected-rows";
import { useListUrl } from "@/components/table/use-list-url";
import { useWindowedView, type WindowedView } from "@/components/table/use-windowed-view";
import { WorstFirst } from "@/components/table/worst-first";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Link } from "@/lib/client/page-link";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { foldMachines } from "@/lib/domain/entry/folded-machines";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { EntryTable, groupEntryColumns } from "./entry-table";

interface GroupEntriesProps {
  /** The query for the group's machines, without a sort order. */
  readonly base: string;
  readonly initial: ViewStateOf<"entries"> | null;
  readonly initialQuery: string;
  /** Actions for selected rows. */
  readonly actions?: ReactNode;
}

/** The machines of one group, worst state first, with the probe's message. A larger group hides its healthy machines at first. */
export function GroupEntries({ base, initial, initialQuery, actions }: GroupEntriesProps) {
  const url = useListUrl();
  const query = formatListQuery({ ...parseMachinesQuery(base), sort: url.query.sort });
  const view = useWindowedView("entries", query, query === initialQuery ? initial : null);
  const [areAllShown, setAllShown] = useState(false);
  const { head } = view;
  const [least, setLeast] = useState(0);
  const fold = head === null || areAllShown || url.query.sort !== "" ? null : foldMachines(stateCountsOf(head), least);
  if (fold !== null && fold.shown > least) setLeast(fold.shown);
  const hasVersions = view.rows.length === 0 || view.rows.some(({ version }) => version !== "");
  const columns = hasVersions ? groupEntryColumns : groupEntryColumns.filter(({ key }) => key !== "version");
  return (
    <Section
      name="entries"
      id="machines"
      title="Machines"
      aside={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {head !== null && (
            <span>
              <span data-fact="registered">{formatNumber(head.matched)} registered</span> · {url.query.sort === "" ? <WorstFirst of="entries" /> : "sorted"}
            </span>
          )}
          <span className="flex items-center max-desk:hidden">
            <Link href={pagePaths.entries(query)} prefetch={false} className={buttonClass("quiet")}>
              Filter
            </Link>
            <SelectButton />
            <ColumnChooser columns={columns} choice={url.choice} onChoose={url.choose} />
            <ExportLinks what="entries" also={Object.fromEntries(new URLSearchParams(base))} />
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
          // A new key, because the table keeps its old rows while the pointer rests on it, which it does after this click.
          key={areAllShown ? "all" : "first"}
          caption="Machines of the group"
          view={fold === null ? view : firstRows(view, head, fold.shown)}
          choice={url.choice}
          sort={url.query.sort}
          onSort={(sort) => url.go({ sort })}
          columns={columns}
        />
      )}
      {fold !== null && fold.folded > 0 && (
        <UnfoldButton onClick={() => setAllShown(true)}>
          {fold.areHealthy ? plural(fold.folded, "healthy machine") : plural(fold.folded, "more machine")}
        </UnfoldButton>
      )}
    </Section>
  );
}

/** Button that shows all machines. It does not come back. */
function UnfoldButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      data-unfold-machines=""
      aria-expanded={false}
      onClick={onClick}
      className="mt-1 inline-flex min-h-7 cursor-pointer items-center gap-1.5 text-ink-2 hover:text-ink hover:underline max-desk:min-h-11"
    >
      <span aria-hidden="true" className="text-xs">
        ▸
      </span>
      {children} · show all
    </button>
  );
}

function SelectButton() {
  const selected = useSelectedRows();
  if (selected === null) return null;
  return (
    <Button look="quiet" aria-pressed={selected.isActive} onClick={() => selected.setActive(!selected.isActive)}>
      {selected.isActive ? "Stop selecting" : "Select"}
    </Button>
  );
}

function stateCountsOf({ facets, matched }: EntriesHead): readonly { readonly value: string; readonly count: number }[] {
  return facets.find(({ key }) => key === "state")?.values ?? [{ value: "", count: matched }];
}

/** Returns a view with only its first `shown` rows. */
function firstRows(view: WindowedView<EntriesHead, EntryRow>, head: EntriesHead, shown: number): WindowedView<EntriesHead, EntryRow> {
  return { ...view, head: { ...head, matched: shown }, rows: view.rows.slice(0, Math.max(0, shown - view.offset)) };
}
