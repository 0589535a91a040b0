import type { LabelSet } from "@/lib/domain/object/label-set";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import { nearestMeshService, type SelectionMiss } from "@/lib/domain/selection/nearest-misses";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { SelectionCandidate } from "@/lib/domain/selection/reasons";
import { type LabelMap, missingLabels } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";

/** The number of selectors that are compared in full: those that differ from the machine in the fewest labels. */
const SHORTLIST = 12;

/** A service that does not select a machine, with the edits that would change this. */
export type NearestServiceMiss = SelectionMiss & { readonly selector: MeshService };

/**
 * Returns the object of a namespace whose selector needs the fewest edits to select a machine (`nearestMeshService`), among those that lack the fewest
 * labels. Of equal objects the one with the most similar spelling counts. Null = no object, or none with an equal or similar label. The cost is one
 * comparison with each selector's labels.
 */
export function nearestServiceMiss(selectors: readonly MeshService[], candidate: SelectionCandidate, mesh: MeshSettings): NearestServiceMiss | null {
  const { labels } = workloadOfCandidate(candidate, mesh);
  const ranked = selectors
    .map((selector) => ({ selector, missing: missingLabels(selector.selector ?? [], labels) }))
    .filter(({ selector, missing }) => isNear(selector, missing, labels))
    .sort((a, b) => a.missing.length - b.missing.length || likeness(b.missing, labels) - likeness(a.missing, labels) || (nameOf(a) < nameOf(b) ? -1 : 1));
  return nearestMeshService(
    ranked.slice(0, SHORTLIST).map(({ selector }) => selector),
    candidate,
    mesh,
  );
}

/** The number of equal letters at the start from which two label values are similar. */
const ALIKE = 3;

/** Returns true if the machine has a label of the selector, or a similar value of one. */
function isNear({ selector }: MeshService, missing: LabelSet, labels: LabelMap): boolean {
  const wanted = selector?.length ?? 0;
  return wanted > 0 && (missing.length < wanted || likeness(missing, labels) >= ALIKE);
}

/** Returns the number of equal letters at the start of the first value that differs: `label-printer` is nearer to `labels` than `ledger`. */
function likeness([pair]: LabelSet, labels: LabelMap): number {
  if (pair === undefined) return 0;
  const found = labels.get(pair[0]) ?? "";
  let alike = 0;
  while (alike < found.length && found[alike] === pair[1][alike]) alike++;
  return alike;
}

function nameOf({ selector: { name, kind } }: { readonly selector: MeshService }): string {
  return `${name}/${kind}`;
}
