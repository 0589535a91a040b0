"use client";

import { useMemo } from "react";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { selectColumn } from "@/components/table/select-row";
import { useSelectedRows } from "@/components/table/selected-rows";
import { SharedNames } from "@/components/table/shared-names";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { RowCharts } from "@/components/timeline/row-charts";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { entryColumns, entryHighlightKey } from "./entry-columns";
import { useStoreSourceList } from "./trail";

interface EntryTableProps {
  readonly caption: string;
  readonly view: WindowedView<EntriesHead, EntryRow>;
  readonly choice: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly columns?: readonly Column<EntryRow>[];
}

/** The table of entries. It renders only visible rows. */
export function EntryTable({ caption, view, choice, sort, onSort, columns = entryColumns }: EntryTableProps) {
  const mark = useStoreSourceList(view);
  // No action applies to lost machines.
  const isSelectable = useSelectedRows()?.isActive === true && view.head?.vanished === undefined;
  const shown = useMemo(() => (isSelectable ? [selectColumn, ...columns] : columns), [isSelectable, columns]);
  return (
    <div onClickCapture={mark} className={view.behind ? "opacity-60" : ""} aria-busy={view.behind}>
      <SharedNames rows={view.rows}>
        <RowCharts kind="entries" rows={view.rows} offset={view.offset} onWindow={view.onWindow}>
          {(onWindow) => (
            <DataTable
              caption={caption}
              columns={shown}
              choice={choice}
              rows={view.rows}
              offset={view.offset}
              total={view.head?.matched ?? view.rows.length}
              page={`${view.query} ${view.limit}`}
              signatureOf={entryHighlightKey}
              sort={sort}
              onSort={onSort}
              onWindow={onWindow}
              keys
            />
          )}
        </RowCharts>
      </SharedNames>
    </div>
  );
}

const NOT_OF_A_GROUP = new Set(["cluster", "namespace", "group"]);
const USUAL_IN_A_GROUP = new Set(["since", "why", "version", "zone", "replica"]);

/** The columns of a group's entries, without namespace and group. Most are hidden, so that the reason has the most width. */
export const groupEntryColumns: readonly Column<EntryRow>[] = entryColumns
  .filter(({ key }) => !NOT_OF_A_GROUP.has(key))
  .map((column) => (column.shown === "always" ? column : { ...column, shown: USUAL_IN_A_GROUP.has(column.key) ? "usual" : "wide" }));
