"use client";

import { lazy, memo, Suspense, useCallback, useMemo, useRef } from "react";
import { type CellKind, cellKind } from "@/components/state/tone";
import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useCellFreshness } from "@/lib/client/not-verified";
import { Link } from "@/lib/client/page-link";
import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { type PageFreshness, shownVerdict } from "@/lib/domain/verdict/freshness";
import { formatNumber } from "@/lib/format/text/numbers";
import { formatMinute } from "@/lib/format/time-ticks";
import { type CellGrid, cellGrid, MAX_COLUMNS } from "./cell-grid";
import { type CellRun, machinesInRuns, ribbonRuns, runAtCell, splitCellsAndBar } from "./cell-runs";
import { MachineBar, MachineCells } from "./ribbon-cells";
import { notServingLabels, ribbonAccessibleName, ribbonHref, ribbonName, runText } from "./ribbon-text";
import { usePointedCell } from "./use-pointed-cell";

/** Loaded when the user points at a cell. */
const PointedCellTooltip = lazy(() => import("./pointed-cell-tooltip").then((loaded) => ({ default: loaded.PointedCellTooltip })));

interface RibbonProps {
  readonly row: FleetStripRow;
  /** Scale of the bar: percent of the width of all ribbons per machine; null = each machine has a cell. */
  readonly percentPerMachine: number | null;
  /** Announces a text to screen readers. */
  readonly say: (text: string) => void;
}

/**
 * One group: its name, labels for machines that do not serve, and one cell per machine, worst state first. Arrow keys on the name move between cells.
 */
export function GroupRibbon(props: RibbonProps) {
  return <FreshRibbon {...props} freshness={useCellFreshness(props.row.cluster)} />;
}

const FreshRibbon = memo(function FreshRibbon({ row, percentPerMachine, say, freshness }: RibbonProps & { readonly freshness: PageFreshness }) {
  const several = useSeveralClusters();
  const isLarge = percentPerMachine !== null;
  const runs = useMemo(() => ribbonRuns(row), [row]);
  const { cells, bar } = useMemo(() => splitCellsAndBar(runs, isLarge), [runs, isLarge]);
  const kindOf = useCallback((run: CellRun): CellKind => (run.away === "missing" ? "cell-missing" : cellKind(shownVerdict(run, freshness))), [freshness]);
  const field = useRef<HTMLDivElement>(null);
  const count = machinesInRuns(cells);
  const gridNow = () => cellGrid(count, window.matchMedia("(max-width: 700px)").matches ? MAX_COLUMNS.phone : MAX_COLUMNS.desk);
  const { index, named, onKeyDown, clear } = usePointedCell(field, count, gridNow, say);
  const run = index === null ? undefined : runAtCell(cells, index);
  const words = ribbonAccessibleName(row, runs, freshness.kind !== "live", several);
  const machines = machinesInRuns(bar);
  const hasMachines = count + machines > 0;
  return (
    <div className="max-w-full min-w-0">
      <Link
        prefetch={false}
        href={ribbonHref(row)}
        {...(hasMachines && { "aria-label": words, title: words })}
        onKeyDown={onKeyDown}
        onBlur={clear}
        className={NAME}
      >
        <RibbonLabel row={row} runs={runs} total={bar.length > 0 && row.shared === undefined} />
      </Link>
      <div className={count > 0 ? "flex items-start gap-[3px]" : undefined}>
        <div ref={field} className="relative">
          {count > 0 && <CellsOfEachWidth runs={cells} kindOf={kindOf} count={count} />}
          {index !== null && run !== undefined && (
            <Suspense>
              <PointedCellTooltip
                key={row.counts.join()}
                index={index}
                grid={gridNow()}
                cell={cellOf(row, run, index, shownVerdict(run, freshness))}
                onNamed={named}
              />
            </Suspense>
          )}
        </div>
        <MachineBar runs={bar} kindOf={kindOf} percent={machines * (percentPerMachine ?? PERCENT_OF_HUGE_GROUP)} />
      </div>
    </div>
  );
});

const NAME = "flex w-max max-w-full gap-1.5 font-mono text-xs leading-4 text-ink-2";
/** Scale of the bar for a single group with too many machines for cells, if the fleet itself is not large. */
const PERCENT_OF_HUGE_GROUP = 1 / 62;

function cellOf(row: FleetStripRow, run: CellRun, index: number, shown: ReturnType<typeof shownVerdict>) {
  if (run.away !== null || row.shared !== undefined) return { text: runText(run, row), href: ribbonHref(row) };
  return { ribbon: row.id, machine: index - row.lost - row.missing, shown };
}

interface RibbonLabelProps {
  readonly row: FleetStripRow;
  readonly runs: readonly CellRun[];
  /** Shows the group's total, because a bar cannot be counted. */
  readonly total: boolean;
}

/** Reserves width for one label, so that ribbons keep their places when a failure starts or ends. */
function RibbonLabel({ row, runs, total }: RibbonLabelProps) {
  return (
    <>
      {row.deleted === undefined ? (
        <span className="truncate">{ribbonName(row)}</span>
      ) : (
        <>
          <s className="truncate">{ribbonName(row)}</s> <DeletedAt at={row.deleted.at} />
        </>
      )}
      <span className={row.name === "" || row.deleted !== undefined ? "flex gap-1.5" : "flex min-w-[13ch] gap-1.5"}>
        {notServingLabels(runs).map(({ text, tone }) => (
          <b key={text} className={`font-medium whitespace-nowrap ${LABEL_TONES[tone]}`}>
            {text}
          </b>
        ))}
        {total && <span className="whitespace-nowrap text-ink-3">of {formatNumber(row.total + row.lost + row.missing)}</span>}
      </span>
    </>
  );
}

/** The time of a group's deletion: "deleted Fri 16:55". */
function DeletedAt({ at }: { readonly at: number }) {
  const zone = useZone();
  return <span className="whitespace-nowrap text-ink-3">deleted {useOfNow((now) => formatMinute(at, now, zone))}</span>;
}

const LABEL_TONES = { bad: "text-bad", blind: "text-blind", idle: "text-ink-2" } as const;

interface CellsOfEachWidthProps {
  readonly runs: readonly CellRun[];
  readonly kindOf: (run: CellRun) => CellKind;
  readonly count: number;
}

/** Renders the layouts for desktop and phone if they differ. CSS hides one of them. */
const CellsOfEachWidth = memo(function CellsOfEachWidth({ runs, kindOf, count }: CellsOfEachWidthProps) {
  const desk: CellGrid = cellGrid(count, MAX_COLUMNS.desk);
  const phone: CellGrid = cellGrid(count, MAX_COLUMNS.phone);
  if (desk.rows === phone.rows) return <MachineCells runs={runs} kindOf={kindOf} grid={desk} />;
  return (
    <>
      <MachineCells runs={runs} kindOf={kindOf} grid={desk} className="max-desk:hidden" />
      <MachineCells runs={runs} kindOf={kindOf} grid={phone} className="desk:hidden" />
    </>
  );
});
