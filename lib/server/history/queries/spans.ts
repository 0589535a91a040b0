/** A while, in milliseconds: from (included) to (excluded). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The same whiles, in order, none of them touching another. */
export function joined(spans: Iterable<Span>): Span[] {
  const sorted = [...spans].filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

/** What of a while none of these cover. */
export function uncovered(spans: Iterable<Span>, { from, to }: Span): Span[] {
  const holes: Span[] = [];
  let at = from;
  for (const span of joined(spans)) {
    if (span.to <= at) continue;
    if (span.from >= to) break;
    if (span.from > at) holes.push({ from: at, to: span.from });
    at = span.to;
  }
  if (at < to) holes.push({ from: at, to });
  return holes;
}

/** How long a while is without these holes. Holes are in order and do not touch. */
export function lengthWithout({ from, to }: Span, holes: readonly Span[]): number {
  let length = Math.max(0, to - from);
  for (const hole of holes) length -= Math.max(0, Math.min(to, hole.to) - Math.max(from, hole.from));
  return Math.max(0, length);
}
