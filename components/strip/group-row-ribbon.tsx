"use client";

import { memo } from "react";
import { cellKind } from "@/components/state/tone";
import { useCellFreshness } from "@/lib/client/not-verified";
import type { GroupRow } from "@/lib/contract/views/groups";
import { type PageFreshness, shownVerdict } from "@/lib/domain/verdict/freshness";
import { cellIndexesOfRun, ribbonRuns, scaleRuns } from "./cell-runs";
import { ribbonCountsText } from "./ribbon-text";

interface GroupRowRibbonProps {
  readonly row: GroupRow;
}

const CELLS = 24;

/** A small ribbon for a table row: one cell per machine up to 24. Above that, cells are proportional, and each state keeps at least one. */
export function GroupRowRibbon(props: GroupRowRibbonProps) {
  return <FreshRowStrip {...props} freshness={useCellFreshness(props.row.cluster)} />;
}

const FreshRowStrip = memo(function FreshRowStrip({ row, freshness }: GroupRowRibbonProps & { readonly freshness: PageFreshness }) {
  const runs = ribbonRuns({ ...row, counts: row.rollUp.counts });
  const words = ribbonCountsText(row.rollUp, runs, freshness.kind !== "live");
  return (
    <span role="img" aria-label={words} title={row.lost + row.missing > 0 ? words : undefined} className="flex gap-[1.5px] align-middle">
      {scaleRuns(runs, CELLS).flatMap((run) => {
        const name = `cell h-3 w-1.5 rounded-[1px] ${cellKind(shownVerdict(run, freshness))}`;
        return cellIndexesOfRun(run).map((place) => <i key={place} className={name} />);
      })}
    </span>
  );
});
