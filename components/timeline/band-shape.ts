import type { HistoryGap, StateChartPoint } from "@/lib/contract/answers/history";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import type { StateWord } from "@/lib/domain/verdict/verdict";
import type { BandWorst } from "@/lib/format/band-words";
import type { OldTrouble } from "./chart-events";
import { BOX_WIDTH, boxAt, tenths } from "./plot-place";

/** Drawn from the ground up in this order: the worst first. A machine that serves has no height, so a routine reconnect has none. */
export const LAYERS = ["unhealthy", "lost", "unverified", "draining", "starting"] as const satisfies readonly StateWord[];

/** A layer of a band: machines with a word. Missing machines are in the layer of lost ones, as in the counts of a page. */
export type LayerKey = (typeof LAYERS)[number];

/**
 * The outlines of the layers in a box of BOX_WIDTH by `heightPx`, without old trouble. `top`: the number of machines at the upper edge of the box; 0 = nothing is
 * drawn. `worst`: the moment with the most machines, old trouble included; null = no moment was observed.
 */
export interface BandShape {
  readonly worst: BandWorst | null;
  readonly top: number;
  readonly layers: readonly { readonly key: LayerKey; readonly path: string }[];
}

interface Box {
  readonly from: number;
  readonly to: number;
  readonly heightPx: number;
  /** How wide it is drawn: what lasted less than a pixel and a half is drawn as wide as that. */
  readonly widthPx: number;
}

/** How many of a point are in a layer. */
export function countOf(point: StateChartPoint, key: LayerKey): number {
  return countWithWord(point.counts, key) + (key === "lost" ? point.missing : 0);
}

/** The least number of machines at the upper edge: one machine is not as high as all. */
const LEAST_TOP = 2;

/** How many of a point are in each layer, without old trouble. */
function newCounts(point: StateChartPoint, old: readonly OldTrouble[]): readonly number[] {
  const begun = old.filter(({ since }) => since <= point.at);
  return LAYERS.map((key) => {
    const before = key === "unhealthy" || key === "lost" || key === "unverified" ? begun.reduce((sum, one) => sum + one[key], 0) : 0;
    return Math.max(0, countOf(point, key) - before);
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How many of a point are drawn at all. */
export function drawnOf(point: StateChartPoint): number {
  return LAYERS.reduce((sum, key) => sum + countOf(point, key), 0);
}

/** Outlines of a band's steps. Each point holds until the next; where nothing was recorded, nothing is drawn. */
export function bandShape(
  points: readonly StateChartPoint[],
  gaps: readonly HistoryGap[],
  until: number,
  box: Box,
  old: readonly OldTrouble[] = [],
): BandShape {
  // Within a gap nobody was counted: that is no moment with nobody there.
  const seen = points.filter(({ at }, index) => withoutGaps(at, points[index + 1]?.at ?? until, gaps).length > 0);
  const worst = seen.reduce<StateChartPoint | null>((most, point) => (most === null || drawnOf(point) >= drawnOf(most) ? point : most), null);
  const most = seen.reduce((largest, point) => Math.max(largest, sumOf(newCounts(point, old))), 0);
  const top = most === 0 ? 0 : Math.max(LEAST_TOP, most);
  const columns = top === 0 ? [] : columnsOf(points, gaps, until, box, (point) => edgesOf(newCounts(point, old), box.heightPx, top));
  const layers = LAYERS.map((key, index) => ({ key, path: outlineOf(columns, index, box.heightPx) })).filter(({ path }) => path !== "");
  const holds = worst !== null && worst === points.at(-1) && until >= box.to;
  return { top, worst: worst === null ? null : { top: drawnOf(worst), of: worst.total + worst.missing, at: Math.max(worst.at, box.from), holds }, layers };
}

interface Column {
  readonly x: number;
  readonly end: number;
  /** Upper edge of each layer above the ground, in pixels; a layer without height has that of the one below. */
  readonly edges: readonly number[];
}

function columnsOf(
  points: readonly StateChartPoint[],
  gaps: readonly HistoryGap[],
  until: number,
  box: Box,
  edgesAt: (point: StateChartPoint) => readonly number[],
): readonly Column[] {
  const scale = (at: number) => boxAt(at, box);
  const least = Math.ceil((1.5 / Math.max(box.widthPx, 1)) * BOX_WIDTH);
  return points.flatMap((point, index) => {
    const edges = edgesAt(point);
    if ((edges.at(-1) ?? 0) === 0) return [];
    return withoutGaps(point.at, points[index + 1]?.at ?? until, gaps)
      .filter(({ from, to }) => to > box.from && from < box.to)
      .map(({ from, to }) => {
        const x = Math.min(scale(from), BOX_WIDTH - least);
        return { x, end: Math.max(scale(to), x + least), edges };
      });
  });
}

/** The upper edges of a point's layers: in proportion, and whatever is there is at least a pixel and a half high. */
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

/** One closed outline per unbroken stretch of a layer: neighbours without a line between them. */
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
  const y = (edge: number) => tenths(heightPx - edge);
  for (const column of columns) {
    const isThere = (column.edges[layer] ?? 0) > (column.edges[layer - 1] ?? 0);
    if (!isThere || (stretch.length > 0 && column.x > (stretch.at(-1)?.end ?? 0))) close();
    if (isThere) stretch.push(column);
  }
  close();
  return parts.join("");
}

/** Does a gap hide the machines themselves, or only who vouches for them? */
export function isBlind(gap: HistoryGap): boolean {
  return gap.blindTo.length === 0 || gap.blindTo.includes("workloadentries");
}

/** The parts of a time span in which machines were seen. */
function withoutGaps(from: number, to: number, gaps: readonly HistoryGap[]): readonly { readonly from: number; readonly to: number }[] {
  let left = [{ from, to }];
  for (const gap of gaps.filter(isBlind)) {
    left = left.flatMap((one) => [
      { from: one.from, to: Math.min(one.to, gap.from) },
      { from: Math.max(one.from, gap.to), to: one.to },
    ]);
    left = left.filter((one) => one.to > one.from);
  }
  return left;
}
