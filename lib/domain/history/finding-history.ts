import type { FindingObject } from "@/lib/domain/findings/rule";
import type { UntypedObject } from "@/lib/domain/preview/values";
import type { Since } from "@/lib/domain/verdict/since";
import type { EventTime } from "./ending-evidence";
import { type JsonReader, listReader, nullableReader, readString, readUntypedObject } from "./reading";

/** The pause between two checks of all findings for the history, in milliseconds. No rule runs for the history in between. */
export const FINDING_CHECK_MS = 15_000;
/** The time for which a finding must exist until it has appeared, or be gone until it is resolved, in milliseconds. */
export const FINDING_SETTLE_MS = 30_000;

/** The observation of a finding at one time. "cannot-tell": data for its rule is missing, so that the finding neither exists nor is gone. */
export type FindingObservation = "there" | "gone" | "cannot-tell";

/**
 * The progress of a finding. `open`: the time since which the history has the finding; null = it has not. `pending`: the time since which the
 * observation differs from the history; null = it does not differ.
 */
export interface FindingProgress {
  readonly open: Since | null;
  readonly pending: EventTime | null;
}

/**
 * The result of one observation of a finding. `course`: its new progress; null = nothing to remember. `event`: the event to store, with the time at
 * which it began.
 */
export interface FindingObservationResult {
  readonly course: FindingProgress | null;
  readonly event: { readonly kind: "appeared" | "resolved"; readonly moment: EventTime } | null;
}

/**
 * Returns the result of one observation of a finding. A finding has appeared after it existed for `patienceMs`, and is resolved after it was gone for
 * that time. Both events have the time of their beginning. A finding that exists only briefly during a rollout is therefore not an event, and a
 * lasting finding keeps its true beginning.
 */
export function nextFindingStep(
  course: FindingProgress | null,
  sight: FindingObservation,
  moment: EventTime,
  now: number,
  patienceMs: number,
): FindingObservationResult {
  const open = course?.open ?? null;
  const isNews = sight === "there" ? open === null : sight === "gone" && open !== null;
  if (!isNews) return { course: open === null ? null : { open, pending: null }, event: null };
  const pending = course?.pending ?? moment;
  if (now - pending.at < patienceMs) return { course: { open, pending }, event: null };
  if (sight === "there") return { course: { open: pending, pending: null }, event: { kind: "appeared", moment: pending } };
  return { course: null, event: { kind: "resolved", moment: pending } };
}

/** The stored fields of a finding: its rule, its first objects, the number of further objects, and its group. */
export interface StoredFinding {
  readonly rule: string;
  readonly objects: readonly FindingObject[];
  readonly more: number;
  /** The group of the finding's machines; "" = machines without a group; null = the finding concerns no group. */
  readonly group: string | null;
}

/** The maximum number of stored objects of a finding. */
const MOST_OBJECTS = 12;

/** Returns the first objects of a finding, up to the stored maximum, and the number of further ones. */
export function storedFindingObjects(objects: readonly FindingObject[]): Pick<StoredFinding, "objects" | "more"> {
  const kept = objects.slice(0, MOST_OBJECTS).map(({ kind, namespace, name }) => ({ kind, namespace, name }));
  return { objects: kept, more: objects.length - kept.length };
}

/** Reads a stored finding; throws `Unreadable`. */
export function readStoredFinding(stored: UntypedObject): StoredFinding {
  const { rule, objects, more, group } = stored;
  return {
    rule: readString(rule, "rule"),
    objects: listReader(readFindingObject)(objects, "objects"),
    more: typeof more === "number" ? more : 0,
    group: nullableReader(readString)(group, "group"),
  };
}

/** Reads an object of a finding; throws `Unreadable`. */
export const readFindingObject: JsonReader<FindingObject> = (value, path) => {
  const { kind, namespace, name } = readUntypedObject(value, path);
  return { kind: readString(kind, path), namespace: readString(namespace, path), name: readString(name, path) };
};
