"use client";

import { DataTable } from "@/components/table/data-table";
import { NO_ROWS } from "@/components/table/first-window";
import { Section } from "@/components/ui/section";
import { useView } from "@/lib/client/use-view";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { entrySignature } from "./entry-columns";
import { groupEntryColumns } from "./entry-table";

interface LabelOnlyEntriesProps {
  readonly query: string;
  readonly initial: ViewStateOf<"group"> | null;
}

/** Entries that carry the group's labels and yet are not its own: apart, because nothing in Istio ties them to it. */
export function LabelOnlyEntries({ query, initial }: LabelOnlyEntriesProps) {
  const { state } = useView("group", query, NO_ROWS, initial);
  const detail = state?.head.detail ?? null;
  if (detail === null || detail.labelOnlyTotal === 0) return null;
  const { labelOnly, labelOnlyTotal } = detail;
  return (
    <Section name="label-only-entries" title="Alike by label only" aside={plural(labelOnlyTotal, "entry", "entries")}>
      <p className="my-2 max-w-[62em] text-ink-2">
        These carry the group&apos;s labels, so selectors that take the group take them as well; but no owner reference and no registration names the group, so
        Istio does not count them to it, and they are in none of the numbers above.
      </p>
      <DataTable caption="Entries alike by label only" columns={groupEntryColumns} rows={labelOnly} total={labelOnly.length} signatureOf={entrySignature} />
      {labelOnlyTotal > labelOnly.length && <p className="mt-2 text-s text-ink-3">and {formatNumber(labelOnlyTotal - labelOnly.length)} more</p>}
    </Section>
  );
}
