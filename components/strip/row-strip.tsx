"use client";

import { memo } from "react";
import { cellKindOf } from "@/components/state/tone";
import { useCellFreshness } from "@/lib/client/not-verified";
import type { GroupRow } from "@/lib/contract/views/groups";
import { type PageFreshness, shownVerdict } from "@/lib/domain/verdict/freshness";
import { machinesWords } from "./ribbon-words";
import { placesOf, runsOf, sharedOut } from "./runs";

interface RowStripProps {
  readonly row: GroupRow;
}

const CELLS = 24;

/** A small ribbon for a table row: one cell per machine up to 24. Above that, cells are proportional, and each state keeps at least one. */
export function RowStrip(props: RowStripProps) {
  return <FreshRowStrip {...props} freshness={useCellFreshness(props.row.cluster)} />;
}

const FreshRowStrip = memo(function FreshRowStrip({ row, freshness }: RowStripProps & { readonly freshness: PageFreshness }) {
  const runs = runsOf({ ...row, counts: row.rollUp.counts });
  const words = machinesWords(row.rollUp, runs, freshness.kind !== "live");
  return (
    <span role="img" aria-label={words} title={row.lost + row.missing > 0 ? words : undefined} className="flex gap-[1.5px] align-middle">
      {sharedOut(runs, CELLS).flatMap((run) => {
        const name = `cell h-3 w-1.5 rounded-[1px] ${cellKindOf(shownVerdict(run, freshness))}`;
        return placesOf(run).map((place) => <i key={place} className={name} />);
      })}
    </span>
  );
});
