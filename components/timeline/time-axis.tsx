import type { Zone } from "@/lib/format/clock";
import { timeTicks } from "@/lib/format/time-ticks";
import { xPercent } from "./plot-coordinates";
import type { TimeSpan } from "./state-chart-values";

interface TimeAxisLabelsProps extends TimeSpan {
  readonly widthPx: number;
  readonly zone: Zone;
  /** Baseline of the labels, in pixels. */
  readonly y: number;
}

/** The time labels below a chart, as SVG text. Labels at an edge are aligned inwards. */
export function TimeAxisLabels({ from, to, widthPx, zone, y }: TimeAxisLabelsProps) {
  const most = Math.min(9, Math.max(3, Math.floor(widthPx / 92)));
  return timeTicks(from, to, most, zone).map(({ at, label }) => {
    const x = ((at - from) / (to - from)) * widthPx;
    const half = label.length * 3.5;
    const anchor = x < half ? "start" : x > widthPx - half ? "end" : "middle";
    return (
      <text key={at} data-time="axis" x={xPercent(at, { from, to })} y={y} textAnchor={anchor} className="fill-ink-3 font-mono text-xs">
        {label}
      </text>
    );
  });
}
