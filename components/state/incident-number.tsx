import { clsx } from "clsx";
import type { IncidentLook } from "@/lib/domain/incidents/chart-number";

/** On a stale page the state is not known any more. */
const STALE = "stale:border-blind stale:bg-transparent stale:text-blind";

/** The circle of each look: filled while machines are in trouble, an outline after that. */
const INCIDENT_CIRCLES: Readonly<Record<IncidentLook, string>> = {
  open: `border-bad bg-bad text-paper ${STALE}`,
  unverified: `border-blind bg-blind text-paper ${STALE}`,
  unknown: "border-blind text-blind",
  recovering: `border-bad text-bad ${STALE}`,
  planned: "border-ink-3 text-ink-2",
  over: "border-ink-3 text-ink-2",
  "long-running": "border-dashed border-ink-3 text-ink-2",
};

interface IncidentNumberProps {
  /** The position in the chart of the page; null = it has none there. */
  readonly number: number | null;
  readonly look: IncidentLook;
}

/** The circle by which a row and a mark in a chart are the same incident. The state is a word beside it. */
export function IncidentNumber({ number, look }: IncidentNumberProps) {
  return (
    <span
      data-look={look}
      title={number === null ? undefined : `Number ${number} in the chart`}
      className={clsx(
        "inline-grid size-[18px] shrink-0 place-items-center rounded-full border text-xs/none font-medium tabular-nums forced-color-adjust-none",
        INCIDENT_CIRCLES[look],
      )}
    >
      {number}
    </span>
  );
}
