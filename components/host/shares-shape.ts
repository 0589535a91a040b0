import type { HostColumn, HostHistoryAnswer } from "@/lib/contract/host-history";

/** The kinds of endpoints in the order in which they are drawn, from the ground up. */
export const SHARE_KINDS = ["pods", "machines", "inline"] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

/** How many of each kind answered from a moment on; null = not known, or not visible. Milliseconds. */
export interface SharePoint extends Readonly<Record<ShareKind, number | null>> {
  readonly at: number;
}

/** A while of which somebody who may see a kind knows nothing of it. */
export interface Hidden {
  readonly from: number;
  readonly to: number;
}

/** Outlines of the kinds in a box of BOX_WIDTH by `heightPx`; `top` is what reaches its upper edge. */
export interface SharesShape {
  readonly top: number;
  readonly layers: readonly { readonly kind: ShareKind; readonly path: string }[];
  readonly hidden: readonly Hidden[];
}

export const BOX_WIDTH = 10_000;

/** The steps of all columns as one list, from the beginning of the window to `until`. */
export function sharePoints(answer: HostHistoryAnswer, until: number): readonly SharePoint[] {
  const columns = SHARE_KINDS.flatMap((kind) => answer[kind] ?? []);
  const edges = columns.flatMap(({ steps, holes }) => [...steps.map(({ at }) => at), ...holes.flatMap(({ from, to }) => [from, to])]);
  const times = [...new Set([answer.from, ...edges.filter((at) => at > answer.from && at < until)])].sort((a, b) => a - b);
  return times.map((at) => ({ at, pods: valueAt(answer.pods, at), machines: valueAt(answer.machines, at), inline: valueAt(answer.inline, at) }));
}

function valueAt(column: HostColumn | null, at: number): number | null {
  if (column === null || column.holes.some(({ from, to }) => at >= from && at < to)) return null;
  const step = column.steps.findLast((one) => one.at <= at);
  return step === undefined ? null : (step.share?.serving ?? 0);
}

/** Draws what answered as steps, kind upon kind; where a kind that may be seen is not known, nothing is drawn. */
export function sharesShape(answer: HostHistoryAnswer, until: number, heightPx: number): SharesShape {
  const points = sharePoints(answer, until);
  const seen = SHARE_KINDS.filter((kind) => answer[kind] !== null);
  const top = Math.max(1, ...points.map((point) => seen.reduce((sum, kind) => sum + (point[kind] ?? 0), 0)));
  const x = (at: number) => Math.round(((at - answer.from) / (answer.to - answer.from)) * BOX_WIDTH);
  const spans = points.map((point, index) => ({ point, from: point.at, to: points[index + 1]?.at ?? until }));
  const isKnown = ({ point }: (typeof spans)[number]) => seen.every((kind) => point[kind] !== null);
  const layers = seen.map((kind, layer) => {
    const below = seen.slice(0, layer);
    const path = spans
      .filter((span) => isKnown(span) && (span.point[kind] ?? 0) > 0)
      .map(({ point, from, to }) => {
        const ground = below.reduce((sum, one) => sum + (point[one] ?? 0), 0);
        const [low, high] = [ground, ground + (point[kind] ?? 0)].map((count) => round(heightPx - (count / top) * heightPx));
        return `M${x(from)} ${low}V${high}H${x(to)}V${low}Z`;
      });
    return { kind, path: path.join("") };
  });
  return { top, layers: layers.filter(({ path }) => path !== ""), hidden: joined(spans.filter((span) => !isKnown(span))) };
}

function joined(spans: readonly Hidden[]): readonly Hidden[] {
  return spans.reduce<Hidden[]>((all, { from, to }) => {
    const last = all.at(-1);
    if (last?.to === from) all[all.length - 1] = { from: last.from, to };
    else all.push({ from, to });
    return all;
  }, []);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
