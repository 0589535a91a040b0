import { LANES } from "@/lib/format/swimlane-text";

/** Height of a lane's bar, in pixels. */
export const LANE_BAR_HEIGHT_PX = 19;
const PITCH_PX = 32;
const TOP_PX = 12;

/** The rows of the chart, from the top. */
export const SWIMLANE_ROWS = [...LANES, "changes"] as const;
export type SwimlaneRow = (typeof SWIMLANE_ROWS)[number];

/** Vertical layout of the swimlanes, in pixels from the top of the SVG. */
export const SWIMLANE_LAYOUT = {
  bottom: TOP_PX + SWIMLANE_ROWS.length * PITCH_PX - (PITCH_PX - LANE_BAR_HEIGHT_PX),
  marks: TOP_PX + SWIMLANE_ROWS.length * PITCH_PX + 4,
  axis: TOP_PX + SWIMLANE_ROWS.length * PITCH_PX + 24,
  height: TOP_PX + SWIMLANE_ROWS.length * PITCH_PX + 32,
} as const;

/** Returns the top of a row's bar, in pixels from the top of the SVG. */
export function laneTopPx(row: SwimlaneRow): number {
  return TOP_PX + SWIMLANE_ROWS.indexOf(row) * PITCH_PX;
}
