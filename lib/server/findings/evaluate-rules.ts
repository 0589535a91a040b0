import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { lacksSources, type Rule, type SubjectOf } from "@/lib/domain/findings/rule";
import type { SourceName } from "@/lib/domain/source";
import { type AnyRule, FINE, type Finding, findingId, type SubjectFindings, type SubjectRef } from "./finding";
import { type Noticed, READ } from "./reads";

/** What one rule said of one subject. */
export interface RuleAnswer {
  readonly findings: readonly Finding[];
  readonly untold: readonly SourceName[];
  readonly due: number | null;
}

const SILENT: RuleAnswer = { findings: [], untold: [], due: null };

/** What each rule has read so far, of any subject: it is asked again where that is another. */
export class RuleReads {
  readonly #ofRule = new Map<AnyRule, number>();
  readonly #ofKind = new Map<string, number>();

  of(rule: AnyRule): number {
    return this.#ofRule.get(rule) ?? READ.own;
  }

  /** What any rule about such subjects has read. */
  ofKind(kind: SubjectRef["kind"]): number {
    return this.#ofKind.get(kind) ?? READ.own;
  }

  note(rule: AnyRule, bits: number): void {
    if ((this.of(rule) & bits) === bits) return;
    this.#ofRule.set(rule, this.of(rule) | bits);
    this.#ofKind.set(rule.subject, this.ofKind(rule.subject) | bits);
  }
}

/** A world whose reads are noticed, and where they are noted. */
export interface NoticingWorld {
  readonly world: FindingsWorld;
  readonly noticed: Noticed;
  readonly reads: RuleReads;
}

/** Asks one rule about a subject. */
export function askRule(rule: AnyRule, ref: SubjectRef, subject: SubjectOf[keyof SubjectOf], { world, noticed, reads }: NoticingWorld): RuleAnswer {
  noticed.bits = 0;
  // The subject is of the rule's kind: whoever asks has chosen the rules by it.
  const { detect, due } = rule as Rule;
  const detection = detect(subject, world);
  const dueAt = due?.(subject, world) ?? null;
  reads.note(rule, noticed.bits);
  if (lacksSources(detection)) return { findings: [], untold: detection.cannotTell, due: dueAt };
  if (detection.length === 0 && dueAt === null) return SILENT;
  const findings = detection.map((detected) => ({ id: findingId(rule, ref, detected.of), rule, subject: ref, detected }));
  return { findings, untold: [], due: dueAt };
}

/** The answers of all rules about a subject as one value. */
export function together(answers: readonly (readonly [AnyRule, RuleAnswer])[]): SubjectFindings {
  let isFine = true;
  let due: number | null = null;
  for (const [, answer] of answers) {
    if (answer.due !== null && (due === null || answer.due < due)) due = answer.due;
    isFine = isFine && answer.findings.length === 0 && answer.untold.length === 0;
  }
  if (isFine) return due === null ? FINE : { ...FINE, due };
  return {
    findings: answers.flatMap(([, { findings }]) => findings),
    untold: answers.flatMap(([rule, { untold }]) => (untold.length === 0 ? [] : [{ rule, sources: untold }])),
    due,
  };
}
