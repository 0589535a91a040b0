import type { Span } from "./spans";

/**
 * The steps without the times that do not count (`uncounted`: in order, not touching). A group has nothing in them, and the values of its last step after
 * them. A step holds until the next one, and steps are in order of time.
 */
export function whileCounted<S extends { readonly at: number }>(steps: readonly S[], uncounted: readonly Span[], nothing: (at: number) => S): readonly S[] {
  if (uncounted.length === 0) return steps;
  const kept: S[] = [];
  let next = 0;
  for (const { from, to } of uncounted) {
    for (let step = steps[next]; step !== undefined && step.at < from; step = steps[++next]) kept.push(step);
    kept.push(nothing(from));
    while ((steps[next]?.at ?? Number.POSITIVE_INFINITY) <= to) next++;
    const last = steps[next - 1];
    if (last !== undefined) kept.push({ ...last, at: to });
  }
  return [...kept, ...steps.slice(next)];
}

/** The same for every series. */
export function allWhileCounted<S extends { readonly at: number }>(
  all: ReadonlyMap<number, readonly S[]>,
  uncounted: (series: number) => readonly Span[],
  nothing: (at: number, series: number) => S,
): ReadonlyMap<number, readonly S[]> {
  return new Map([...all].map(([series, steps]) => [series, whileCounted(steps, uncounted(series), (at) => nothing(at, series))]));
}

/** The times that do not count, without short gaps: a chart keeps its level over those. A start is no gap, because there was no level before it. */
export function drawnUncounted(uncounted: readonly Span[], from: number, pixelMs: number): readonly Span[] {
  return uncounted.filter((span) => span.to - span.from >= pixelMs || span.from <= from);
}
