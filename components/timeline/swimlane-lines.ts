import { LANES } from "@/lib/format/lane-words";

/** Height of a lane's bar, in pixels. */
export const BAR_PX = 19;
const PITCH_PX = 32;
const TOP_PX = 12;

/** The rows of the chart, from the top. */
export const LANE_ROWS = [...LANES, "changes"] as const;
export type LaneRow = (typeof LANE_ROWS)[number];

/** Vertical layout of the swimlanes, in pixels from the top of the SVG. */
export const LANE_LINES = {
  bottom: TOP_PX + LANE_ROWS.length * PITCH_PX - (PITCH_PX - BAR_PX),
  marks: TOP_PX + LANE_ROWS.length * PITCH_PX + 4,
  axis: TOP_PX + LANE_ROWS.length * PITCH_PX + 24,
  height: TOP_PX + LANE_ROWS.length * PITCH_PX + 32,
} as const;

/** Returns the top of a row's bar, in pixels from the top of the SVG. */
export function laneTop(row: LaneRow): number {
  return TOP_PX + LANE_ROWS.indexOf(row) * PITCH_PX;
}
