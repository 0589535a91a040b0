import type { Since } from "@/lib/domain/since";
import type { Moment } from "./entry-version";

/** So long after a look has ended findings are looked at again for the record; no rule is asked for it in between. Milliseconds. */
export const FINDING_LOOK_MS = 15_000;
/** What holds for so long appeared, what is gone for so long is resolved. Milliseconds. */
export const FINDING_PATIENCE_MS = 30_000;

/** What is told of a finding at a moment. Where its rule lacks what it needs, it neither is there nor is it gone. */
export type FindingSight = "there" | "gone" | "cannot-tell";

/** How far a finding has come: recorded since `open` (null = it is not), and since when it is told otherwise (null = it is not). */
export interface FindingCourse {
  readonly open: Since | null;
  readonly pending: Moment | null;
}

/** What becomes of it; null = there is nothing to remember. `event`: what is to be recorded, with the moment at which it began. */
export interface FindingStep {
  readonly course: FindingCourse | null;
  readonly event: { readonly kind: "appeared" | "resolved"; readonly moment: Moment } | null;
}

/**
 * The next step of a finding. It appeared once it held for so long, and it is resolved once it was gone for so long; both count from when they
 * began, so that what flashes up during a rollout is no event, and what stays has its true beginning.
 */
export function nextStep(course: FindingCourse | null, sight: FindingSight, moment: Moment, now: number, patienceMs: number): FindingStep {
  const open = course?.open ?? null;
  const isNews = sight === "there" ? open === null : sight === "gone" && open !== null;
  if (!isNews) return { course: open === null ? null : { open, pending: null }, event: null };
  const pending = course?.pending ?? moment;
  if (now - pending.at < patienceMs) return { course: { open, pending }, event: null };
  if (sight === "there") return { course: { open: pending, pending: null }, event: { kind: "appeared", moment: pending } };
  return { course: null, event: { kind: "resolved", moment: pending } };
}
