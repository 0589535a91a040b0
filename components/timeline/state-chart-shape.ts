import type { HistoryGap, StateChartPoint } from "@/lib/contract/answers/history";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import type { StateWord } from "@/lib/domain/verdict/verdict";
import type { WorstPoint } from "@/lib/format/state-chart-text";
import type { LongRunningMachines } from "./incident-circles";
import { PATH_BOX_WIDTH, roundToTenth, xInPathBox } from "./plot-coordinates";

/** The states in stacking order, from the baseline up. Serving states have no height, so a routine reconnect is not visible. */
export const STACKED_STATES = ["unhealthy", "lost", "unverified", "draining", "starting"] as const satisfies readonly StateWord[];

/** The state of one stacked layer. The layer "lost" includes missing machines, like the counts of a page. */
export type StackedStateKey = (typeof STACKED_STATES)[number];

/**
 * SVG paths of the layers, in a box of PATH_BOX_WIDTH × `heightPx`. Long-running incidents are left out. `top`: the number of machines at the upper
 * edge of the box; 0 = nothing to draw. `worst`: the time with the most machines, long-running incidents included; null = nothing was observed.
 */
export interface StateChartShape {
  readonly worst: WorstPoint | null;
  readonly top: number;
  readonly layers: readonly { readonly key: StackedStateKey; readonly path: string }[];
}

interface Box {
  readonly from: number;
  readonly to: number;
  readonly heightPx: number;
  /** The width on the screen. A change shorter than 1.5 pixels is drawn 1.5 pixels wide. */
  readonly widthPx: number;
}

/** Returns the number of machines in a layer at one point. */
export function countInState(point: StateChartPoint, key: StackedStateKey): number {
  return countWithWord(point.counts, key) + (key === "lost" ? point.missing : 0);
}

/** The smallest maximum of the scale, so that one machine never fills the whole height. */
const LEAST_TOP = 2;

/** The number of machines in each layer at one point, without those of long-running incidents. */
function newCounts(point: StateChartPoint, old: readonly LongRunningMachines[]): readonly number[] {
  const begun = old.filter(({ since }) => since <= point.at);
  return STACKED_STATES.map((key) => {
    const before = key === "unhealthy" || key === "lost" || key === "unverified" ? begun.reduce((sum, one) => sum + one[key], 0) : 0;
    return Math.max(0, countInState(point, key) - before);
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns the number of machines that a point shows in all layers. */
export function notServingCount(point: StateChartPoint): number {
  return STACKED_STATES.reduce((sum, key) => sum + countInState(point, key), 0);
}

/** Computes the stacked paths of a state chart. A point is valid until the next one. Gaps have no path. */
export function stateChartShape(
  points: readonly StateChartPoint[],
  gaps: readonly HistoryGap[],
  until: number,
  box: Box,
  old: readonly LongRunningMachines[] = [],
): StateChartShape {
  // Counts inside a gap were not observed. They must not count as "no machines".
  const seen = points.filter(({ at }, index) => withoutGaps(at, points[index + 1]?.at ?? until, gaps).length > 0);
  const worst = seen.reduce<StateChartPoint | null>((most, point) => (most === null || notServingCount(point) >= notServingCount(most) ? point : most), null);
  const most = seen.reduce((largest, point) => Math.max(largest, sumOf(newCounts(point, old))), 0);
  const top = most === 0 ? 0 : Math.max(LEAST_TOP, most);
  const columns = top === 0 ? [] : columnsOf(points, gaps, until, box, (point) => edgesOf(newCounts(point, old), box.heightPx, top));
  const layers = STACKED_STATES.map((key, index) => ({ key, path: outlineOf(columns, index, box.heightPx) })).filter(({ path }) => path !== "");
  const holds = worst !== null && worst === points.at(-1) && until >= box.to;
  return {
    top,
    worst: worst === null ? null : { top: notServingCount(worst), of: worst.total + worst.missing, at: Math.max(worst.at, box.from), holds },
    layers,
  };
}

interface Column {
  readonly x: number;
  readonly end: number;
  /** Upper edge of each layer above the baseline, in pixels. An empty layer has the edge of the layer below it. */
  readonly edges: readonly number[];
}

function columnsOf(
  points: readonly StateChartPoint[],
  gaps: readonly HistoryGap[],
  until: number,
  box: Box,
  edgesAt: (point: StateChartPoint) => readonly number[],
): readonly Column[] {
  const scale = (at: number) => xInPathBox(at, box);
  const least = Math.ceil((1.5 / Math.max(box.widthPx, 1)) * PATH_BOX_WIDTH);
  return points.flatMap((point, index) => {
    const edges = edgesAt(point);
    if ((edges.at(-1) ?? 0) === 0) return [];
    return withoutGaps(point.at, points[index + 1]?.at ?? until, gaps)
      .filter(({ from, to }) => to > box.from && from < box.to)
      .map(({ from, to }) => {
        const x = Math.min(scale(from), PATH_BOX_WIDTH - least);
        return { x, end: Math.max(scale(to), x + least), edges };
      });
  });
}

/** Upper edges of a point's layers: proportional to the counts, but at least 1.5 pixels for each layer with a machine. */
function edgesOf(counts: readonly number[], heightPx: number, top: number): readonly number[] {
  const heights = counts.map((count) => (count === 0 ? 0 : Math.max(1.5, (count / top) * heightPx)));
  const over = heights.reduce((sum, height) => sum + height, 0) - heightPx;
  if (over > 0) {
    const tallest = heights.indexOf(Math.max(...heights));
    heights[tallest] = Math.max(1.5, (heights[tallest] ?? 0) - over);
  }
  let edge = 0;
  return heights.map((height) => {
    edge += height;
    return edge;
  });
}

/** One closed SVG path per uninterrupted part of a layer. */
function outlineOf(columns: readonly Column[], layer: number, heightPx: number): string {
  const parts: string[] = [];
  let stretch: Column[] = [];
  const close = () => {
    const first = stretch[0];
    if (first === undefined) return;
    const upper = stretch.flatMap(({ x, end, edges }) => [`${x} ${y(edges[layer] ?? 0)}`, `${end} ${y(edges[layer] ?? 0)}`]);
    const lower = stretch.flatMap(({ x, end, edges }) => [`${x} ${y(edges[layer - 1] ?? 0)}`, `${end} ${y(edges[layer - 1] ?? 0)}`]).reverse();
    parts.push(`M${[...upper, ...lower].join("L")}Z`);
    stretch = [];
  };
  const y = (edge: number) => roundToTenth(heightPx - edge);
  for (const column of columns) {
    const isThere = (column.edges[layer] ?? 0) > (column.edges[layer - 1] ?? 0);
    if (!isThere || (stretch.length > 0 && column.x > (stretch.at(-1)?.end ?? 0))) close();
    if (isThere) stretch.push(column);
  }
  close();
  return parts.join("");
}

/** Returns true if the gap hides machines; false if only istiod's Pods were not observed, so that connections are unverified. */
export function gapHidesMachines(gap: HistoryGap): boolean {
  return gap.blindTo.length === 0 || gap.blindTo.includes("workloadentries");
}

/** The parts of a time range in which machines were observed. */
function withoutGaps(from: number, to: number, gaps: readonly HistoryGap[]): readonly { readonly from: number; readonly to: number }[] {
  let left = [{ from, to }];
  for (const gap of gaps.filter(gapHidesMachines)) {
    left = left.flatMap((one) => [
      { from: one.from, to: Math.min(one.to, gap.from) },
      { from: Math.max(one.from, gap.to), to: one.to },
    ]);
    left = left.filter((one) => one.to > one.from);
  }
  return left;
}
