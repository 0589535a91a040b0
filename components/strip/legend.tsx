"use client";

import { Cell } from "@/components/state/cell";
import type { CellKind } from "@/components/state/tone";
import { useFreshness } from "@/lib/client/status";

const LEGEND: readonly (readonly [kind: CellKind, words: string])[] = [
  ["cell-good", "healthy"],
  ["cell-idle", "not checked, draining, awaiting"],
  ["cell-warn", "in doubt"],
  ["cell-blind", "nobody can vouch"],
  ["cell-bad", "down"],
];

/** What the cells mean. When nothing is live, the legend says what has become of the pale ones. */
export function Legend() {
  const past = useFreshness().kind !== "live";
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {(past ? PAST : LEGEND).map(([kind, words]) => (
        <li key={words} className="inline-flex items-center gap-1.5">
          <Cell kind={kind} />
          {words}
        </li>
      ))}
    </ul>
  );
}

const PAST: typeof LEGEND = [["cell-hollow", "well when last seen"], ...LEGEND.slice(2)];
