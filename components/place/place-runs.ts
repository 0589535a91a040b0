import { type CellKind, cellKind } from "@/components/state/tone";
import { ribbonRuns } from "@/components/strip/cell-runs";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { type PageFreshness, shownVerdict } from "@/lib/domain/verdict/freshness";

/** Neighbouring cells of a place that look alike: machines are square, Pods round. */
export interface PlaceRun {
  readonly shape: "square" | "round";
  readonly kind: CellKind;
  readonly from: number;
  readonly count: number;
}

/** Who is at a place: machines worst first, then Pods, those first that are not ready. Nothing is green that is not live. */
export function placeRuns(row: Pick<LocalityRow, "counts" | "unvouched" | "pods" | "podsReady">, freshness: PageFreshness): readonly PlaceRun[] {
  const machines = ribbonRuns(row).map((run): PlaceRun => {
    const cell = cellKind(shownVerdict(run, freshness));
    return { shape: "square", kind: cell, from: run.from, count: run.count };
  });
  const from = machines.reduce((sum, { count }) => sum + count, 0);
  const unready = row.pods - row.podsReady;
  const pods: readonly PlaceRun[] = [
    { shape: "round", kind: "cell-bad", from, count: unready },
    { shape: "round", kind: freshness.kind === "live" ? "cell-good" : "cell-hollow", from: from + unready, count: row.podsReady },
  ];
  return [...machines, ...pods].filter(({ count }) => count > 0);
}
