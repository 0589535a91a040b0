import { PATH_BOX_WIDTH, roundToTenth } from "@/components/timeline/plot-coordinates";
import type { RecordedEndpointCounts, RecordedEndpointSeries, ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";

/** The kinds of endpoints in the order in which they are drawn, from the ground up. */
const SHARE_KINDS = ["pods", "machines", "inline"] as const;
type ShareKind = (typeof SHARE_KINDS)[number];
/** What is drawn, in the same order: machines in doubt stand upon those that answered. */
const LAYERS = ["pods", "machines", "doubted", "inline"] as const;
export type ShareLayer = (typeof LAYERS)[number];

/** How many of each kind answered from a moment on, null = not known, or not visible; and of how many more machines nobody vouched. Milliseconds. */
export interface SharePoint extends Readonly<Record<ShareKind, number | null>> {
  readonly at: number;
  readonly doubted: number;
}

/** A while of which somebody who may see a kind knows nothing of it. */
interface Hidden {
  readonly from: number;
  readonly to: number;
}

/** Outlines of the kinds in a box of PATH_BOX_WIDTH by `heightPx`; `top` is what reaches its upper edge. */
export interface SharesShape {
  readonly top: number;
  readonly layers: readonly { readonly kind: ShareLayer; readonly path: string }[];
  readonly hidden: readonly Hidden[];
}

/** The steps of all columns as one list, from the beginning of the window to `until`. */
export function sharePoints(answer: ServiceHistoryAnswer, until: number): readonly SharePoint[] {
  const columns = SHARE_KINDS.flatMap((kind) => answer[kind] ?? []);
  const edges = columns.flatMap(({ steps, holes }) => [...steps.map(({ at }) => at), ...holes.flatMap(({ from, to }) => [from, to])]);
  const times = [...new Set([answer.from, ...edges.filter((at) => at > answer.from && at < until)])].sort((a, b) => a - b);
  return times.map((at) => {
    const machines = shareAt(answer.machines, at);
    const answered = (column: RecordedEndpointSeries | null) => shareAt(column, at)?.serving ?? null;
    return { at, pods: answered(answer.pods), machines: machines?.serving ?? null, doubted: machines?.inDoubt ?? 0, inline: answered(answer.inline) };
  });
}

/** Who of a kind answered; null = not known, or not visible. */
function shareAt(column: RecordedEndpointSeries | null, at: number): Pick<RecordedEndpointCounts, "serving" | "inDoubt"> | null {
  if (column === null || column.holes.some(({ from, to }) => at >= from && at < to)) return null;
  const step = column.steps.findLast((one) => one.at <= at);
  return step === undefined ? null : (step.share ?? NOBODY);
}

const NOBODY = { serving: 0, inDoubt: 0 };

/** Draws what answered as steps, kind upon kind; where a kind that may be seen is not known, nothing is drawn. */
export function sharesShape(answer: ServiceHistoryAnswer, until: number, heightPx: number): SharesShape {
  const points = sharePoints(answer, until);
  const seen = LAYERS.filter((layer) => answer[layer === "doubted" ? "machines" : layer] !== null);
  const top = Math.max(1, ...points.map((point) => seen.reduce((sum, kind) => sum + (point[kind] ?? 0), 0)));
  const x = (at: number) => Math.round(((at - answer.from) / (answer.to - answer.from)) * PATH_BOX_WIDTH);
  const spans = points.map((point, index) => ({ point, from: point.at, to: points[index + 1]?.at ?? until }));
  const isKnown = ({ point }: (typeof spans)[number]) => seen.every((kind) => point[kind] !== null);
  const layers = seen.map((kind, layer) => {
    const below = seen.slice(0, layer);
    const path = spans
      .filter((span) => isKnown(span) && (span.point[kind] ?? 0) > 0)
      .map(({ point, from, to }) => {
        const ground = below.reduce((sum, one) => sum + (point[one] ?? 0), 0);
        const [low, high] = [ground, ground + (point[kind] ?? 0)].map((count) => roundToTenth(heightPx - (count / top) * heightPx));
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
