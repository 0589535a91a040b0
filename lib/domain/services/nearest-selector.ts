import type { LabelSet } from "@/lib/domain/object/label-set";
import { type LabelMap, missingPairs } from "@/lib/domain/selection/machine";
import { candidateMachineOf } from "@/lib/domain/selection/matching";
import { type Miss, nearestSelector } from "@/lib/domain/selection/nearest-misses";
import type { Selector } from "@/lib/domain/selection/objects";
import type { Candidate } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";

/** So many selectors are asked in full: those that differ in the fewest labels. */
const SHORTLIST = 12;

export type NearMiss = Miss & { readonly selector: Selector };

/**
 * The selector of a namespace that misses a machine least, by `nearestSelector` over those that lack the fewest labels, of these the ones spelled most like it; null where there is none,
 * or where none of them wants anything like what the machine has. Its cost is one look at each selector's labels.
 */
export function nearestSelectorMiss(selectors: readonly Selector[], candidate: Candidate, mesh: MeshSettings): NearMiss | null {
  const { labels } = candidateMachineOf(candidate, mesh);
  const ranked = selectors
    .map((selector) => ({ selector, missing: missingPairs(selector.selector ?? [], labels) }))
    .filter(({ selector, missing }) => isNear(selector, missing, labels))
    .sort((a, b) => a.missing.length - b.missing.length || likeness(b.missing, labels) - likeness(a.missing, labels) || (nameOf(a) < nameOf(b) ? -1 : 1));
  return nearestSelector(
    ranked.slice(0, SHORTLIST).map(({ selector }) => selector),
    candidate,
    mesh,
  );
}

/** Letters in common from which on two values look like one word. */
const ALIKE = 3;

/** Is something of it wanted: a pair that the machine has, or a value that looks like the machine's? */
function isNear({ selector }: Selector, missing: LabelSet, labels: LabelMap): boolean {
  const wanted = selector?.length ?? 0;
  return wanted > 0 && (missing.length < wanted || likeness(missing, labels) >= ALIKE);
}

/** How many letters the first value that differs begins alike with: `label-printer` is nearer to `labels` than `ledger` is. */
function likeness([pair]: LabelSet, labels: LabelMap): number {
  if (pair === undefined) return 0;
  const found = labels.get(pair[0]) ?? "";
  let alike = 0;
  while (alike < found.length && found[alike] === pair[1][alike]) alike++;
  return alike;
}

function nameOf({ selector: { name, kind } }: { readonly selector: Selector }): string {
  return `${name}/${kind}`;
}
