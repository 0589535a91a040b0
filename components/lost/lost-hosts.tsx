"use client";

import { DataTable } from "@/components/table/data-table";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Section } from "@/components/ui/section";
import type { ServiceAfterLossRow, WhatIfHead } from "@/lib/contract/views/what-if";
import { lostHostColumns } from "./lost-host-columns";

/** Every host before and after, worst first, and whether its requests would move. */
export function LostHosts({ view }: { readonly view: WindowedView<WhatIfHead, ServiceAfterLossRow> }) {
  const { head } = view;
  if (head === null || head.total === 0) return null;
  return (
    <Section name="services" title="Hosts" aside="worst first · bar: what is left by weight · tick: what is needed">
      <DataTable
        caption="Hosts before and after"
        columns={lostHostColumns(head.headroom)}
        rows={view.rows}
        offset={view.offset}
        total={head.total}
        page={`${view.query} ${view.limit}`}
        signatureOf={(row) => JSON.stringify([row.machines, row.pods, row.inline, row.capacity.kind, row.move.kind])}
        onWindow={view.onWindow}
        keys
      />
    </Section>
  );
}
