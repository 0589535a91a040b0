import type { Span } from "./band-reading";

/** Assumed width of a chart next to the navigation, until it is measured. Pixels. */
export const WIDTH_GUESS_PX = 1196;

/** Returns the x coordinate of a time as a percentage of the plot's width: "12.5%". The server can render it without a measured width. */
export function percentAt(at: number, { from, to }: Span): string {
  return percent(((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100);
}

/** Returns the width of a time range as a percentage of `whole`, at least `leastPercent`. */
export function percentOf(span: Span, whole: Span, leastPercent = 0): string {
  const [from, to] = [Math.max(span.from, whole.from), Math.min(span.to, whole.to)];
  return percent(Math.max(leastPercent, ((to - from) / (whole.to - whole.from)) * 100));
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 1000}%`;
}

/** Width of the viewBox of SVG paths. The browser stretches it to the width of the plot. */
export const BOX_WIDTH = 10_000;

/** Returns the x coordinate of a time inside that viewBox. */
export function boxAt(at: number, { from, to }: Span): number {
  return Math.round(((Math.min(Math.max(at, from), to) - from) / (to - from)) * BOX_WIDTH);
}

/** Rounds a coordinate to a tenth of a pixel. */
export function tenths(px: number): number {
  return Math.round(px * 10) / 10;
}
