"use client";

import { DataTable } from "@/components/table/data-table";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Section } from "@/components/ui/section";
import type { GroupAfterLossRow, WhatIfHead } from "@/lib/contract/views/what-if";
import { plural } from "@/lib/format/text/numbers";
import { lostGroupColumns } from "./lost-group-columns";

/** Every group before and after, worst first, beside the size that it should have. */
export function LostGroups({ view }: { readonly view: WindowedView<WhatIfHead, GroupAfterLossRow> }) {
  const { head } = view;
  if (head === null || head.total === 0) return null;
  const short = head.groupsShort === 0 ? "" : ` · ${plural(head.groupsShort, "group")} below the expected size`;
  return (
    <Section name="groups" title="Groups" aside={`worst first${short}`}>
      <DataTable
        caption="Groups before and after"
        columns={lostGroupColumns(head.headroom)}
        rows={view.rows}
        offset={view.offset}
        total={head.total}
        page={`${view.query} ${view.limit}`}
        signatureOf={(row) => JSON.stringify([row.machines, row.serving, row.expected, row.capacity.kind])}
        onWindow={view.onWindow}
      />
    </Section>
  );
}
