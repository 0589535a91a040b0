import type { FindingObject } from "@/lib/domain/findings/rule";
import type { Fields } from "@/lib/domain/preview/values";
import type { Since } from "@/lib/domain/verdict/since";
import type { Moment } from "./ending-evidence";
import { fields, list, orNull, type Read, text } from "./reading";

/** So long after a look has ended findings are looked at again for the record; no rule is asked for it in between. Milliseconds. */
export const FINDING_CHECK_MS = 15_000;
/** What holds for so long appeared, what is gone for so long is resolved. Milliseconds. */
export const FINDING_PATIENCE_MS = 30_000;

/** What is told of a finding at a moment. Where its rule lacks what it needs, it neither is there nor is it gone. */
export type FindingObservation = "there" | "gone" | "cannot-tell";

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
export function nextFindingStep(course: FindingCourse | null, sight: FindingObservation, moment: Moment, now: number, patienceMs: number): FindingStep {
  const open = course?.open ?? null;
  const isNews = sight === "there" ? open === null : sight === "gone" && open !== null;
  if (!isNews) return { course: open === null ? null : { open, pending: null }, event: null };
  const pending = course?.pending ?? moment;
  if (now - pending.at < patienceMs) return { course: { open, pending }, event: null };
  if (sight === "there") return { course: { open: pending, pending: null }, event: { kind: "appeared", moment: pending } };
  return { course: null, event: { kind: "resolved", moment: pending } };
}

/** What is kept of a finding beside its name: its rule, the first of the objects that it names and how many more, and the group that it concerns. */
export interface StoredFinding {
  readonly rule: string;
  readonly objects: readonly FindingObject[];
  readonly more: number;
  /** Of whose machines; "" = of machines without a group; null = it concerns no group. */
  readonly group: string | null;
}

/** So many of the objects that a finding names are kept. */
const MOST_OBJECTS = 12;

/** The first of the objects that a finding names, as far as they are kept. */
export function storedFindingObjects(objects: readonly FindingObject[]): Pick<StoredFinding, "objects" | "more"> {
  const kept = objects.slice(0, MOST_OBJECTS).map(({ kind, namespace, name }) => ({ kind, namespace, name }));
  return { objects: kept, more: objects.length - kept.length };
}

/** Reads what is stored of a finding; throws `Unreadable`. */
export function readStoredFinding(stored: Fields): StoredFinding {
  const { rule, objects, more, group } = stored;
  return {
    rule: text(rule, "rule"),
    objects: list(readObject)(objects, "objects"),
    more: typeof more === "number" ? more : 0,
    group: orNull(text)(group, "group"),
  };
}

/** Reads an object that a finding names; throws `Unreadable`. */
export const readObject: Read<FindingObject> = (value, path) => {
  const { kind, namespace, name } = fields(value, path);
  return { kind: text(kind, path), namespace: text(namespace, path), name: text(name, path) };
};
