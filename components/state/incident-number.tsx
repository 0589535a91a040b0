import { clsx } from "clsx";
import type { IncidentLook } from "@/lib/domain/incidents/chart-number";

/** The colour of the circle by the incident's status. On a stale page the current status is unknown. */
const TONES: Readonly<Record<IncidentLook, string>> = {
  open: "text-bad outdated:text-blind",
  unverified: "text-blind",
  unknown: "text-blind",
  recovering: "text-bad outdated:text-blind",
  planned: "text-idle",
  over: "text-idle",
  "long-running": "text-idle",
};

/** The circle is filled while machines are in trouble, and an outline after that. */
function isFilled(look: IncidentLook): boolean {
  return look === "open" || look === "unverified";
}

interface IncidentNumberProps {
  /** The number in the chart of the page; null = the incident is not in the chart, and only a long-running one has a circle. */
  readonly number: number | null;
  readonly look: IncidentLook;
}

/** The numbered circle of an incident, which matches a row with the circle in the chart. Decorative: the row has its status as a word. */
export function IncidentChartNumber({ number, look }: IncidentNumberProps) {
  return (
    <span
      data-look={look}
      title={number === null ? undefined : `Number ${number} in the chart`}
      className={clsx(
        "inline-grid size-[18px] shrink-0 place-items-center rounded-full border border-current text-xs/none font-medium tabular-nums forced-color-adjust-none",
        TONES[look],
        isFilled(look) && "bg-current outdated:bg-transparent",
        look === "long-running" ? "border-dashed" : number === null && "invisible",
      )}
    >
      <span className={isFilled(look) ? "text-paper outdated:text-current" : ""}>{number}</span>
    </span>
  );
}

/** The numbered circle of an incident in a chart. `x`: its centre in percent of the width, such as "12.5%". `y`: its centre in pixels. */
export function IncidentCircle({
  number,
  look,
  x,
  y,
}: {
  readonly number: number | string;
  readonly look: IncidentLook;
  readonly x: string;
  readonly y: number;
}) {
  return (
    <g data-look={look} className={TONES[look]}>
      <circle
        cx={x}
        cy={y}
        r={String(number).length === 1 ? 8.5 : 10}
        className={clsx(
          "stroke-current stroke-[1.2] group-focus-visible/circle:stroke-accent group-focus-visible/circle:stroke-[3]",
          isFilled(look) ? "fill-current outdated:fill-paper" : "fill-paper",
        )}
      />
      <text
        x={x}
        y={y + 4}
        textAnchor="middle"
        className={clsx("text-xs font-medium tabular-nums", isFilled(look) ? "fill-paper outdated:fill-current" : "fill-current")}
      >
        {number}
      </text>
    </g>
  );
}
