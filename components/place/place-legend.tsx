"use client";

import { clsx } from "clsx";
import { Cell } from "@/components/state/cell";
import { useFreshness } from "@/lib/client/status";

/** What the cells of places mean. */
export function PlaceLegend() {
  const well = useFreshness().kind === "live" ? "cell-good" : "cell-hollow";
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      <li className="inline-flex items-center gap-1.5">
        <Cell kind={well} />
        machine
      </li>
      <li className="inline-flex items-center gap-1.5">
        <i className={clsx("cell cell-round", well)} aria-hidden="true" />
        pod
      </li>
      <li className="inline-flex items-center gap-1.5">
        <Cell kind="cell-warn" />
        in doubt
      </li>
      <li className="inline-flex items-center gap-1.5">
        <Cell kind="cell-blind" />
        nobody can vouch
      </li>
      <li className="inline-flex items-center gap-1.5">
        <Cell kind="cell-bad" />
        takes no traffic
      </li>
    </ul>
  );
}
