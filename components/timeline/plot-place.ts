import type { Span } from "./band-reading";

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
