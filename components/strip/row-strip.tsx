"use client";

import { memo } from "react";
import { cellKindOf } from "@/components/state/tone";
import { useFreshness } from "@/lib/client/status";
import type { GroupRow } from "@/lib/contract/rows";
import { type PageFreshness, shown } from "@/lib/domain/freshness";
import { machinesWords } from "./ribbon-words";
import { placesOf, runsOf, sharedOut } from "./runs";

interface RowStripProps {
  readonly row: GroupRow;
}

const CELLS = 24;

/** A ribbon small enough for a row of a table: a cell a machine up to 24, beyond that in proportion, and a state never loses its last cell. */
export function RowStrip(props: RowStripProps) {
  return <FreshRowStrip {...props} kind={useFreshness(props.row.cluster).kind} />;
}

/** Freshness ages by the second; the cells are drawn anew only when its kind changes. */
const FreshRowStrip = memo(function FreshRowStrip({ row, kind }: RowStripProps & { readonly kind: PageFreshness["kind"] }) {
  const runs = runsOf({ ...row, counts: row.rollUp.counts });
  const words = machinesWords(row.rollUp, runs, kind !== "live");
  return (
    <span role="img" aria-label={words} title={row.lost + row.missing > 0 ? words : undefined} className="flex gap-[1.5px] align-middle">
      {sharedOut(runs, CELLS).flatMap((run) => {
        const name = `cell h-3 w-1.5 rounded-[1px] ${cellKindOf(shown(run, { kind, asOf: 0, reason: "" }))}`;
        return placesOf(run).map((place) => <i key={place} className={name} />);
      })}
    </span>
  );
});
