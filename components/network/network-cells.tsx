"use client";

import { memo } from "react";
import { cellKind } from "@/components/state/tone";
import { cellIndexesOfRun, ribbonRuns, scaleRuns } from "@/components/strip/cell-runs";
import { ribbonCountsText } from "@/components/strip/ribbon-text";
import { useCellFreshness } from "@/lib/client/not-verified";
import type { NetworkRow } from "@/lib/contract/views/networks";
import { type PageFreshness, shownVerdict } from "@/lib/domain/verdict/freshness";

interface CellsProps {
  readonly row: Pick<NetworkRow, "cluster" | "machines" | "counts" | "unvouched">;
  /** So many cells at most; beyond that in proportion. */
  readonly most: number;
}

/** The machines of a network, worst first: a cell each as far as there is room, beyond that in proportion, and a state never loses its last cell. */
export function NetworkCells(props: CellsProps) {
  return <FreshCells {...props} freshness={useCellFreshness(props.row.cluster)} />;
}

/** The same in words. */
export function machineWords({ counts, unvouched }: Pick<CellsProps["row"], "counts" | "unvouched">, past: boolean): string {
  return ribbonCountsText({ expected: null, expectedFrom: "unknown" }, ribbonRuns({ counts, unvouched }), past);
}

const FreshCells = memo(function FreshCells({ row, most, freshness }: CellsProps & { readonly freshness: PageFreshness }) {
  const runs = ribbonRuns(row);
  return (
    <span role="img" aria-label={machineWords(row, freshness.kind !== "live")} className="flex flex-wrap gap-[2px] align-middle">
      {scaleRuns(runs, most).flatMap((run) => {
        const name = `cell h-2 w-2 rounded-[1px] ${cellKind(shownVerdict(run, freshness))}`;
        return cellIndexesOfRun(run).map((place) => <i key={place} className={name} />);
      })}
    </span>
  );
});
