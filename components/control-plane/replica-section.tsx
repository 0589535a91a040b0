"use client";

import { useMemo } from "react";
import { MapFindingsProvider } from "@/components/state/finding-mark";
import { DataTable } from "@/components/table/data-table";
import type { WindowedView } from "@/components/table/use-windowed-view";
import { Section } from "@/components/ui/section";
import type { ControlPlaneHead, ReplicaRow } from "@/lib/contract/views/control-plane";
import { formatNumber } from "@/lib/format/text/numbers";
import { replicaColumns, replicaSignature } from "./replica-columns";
import { ShareLegend } from "./share-bar";

interface ReplicaSectionProps {
  readonly view: WindowedView<ControlPlaneHead, ReplicaRow>;
  readonly head: ControlPlaneHead;
}

/** Every replica that has a Pod or that a machine names, with what it holds. */
export function ReplicaSection({ view, head }: ReplicaSectionProps) {
  const longest = Math.max(1, ...view.rows.map(({ machines, even }) => Math.max(machines, even ?? 0)));
  const columns = useMemo(() => replicaColumns(longest), [longest]);
  const isDenied = head.clusters.some(({ replicas }) => replicas.kind === "denied");
  return (
    <MapFindingsProvider map="control-plane">
      <Section name="replicas" title="Replicas" aside={<ShareLegend />}>
        {head.total === 0 ? (
          <p className="mt-2.5 text-ink-3">
            {isDenied ? "No machine in your sight names a replica, and Pods are not visible." : "No replica runs, and no machine names one."}
          </p>
        ) : (
          <DataTable
            caption="Replicas of istiod and the machines that they hold"
            columns={columns}
            rows={view.rows}
            offset={view.offset}
            total={head.total}
            page={`${view.query} ${view.limit}`}
            signatureOf={replicaSignature}
            onWindow={view.onWindow}
            keys
          />
        )}
        {head.clusters.some(({ managed, held }) => managed > held) && head.total > 0 && (
          <p className="mt-2 text-s text-ink-3">Held are connections of machines: proxies of Pods are not visible here. {unnamed(head)}</p>
        )}
      </Section>
    </MapFindingsProvider>
  );
}

/** Those that never connected name nobody. */
function unnamed(head: ControlPlaneHead): string {
  const never = head.clusters.reduce((sum, one) => sum + one.never, 0);
  return never === 0 ? "" : `${formatNumber(never)} never connected.`;
}
