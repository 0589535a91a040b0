import type { TimeSpan } from "./state-chart-values";

/** Assumed width of a chart next to the navigation, until it is measured. Pixels. */
export const ASSUMED_CHART_WIDTH_PX = 1196;

/** Returns the x coordinate of a time as a percentage of the plot's width: "12.5%". The server can render it without a measured width. */
export function xPercent(at: number, { from, to }: TimeSpan): string {
  return svgPercent(((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100);
}

/** Returns the width of a time range as a percentage of `whole`, at least `leastPercent`. */
export function widthPercent(span: TimeSpan, whole: TimeSpan, leastPercent = 0): string {
  const [from, to] = [Math.max(span.from, whole.from), Math.min(span.to, whole.to)];
  return svgPercent(Math.max(leastPercent, ((to - from) / (whole.to - whole.from)) * 100));
}

export function svgPercent(share: number): string {
  return `${Math.round(share * 1000) / 1000}%`;
}

/** Width of the viewBox of SVG paths. The browser stretches it to the width of the plot. */
export const PATH_BOX_WIDTH = 10_000;

/** Returns the x coordinate of a time inside that viewBox. */
export function xInPathBox(at: number, { from, to }: TimeSpan): number {
  return Math.round(((Math.min(Math.max(at, from), to) - from) / (to - from)) * PATH_BOX_WIDTH);
}

/** Rounds a coordinate to a tenth of a pixel. */
export function roundToTenth(px: number): number {
  return Math.round(px * 10) / 10;
}
