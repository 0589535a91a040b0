"use client";

import { clsx } from "clsx";
import { lazy, memo, Suspense, useCallback, useMemo, useRef } from "react";
import { cellKindOf } from "@/components/state/tone";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useCellFreshness } from "@/lib/client/not-verified";
import { Link } from "@/lib/client/page-link";
import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { type PageFreshness, shownVerdict } from "@/lib/domain/verdict/freshness";
import { formatNumber } from "@/lib/format/text/numbers";
import { ElementCells } from "./element-cells";
import { type CellSize, gridOf } from "./grid";
import type { Paints } from "./paints";
import { PointedCell } from "./pointed-cell";
import { ribbonHref, ribbonName, ribbonWords, runWords } from "./ribbon-words";
import { type Run, runAt, runsOf } from "./runs";
import { usePointedCell } from "./use-pointed-cell";

/** Loaded only for a fleet that is too large for an element per machine. */
const CanvasCells = lazy(() => import("./canvas-cells").then((loaded) => ({ default: loaded.CanvasCells })));

/** Loaded when a cell is pointed at. */
const CellName = lazy(() => import("./cell-name").then((loaded) => ({ default: loaded.CellName })));
const MissingName = lazy(() => import("./cell-name").then((loaded) => ({ default: loaded.MissingName })));

interface RibbonProps {
  readonly row: FleetStripRow;
  readonly size: CellSize;
  /** Painted instead of made of elements. */
  readonly painted: boolean;
  readonly paints: Paints | null;
  readonly availablePx: number;
  /** Speaks to whoever listens instead of looking. */
  readonly say: (words: string) => void;
}

/** One group: its name, what it lacks, an outline for each that is missing, and a cell for each machine, worst first. Arrow keys on the name walk through the cells. */
export function Ribbon(props: RibbonProps) {
  return <FreshRibbon {...props} freshness={useCellFreshness(props.row.cluster)} />;
}

const FreshRibbon = memo(function FreshRibbon({
  row,
  size,
  painted,
  paints,
  availablePx,
  say,
  freshness,
}: RibbonProps & { readonly freshness: PageFreshness }) {
  const several = useSeveralClusters();
  const runs = useMemo(() => runsOf(row), [row]);
  const shownOf = useCallback((run: Run) => shownVerdict(run, freshness), [freshness]);
  const kindOf = useCallback((run: Run) => cellKindOf(shownOf(run)), [shownOf]);
  const away = row.lost + row.missing;
  const cells = away + row.total;
  const field = useRef<HTMLDivElement>(null);
  const grid = useMemo(() => gridOf(cells, size, availablePx), [cells, size, availablePx]);
  const gridNow = () => (painted ? grid : gridOf(cells, size, field.current?.clientWidth ?? availablePx));
  const { index, named, onKeyDown, clear } = usePointedCell(field, cells, gridNow, say);
  const run = index === null ? undefined : runAt(runs, index);
  return (
    <div className={clsx("w-max", painted ? "max-w-full" : "max-w-[min(100%,440px)]")}>
      <Link
        prefetch={false}
        href={ribbonHref(row)}
        aria-label={ribbonWords(row, runs, freshness.kind !== "live", several)}
        onKeyDown={onKeyDown}
        onBlur={clear}
        className="flex w-max max-w-full gap-1.5 font-mono text-xs leading-normal text-ink-2"
      >
        <span className="truncate">{ribbonName(row)}</span>
        {row.notServing + away > 0 && <b className="font-medium text-bad">−{formatNumber(row.notServing + away)}</b>}
      </Link>
      <div ref={field} className="relative">
        {painted ? (
          <Suspense fallback={<div className="max-w-full" style={{ width: grid.widthPx, height: grid.heightPx }} />}>
            <CanvasCells runs={runs} kindOf={kindOf} grid={grid} paints={paints} />
          </Suspense>
        ) : (
          <ElementCells runs={runs} kindOf={kindOf} />
        )}
        {index !== null && run !== undefined && (
          <PointedCell index={index} grid={gridNow()}>
            <Suspense>
              {run.away !== null ? (
                <MissingName words={runWords(run, row)} href={ribbonHref(row)} onNamed={named} />
              ) : (
                <CellName key={row.counts.join()} ribbon={row.id} index={index - away} shown={shownOf(run)} onNamed={named} />
              )}
            </Suspense>
          </PointedCell>
        )}
      </div>
    </div>
  );
});
