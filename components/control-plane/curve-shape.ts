import { roundToTenth, xInPathBox } from "@/components/timeline/plot-coordinates";
import type { WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";

/** A while between two moments, in milliseconds. */
export interface CurveSpan {
  readonly from: number;
  readonly to: number;
}

type Curve = Pick<WireReconnectionOutcome, "kind" | "from" | "until" | "ended" | "total" | "steps">;

/** A picture is never of less than this: seconds would look like a trend. Milliseconds. */
const SHORTEST_MS = 15_000;
/** Room after the last thing that happened. */
const ROOM = 1.15;

/** The while that is drawn: of a rollout until a little after the last machine came back; of a baseline, until the moment that is shown. */
export function curveSpan({ kind, from, until, ended, steps }: Curve): CurveSpan {
  if (kind === "baseline") return { from, to: Math.max(until, from + SHORTEST_MS) };
  const last = Math.max(ended ?? from, steps.at(-1)?.at ?? from);
  return { from, to: Math.max(from + SHORTEST_MS, Math.min(until, from + Math.ceil((last - from) * ROOM))) };
}

/** How many are back, as a line of steps in a box of PATH_BOX_WIDTH by `heightPx`: all of them reach its upper edge. */
export function curvePath({ total, steps, until }: Curve, span: CurveSpan, heightPx: number): string {
  const x = (at: number) => xInPathBox(at, span);
  const y = (back: number) => roundToTenth(heightPx - (back / Math.max(1, total)) * heightPx);
  const parts = steps.filter(({ at }) => at <= span.to).map(({ at, back }) => `H${x(at)}V${y(back)}`);
  return `M0 ${y(0)}${parts.join("")}H${x(until)}`;
}
