import type { LabelSet } from "./label-set";

/** Is something left over: nobody uses it, somebody does, or who might is not in sight. */
export type Leftover = "unused" | "used" | "not-known";

/** Judges by the numbers of those who could use something; null = they are not in sight, which is never none. */
export function leftoverOf(users: readonly (number | null)[]): Leftover {
  if (users.some((count) => count !== null && count > 0)) return "used";
  return users.includes(null) ? "not-known" : "unused";
}

/** Would a selector take the machines that have these labels? One without labels takes nobody (facts 4.2). */
export function wouldSelect(selector: LabelSet, labels: LabelSet): boolean {
  const given = new Map(labels);
  return selector.length > 0 && selector.every(([key, value]) => given.get(key) === value);
}
