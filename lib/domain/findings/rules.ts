import { clockSkew } from "./entries/clock-skew";
import type { FindingSubject, Rule } from "./rule";

/** Rules of one subject each. */
type AnyRule = { readonly [S in FindingSubject]: Rule<S> }[FindingSubject];

/** Every rule by its code. */
export const RULES: readonly AnyRule[] = [
  // entries: STL1..
  clockSkew,
  // groups: STL2..
  // hosts: STL3..
  // places: STL4..
  // networks: STL5..
  // control plane: STL6..
];

/** The rules about one kind of subject. */
export function rulesOf<S extends FindingSubject>(subject: S): readonly Rule<S>[] {
  return RULES.filter((rule): rule is Extract<AnyRule, Rule<S>> => rule.subject === subject);
}

/** The rule of a code or a name; undefined where there is none (any more). */
export function ruleNamed(text: string): AnyRule | undefined {
  return RULES.find(({ code, name }) => code === text || name === text);
}
