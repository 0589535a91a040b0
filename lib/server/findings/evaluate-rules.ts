import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { ruleMuteInAnnotation } from "@/lib/domain/findings/object-mute";
import { evaluateRuleForSubject, isCannotTell, type Rule, type RuleSubjects } from "@/lib/domain/findings/rule";
import type { SourceName } from "@/lib/domain/source/source";
import type { Dated } from "@/lib/server/derive/derived-values";
import { type AnyRule, FINE, type Finding, findingId, type SubjectFindings, type SubjectRef } from "./finding";

/** What one rule said of one subject. */
export interface RuleAnswer {
  readonly findings: readonly Finding[];
  readonly untold: readonly SourceName[];
  readonly due: number | null;
}

/** The same with all that was read for it. */
export interface KeptAnswer {
  readonly answer: RuleAnswer;
  readonly reads: number;
}

/** Nothing is wrong, whatever time it is: one value for nearly all answers. */
export const SILENT: RuleAnswer = { findings: [], untold: [], due: null };

/** Nothing was found about a subject, whatever time it is. */
export const ALWAYS_FINE: Dated<SubjectFindings> = { value: FINE, due: null };

/** Asks one rule about a subject; `world` notices what it reads. */
export function askRule(rule: AnyRule, ref: SubjectRef, subject: RuleSubjects[keyof RuleSubjects], world: FindingsWorld): RuleAnswer {
  // The subject is of the rule's kind: whoever asks has chosen the rules by it.
  const asked = rule as Rule;
  const detection = evaluateRuleForSubject(asked, subject, world);
  const dueAt = asked.due?.(subject, world) ?? null;
  if (isCannotTell(detection)) return { findings: [], untold: detection.cannotTell, due: dueAt };
  if (detection.length === 0 && dueAt === null) return SILENT;
  const mute = "mutedFindings" in subject ? ruleMuteInAnnotation(subject.mutedFindings, rule.code) : null;
  const findings = detection.map((detected) => ({ id: findingId(rule, ref, detected.of), rule, subject: ref, detected, mute }));
  return { findings, untold: [], due: dueAt };
}

/** The answers of all rules about a subject as one value. */
export function together(answers: readonly (readonly [AnyRule, RuleAnswer])[]): Dated<SubjectFindings> {
  let isFine = true;
  let due: number | null = null;
  for (const [, answer] of answers) {
    if (answer.due !== null && (due === null || answer.due < due)) due = answer.due;
    isFine = isFine && answer.findings.length === 0 && answer.untold.length === 0;
  }
  if (isFine) return due === null ? ALWAYS_FINE : { value: FINE, due };
  const findings = answers.flatMap(([, answer]) => answer.findings);
  const untold = answers.flatMap(([rule, { untold: sources }]) => (sources.length === 0 ? [] : [{ rule, sources }]));
  return { value: { findings, untold }, due };
}
