"use client";

import { Cell } from "@/components/state/cell";
import { useHealthyCell } from "@/components/state/state-cell";
import type { CellKind } from "@/components/state/tone";
import { useAnyLive, useFreshness } from "@/lib/client/status";

type Lines = readonly (readonly [kind: CellKind, words: string])[];

const HEALTHY: Lines = [["cell-good", "healthy"]];
const HEALTHY_NOT_VERIFIED: Lines = [["cell-blind", "healthy, not verified"]];
const IDLE: Lines = [["cell-idle", "not checked, draining, starting"]];
const WELL_ONCE: Lines = [["cell-hollow", "no trouble when last seen"]];
const TROUBLE: Lines = [
  ["cell-warn", "reconnecting"],
  ["cell-blind", "unverified"],
  ["cell-bad", "unhealthy"],
  ["cell-gone", "lost or missing"],
];

/** What the cells mean, with what has become of the pale ones where a cluster is not live. */
export function Legend() {
  const allLive = useFreshness().kind === "live";
  const anyLive = useAnyLive();
  const well = [...(useHealthyCell() === "cell-blind" ? HEALTHY_NOT_VERIFIED : HEALTHY), ...IDLE];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {[...(anyLive ? well : []), ...(allLive ? [] : WELL_ONCE), ...TROUBLE].map(([kind, words]) => (
        <li key={words} className="inline-flex items-center gap-1.5">
          <Cell kind={kind} />
          {words}
        </li>
      ))}
    </ul>
  );
}
