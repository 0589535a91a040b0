import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";

/** The parts of a finding that its sentence is made from. */
export interface FoundFacts {
  readonly objects: readonly FindingObject[];
  readonly evidence: FindingEvidence;
}

/** A text for all findings of a rule, or a general text and the one that fits a finding. */
export type RuleText = string | { readonly general: string; readonly fitting: (facts: FoundFacts) => string };

/** The texts of one rule. */
export interface RuleTexts {
  /** The defect in a few words, without a full stop. The heading of the rule's section. */
  readonly title: string;
  /** One finding as one sentence. */
  readonly found: (facts: FoundFacts) => string;
  /** The effect of the defect. */
  readonly why: string;
  /** The advice: at most four sentences, each with its condition first. */
  readonly whatToDo: RuleText;
  /** The limits of the rule: it can be silent although there is a defect. */
  readonly cannotSee: string;
}

/** The text for a rule as a whole. */
export function generalText(text: RuleText): string {
  return typeof text === "string" ? text : text.general;
}

/** The text for one finding. */
export function fittingText(text: RuleText, facts: FoundFacts): string {
  return typeof text === "string" ? text : text.fitting(facts);
}
