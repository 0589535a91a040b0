import type { HistoryGap, StateChartPoint } from "@/lib/contract/answers/history";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import type { StateWord } from "@/lib/domain/verdict/verdict";
import type { BandWorst } from "@/lib/format/band-words";
import { BOX_WIDTH, boxAt, tenths } from "./plot-place";

/** A layer of a band: machines with a word, or expected machines that are not registered. */
export type LayerKey = StateWord | "missing";

/** Drawn from the ground up in this order: the worst first. A machine that serves has no height, so a routine reconnect has none. */
export const LAYERS = ["missing", "unhealthy", "lost", "unverified", "draining", "starting"] as const satisfies readonly LayerKey[];

/** The layers' outlines in a box of BOX_WIDTH by `heightPx`, and the moment whose count reaches the box's upper edge; null = nobody saw any moment. */
export interface BandShape {
  readonly worst: BandWorst | null;
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
  return key === "missing" ? point.missing : countWithWord(point.counts, key);
}

/** How many of a point are drawn at all. */
export function drawnOf(point: StateChartPoint): number {
  return LAYERS.reduce((sum, key) => sum + countOf(point, key), 0);
}

/** Outlines of a band's steps. Each point holds until the next; where nothing was recorded, nothing is drawn. */
export function bandShape(points: readonly StateChartPoint[], gaps: readonly HistoryGap[], until: number, box: Box): BandShape {
  // Within a gap nobody was counted: that is no moment with nobody there.
  const seen = points.filter(({ at }, index) => withoutGaps(at, points[index + 1]?.at ?? until, gaps).length > 0);
  const worst = seen.reduce<StateChartPoint | null>((most, point) => (most === null || drawnOf(point) >= drawnOf(most) ? point : most), null);
  const top = worst === null ? 0 : drawnOf(worst);
  const columns = top === 0 ? [] : columnsOf(points, gaps, until, box, top);
  const layers = LAYERS.map((key, index) => ({ key, path: outlineOf(columns, index, box.heightPx) })).filter(({ path }) => path !== "");
  const holds = worst !== null && worst === points.at(-1) && until >= box.to;
  return { worst: worst === null ? null : { top, of: worst.total + worst.missing, at: Math.max(worst.at, box.from), holds }, layers };
}

interface Column {
  readonly x: number;
  readonly end: number;
  /** Upper edge of each layer above the ground, in pixels; a layer without height has that of the one below. */
  readonly edges: readonly number[];
}

function columnsOf(points: readonly StateChartPoint[], gaps: readonly HistoryGap[], until: number, box: Box, top: number): readonly Column[] {
  const scale = (at: number) => boxAt(at, box);
  const least = Math.ceil((1.5 / Math.max(box.widthPx, 1)) * BOX_WIDTH);
  return points.flatMap((point, index) => {
    if (drawnOf(point) === 0) return [];
    const edges = edgesOf(point, box.heightPx, top);
    return withoutGaps(point.at, points[index + 1]?.at ?? until, gaps)
      .filter(({ from, to }) => to > box.from && from < box.to)
      .map(({ from, to }) => {
        const x = Math.min(scale(from), BOX_WIDTH - least);
        return { x, end: Math.max(scale(to), x + least), edges };
      });
  });
}

/** The upper edges of a point's layers: in proportion, and whatever is there is at least a pixel and a half high. */
function edgesOf(point: StateChartPoint, heightPx: number, top: number): readonly number[] {
  const heights = LAYERS.map((key) => {
    const count = countOf(point, key);
    return count === 0 ? 0 : Math.max(1.5, (count / top) * heightPx);
  });
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
export function withoutGaps(from: number, to: number, gaps: readonly HistoryGap[]): readonly { readonly from: number; readonly to: number }[] {
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
