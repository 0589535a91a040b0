import type { LabelSet } from "@/lib/domain/object/label-set";

/** The use of an object: unused, used, not known because possible users are not visible, or so new that its users may still come. */
export type ObjectUse = "unused" | "used" | "not-known" | "new";

/** The time for which an object counts as new. Milliseconds. */
const NEW_FOR = 24 * 3_600_000;

/** The creation time of an object (null = not known), and the time now. Milliseconds. */
interface Age {
  readonly createdAt: number | null;
  readonly now: number;
}

/** Returns true for an object that is so new that its users may still come. A group that was just created has no machines yet, and is not unused. */
export function isTooNewToBeUnused({ createdAt, now }: Age): boolean {
  return createdAt !== null && now - createdAt < NEW_FOR;
}

/** Returns the use of an object from the numbers of its possible users by kind. Null = a kind is not visible, which never counts as zero. */
export function objectUseOf(users: readonly (number | null)[], age: Age): ObjectUse {
  if (users.some((count) => count !== null && count > 0)) return "used";
  if (users.includes(null)) return "not-known";
  return isTooNewToBeUnused(age) ? "new" : "unused";
}

/** Returns true if a selector selects these labels. A selector without labels selects nothing (docs/istio.md#service-selector, #labels). */
export function selectsLabels(selector: LabelSet, labels: LabelSet): boolean {
  const given = new Map(labels);
  return selector.length > 0 && selector.every(([key, value]) => given.get(key) === value);
}
