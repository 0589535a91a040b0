import { labelSet } from "@/lib/domain/label-set";
import type { Change } from "./changes";
import type { MeshSettings } from "./mesh";
import type { Selector } from "./objects";
import type { Candidate, DifferingPair } from "./reasons";
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

/** The object that gives a machine its labels, where that is not its own: an edit of the machine's labels is then no fix. */
export interface LabelOrigin {
  /** True if that object's labels match the selector, so that the machine alone differs. */
  readonly fits: boolean;
}

/** The facts that decide if a miss has one right edit. */
export interface MissContext {
  readonly selector: Selector;
  /** Null = the labels are written on the machine's own object. */
  readonly labelsFrom: LabelOrigin | null;
  /** True if the selector matches no machine and no Pod: then it may be the wrong one. */
  readonly selectsNothing: boolean;
}

/** A miss by one thing, with the edit that fixes it; null = more is missing, or no edit is right. */
export function oneEditMiss({ candidate, refusals }: Miss, context: MissContext): Miss | null {
  const [refusal, ...others] = refusals;
  if (refusal === undefined || others.length > 0) return null;
  const change = rightChange(refusal, context);
  return change === null ? null : { candidate, refusals: [{ reason: refusal.reason, change }] };
}

function rightChange({ reason, change }: Refusal, context: MissContext): Change | null {
  if (change.on === "machine" && (change.set === "healthy" || change.set === "running-and-ready")) return null;
  if (reason.code !== "labels-differ") return change;
  const [pair, ...others] = reason.pairs;
  if (pair === undefined || others.length > 0) return null;
  const isOnMachine = change.on === "machine";
  if (isOnMachine && (context.labelsFrom === null || context.labelsFrom.fits)) return change;
  return context.selectsNothing ? (isOnMachine ? selectorChange(pair, context.selector) : change) : null;
}

/** The selector with the value that the machine has, or without the label that it lacks. */
function selectorChange({ key, found }: DifferingPair, { selector }: Selector): Change | null {
  const labels = labelSet(
    (selector ?? []).flatMap(([other, value]) => (other !== key ? [[other, value] as const] : found === null ? [] : [[key, found] as const])),
  );
  return labels.length === 0 ? null : { on: "selector", set: "selector", labels };
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
