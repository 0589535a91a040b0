import type { CellKind } from "@/components/state/tone";
import { CELL_DISTANCE_PX, CELL_PX, type CellGrid, cellRectangles } from "./cell-grid";
import type { CellRun } from "./cell-runs";

type CellStyle = { readonly fill?: string; readonly edge?: string; readonly hatch?: true; readonly half?: true };

const CELL_STYLES: Readonly<Record<CellKind, CellStyle>> = {
  "cell-good": { fill: "fill-good-cell stale:stroke-line-2" },
  "cell-idle": { fill: "fill-idle-cell stale:fill-sunken stale:stroke-line-2" },
  "cell-warn": { fill: "fill-warn-cell" },
  "cell-bad": { fill: "fill-bad-cell" },
  "cell-blind": { fill: "fill-blind-wash", hatch: true },
  "cell-gone": { edge: "stroke-bad-cell" },
  "cell-missing": { edge: "stroke-line-2" },
  "cell-draining": { edge: "stroke-idle-cell", half: true },
  "cell-starting": { edge: "stroke-idle-cell" },
  "cell-hollow": { fill: "fill-sunken", edge: "stroke-line-2" },
};

const KINDS = Object.keys(CELL_STYLES) as CellKind[];

/** SVG patterns, one per kind of cell. A rectangle with a pattern fill draws any number of equal cells. Render this once per page. */
export function CellPatterns() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {KINDS.map((kind) => (
          <pattern key={kind} id={kind} width={CELL_DISTANCE_PX} height={CELL_DISTANCE_PX} patternUnits="userSpaceOnUse">
            <CellTile {...CELL_STYLES[kind]} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

function CellTile({ fill = "fill-none", edge, hatch, half }: CellStyle) {
  const inset = edge === undefined ? 0 : 0.75;
  const size = CELL_PX - 2 * inset;
  return (
    <>
      <rect x={inset} y={inset} width={size} height={size} rx="1.5" className={edge === undefined ? fill : `${fill} ${edge}`} strokeWidth="1.5" />
      {hatch === true && <path d="M0 3.5 3.5 0M0 7 7 0M3.5 7 7 3.5" className="stroke-blind-cell" strokeWidth="1.4" />}
      {half === true && <rect x="0" y="3.5" width="7" height="3.5" rx="1" className="fill-idle-cell stale:fill-none" />}
    </>
  );
}

interface RibbonCellsProps {
  readonly runs: readonly CellRun[];
  readonly kindOf: (run: CellRun) => CellKind;
  readonly grid: CellGrid;
  readonly className?: string;
}

/** The cells of one ribbon. Hidden from screen readers, which use the ribbon's name, the focused cell's name or the table. */
export function MachineCells({ runs, kindOf, grid, className = "" }: RibbonCellsProps) {
  return (
    <svg width={grid.widthPx} height={grid.heightPx} className={`block shrink-0 forced-color-adjust-none ${className}`} aria-hidden="true">
      {runs.flatMap((run) => {
        const fill = `url(#${kindOf(run)})`;
        return cellRectangles(run, grid).map((area) => <rect key={`${area.x} ${area.y}`} {...area} fill={fill} />);
      })}
    </svg>
  );
}

interface MachineBarProps {
  readonly runs: readonly CellRun[];
  readonly kindOf: (run: CellRun) => CellKind;
  /** The bar's width in percent of the width of all ribbons. */
  readonly percent: number;
}

/**
 * A bar of machines, divided by state, with one scale for the whole fleet. The width is in `em` because server HTML may have no style attributes: the
 * CSS sets 1 em to 1 % of the width.
 */
export function MachineBar({ runs, kindOf, percent }: MachineBarProps) {
  const total = runs.reduce((sum, { count }) => sum + count, 0);
  const [first] = runs;
  const share = (count: number) => `${Math.round((count / total) * 10_000) / 100}%`;
  if (total === 0 || first === undefined) return null;
  return (
    <svg
      width={`${Math.round(percent * 100) / 100}em`}
      height={BAR_PX}
      className="block min-w-[3px] overflow-hidden rounded-[1.5px] text-[1cqw] forced-color-adjust-none"
      aria-hidden="true"
    >
      {runs.map((run) => (
        <rect key={run.from} x={share(run.from - first.from)} width={share(run.count)} height={BAR_PX} className={BARS[kindOf(run)]} />
      ))}
    </svg>
  );
}

const BAR_PX = 3 * CELL_DISTANCE_PX - (CELL_DISTANCE_PX - CELL_PX);

const BARS: Readonly<Record<CellKind, string>> = {
  "cell-good": "fill-good-cell",
  "cell-idle": "fill-idle-cell stale:fill-sunken",
  "cell-warn": "fill-warn-cell",
  "cell-bad": "fill-bad-cell",
  "cell-blind": "fill-blind-cell",
  "cell-gone": "fill-bad-wash",
  "cell-missing": "fill-line-2",
  "cell-draining": "fill-line-2",
  "cell-starting": "fill-line",
  "cell-hollow": "fill-sunken",
};
