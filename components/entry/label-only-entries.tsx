"use client";

import { DataTable } from "@/components/table/data-table";
import { NO_ROWS } from "@/components/table/first-window";
import { Section } from "@/components/ui/section";
import { useView } from "@/lib/client/use-view";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { entryHighlightKey } from "./entry-columns";
import { groupEntryColumns } from "./entry-table";

interface LabelOnlyEntriesProps {
  readonly query: string;
  readonly initial: ViewStateOf<"group"> | null;
}

/** Entries with the labels of the group that are not members of it. */
export function LabelOnlyEntries({ query, initial }: LabelOnlyEntriesProps) {
  const { state } = useView("group", query, NO_ROWS, initial);
  const detail = state?.head.detail ?? null;
  if (detail === null || detail.labelOnlyTotal === 0) return null;
  const { labelOnly, labelOnlyTotal } = detail;
  return (
    <Section name="label-only-entries" title="Same labels, no group" aside={plural(labelOnlyTotal, "entry", "entries")}>
      <p className="my-2 max-w-[62em] text-ink-2">
        Services that select the group by its labels select these entries too. No owner reference and no registration names the group. The numbers above do not
        count them.
      </p>
      <DataTable
        caption="Entries with the same labels and no group"
        columns={groupEntryColumns}
        rows={labelOnly}
        total={labelOnly.length}
        signatureOf={entryHighlightKey}
      />
      {labelOnlyTotal > labelOnly.length && <p className="mt-2 text-s text-ink-3">and {formatNumber(labelOnlyTotal - labelOnly.length)} more</p>}
    </Section>
  );
}
