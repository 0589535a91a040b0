import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";

/** The parts of a finding that its sentence is made from. */
export interface FoundFacts {
  readonly objects: readonly FindingObject[];
  readonly evidence: FindingEvidence;
}

/** The texts of one rule. */
export interface RuleTexts {
  /** The defect in a few words, without a full stop. The heading of the rule's section. */
  readonly title: string;
  /** One finding as one sentence. */
  readonly found: (facts: FoundFacts) => string;
  /** One or two sentences. */
  readonly why: string;
  /** One or two sentences. */
  readonly whatToDo: string;
  /** The limits of the rule: it can be silent although there is a defect. */
  readonly cannotSee: string;
}
