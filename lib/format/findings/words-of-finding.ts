import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";

/** What words are made of. */
export interface FoundFacts {
  readonly objects: readonly FindingObject[];
  readonly evidence: FindingEvidence;
}

/** The words of one rule. */
export interface WordsOfFinding {
  /** The defect in a few words, without a dot: the head of its section. */
  readonly title: string;
  /** What was seen, of one finding: one sentence. */
  readonly found: (facts: FoundFacts) => string;
  /** Why it matters: a sentence or two. */
  readonly why: string;
  /** What to do about it: a sentence or two. */
  readonly whatToDo: string;
  /** What the rule cannot see, so that nobody takes its silence for more than it is. */
  readonly cannotSee: string;
}

/** A value of the evidence as text; "" where it is not there. */
export function evidenceText({ evidence }: Pick<FoundFacts, "evidence">, name: string): string {
  const value = evidence[name];
  return value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value);
}

/** The name of the first object, which most findings are about. */
export function firstName({ objects }: Pick<FoundFacts, "objects">): string {
  return objects[0]?.name ?? "";
}
