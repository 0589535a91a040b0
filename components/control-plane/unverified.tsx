"use client";

import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import { sweepPhrase } from "@/lib/format/control-plane/sweep-words";
import { formatNumber } from "@/lib/format/text/numbers";

/** Machines that name a replica which does not hold them, and when istiod sweeps them. */
export function Unverified({ row: { unverified, sweep } }: { readonly row: ReplicaRow }) {
  const zone = useZone();
  const words = useOfNow((now) => (unverified === 0 ? "" : sweepPhrase(sweep, now, zone)));
  if (unverified === 0) return <span className="text-ink-3">0</span>;
  return (
    <span title={words} className="font-medium text-blind">
      {formatNumber(unverified)}
      <span data-sweep className="block text-xs font-normal whitespace-nowrap text-ink-3 max-desk:sr-only">
        {words}
      </span>
    </span>
  );
}
