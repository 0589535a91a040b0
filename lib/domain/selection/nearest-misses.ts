import type { MeshSettings } from "./mesh";
import type { Selector } from "./objects";
import type { Candidate } from "./reasons";
import { type Refusal, refusalsOf } from "./refusals";

/** A machine that a selector does not take, with what it would need. */
export interface Miss {
  readonly candidate: Candidate;
  readonly refusals: readonly Refusal[];
}

/** The machines that a selector misses, those that need least first: those of its own namespace, the fewest edits, the fewest labels; then by name. */
export function nearestMisses(selector: Selector, candidates: readonly Candidate[], mesh: MeshSettings): readonly Miss[] {
  const misses = candidates.flatMap((candidate): readonly Miss[] => {
    const refusals = refusalsOf({ selector, candidate }, mesh) ?? [];
    return refusals.length === 0 ? [] : [{ candidate, refusals }];
  });
  return misses.sort((a, b) => effortOf(a) - effortOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** The selector that misses one machine least, with what it would need; null where there is none, or one takes it. */
export function nearestSelector(selectors: readonly Selector[], candidate: Candidate, mesh: MeshSettings): (Miss & { readonly selector: Selector }) | null {
  const misses = selectors.map((selector) => ({ selector, candidate, refusals: refusalsOf({ selector, candidate }, mesh) ?? [] }));
  if (misses.some(({ refusals }) => refusals.length === 0)) return null;
  const wantedOf = ({ selector }: (typeof misses)[number]) => selector.selector?.length ?? 0;
  // Of two that want equally little, the one that finds more of what it wants.
  return misses.sort((a, b) => effortOf(a) - effortOf(b) || wantedOf(b) - wantedOf(a))[0] ?? null;
}

/** Another namespace takes an object made anew, each other reason an edit, and every label that differs is work too, though one edit sets them all. */
function effortOf({ refusals }: Miss): number {
  return refusals.reduce((sum, { reason }) => {
    if (reason.code === "other-namespace") return sum + 100_000;
    return sum + 1_000 + (reason.code === "labels-differ" ? reason.pairs.length : 0);
  }, 0);
}

function nameOf({ candidate }: Miss): string {
  const { namespace, name } = candidate.kind === "entry" ? candidate.entry : candidate.pod;
  return `${namespace}/${name}`;
}
