import type { Span } from "./band-reading";

/** The width of a plot next to the navigation, before the page has measured itself. */
export const WIDTH_GUESS_PX = 1196;

/** A share of a picture's width as SVG and CSS write it, "12.5%": so the server draws without knowing how wide the page is. */
export function percentAt(at: number, { from, to }: Span): string {
  return percent(((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100);
}

/** The width of a while, at least `leastPercent`. */
export function percentOf(span: Span, whole: Span, leastPercent = 0): string {
  const [from, to] = [Math.max(span.from, whole.from), Math.min(span.to, whole.to)];
  return percent(Math.max(leastPercent, ((to - from) / (whole.to - whole.from)) * 100));
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 1000}%`;
}

/** The width of the box that the paths of a picture are drawn in. The browser stretches it to the picture's width. */
export const BOX_WIDTH = 10_000;

/** The same moment in that box. */
export function boxAt(at: number, { from, to }: Span): number {
  return Math.round(((Math.min(Math.max(at, from), to) - from) / (to - from)) * BOX_WIDTH);
}

/** A length of a path, to a tenth of a pixel. */
export function tenths(px: number): number {
  return Math.round(px * 10) / 10;
}
