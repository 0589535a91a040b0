import type { LabelSet } from "@/lib/domain/object/label-set";

/** Is something left over: nobody uses it, somebody does, who might is not in sight, or it is so new that its users may be still to come. */
export type Leftover = "unused" | "used" | "not-known" | "new";

/** How long something is new. Milliseconds. */
const NEW_FOR = 24 * 3_600_000;

/** When something was made (null = nobody says), and the time now. Milliseconds. */
interface Age {
  readonly createdAt: number | null;
  readonly now: number;
}

/** Was it made so lately that what it is for may be still to come? A group that was just made has no machines yet, and is no leftover. */
export function isNewObject({ createdAt, now }: Age): boolean {
  return createdAt !== null && now - createdAt < NEW_FOR;
}

/** Judges by the numbers of those who could use something; null = they are not in sight, which is never none. */
export function leftoverOf(users: readonly (number | null)[], age: Age): Leftover {
  if (users.some((count) => count !== null && count > 0)) return "used";
  if (users.includes(null)) return "not-known";
  return isNewObject(age) ? "new" : "unused";
}

/** Would a selector take the machines that have these labels? One without labels takes nobody (docs/istio.md#service-selector, #labels). */
export function wouldSelect(selector: LabelSet, labels: LabelSet): boolean {
  const given = new Map(labels);
  return selector.length > 0 && selector.every(([key, value]) => given.get(key) === value);
}
