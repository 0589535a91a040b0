import type { Dated } from "@/lib/server/derive/derived-values";
import type { ClusterFindings } from "./cluster-findings";
import { ALWAYS_FINE, askRule, type RuleAnswer, SILENT, together } from "./evaluate-rules";
import type { AnyRule, SubjectFindings } from "./finding";
import { FleetFindingsWorld } from "./fleet-findings-world";
import type { AskedEntry } from "./noticing-reads";
import { READ } from "./reads";

/** What was found about an entry, and what was read for it, as bits. */
export interface EntryAnswer {
  readonly found: Dated<SubjectFindings>;
  readonly reads: number;
}

/**
 * Asks these rules about an entry, as of a moment (milliseconds). Where nothing but time has passed since `before` was found, only those are asked
 * that read the clock: of all others it holds. null = all of them are asked. Of an entry that cannot be read nothing is found.
 */
export function askEntry(here: ClusterFindings, rules: readonly AnyRule[], asked: AskedEntry, at: number, before: SubjectFindings | null): EntryAnswer {
  const { namespace, uid, unreadable } = asked.entry;
  if (unreadable !== null) return { found: ALWAYS_FINE, reads: READ.own };
  const subject = { kind: "entry", cluster: here.cluster, namespace, key: uid } as const;
  const world = new FleetFindingsWorld(here, subject, at, asked);
  here.noticed.bits = READ.own;
  const answers: [AnyRule, RuleAnswer][] = [];
  for (const rule of here.gates.able(rules, namespace)) {
    const holds = before !== null && rule.due === undefined;
    const answer = holds ? answerOf(before, rule) : askRule(rule, subject, asked.entry, world);
    if (answer !== SILENT) answers.push([rule, answer]);
  }
  return { found: together(answers), reads: here.noticed.bits };
}

/** What a rule without a clock had answered. */
function answerOf({ findings, untold }: SubjectFindings, rule: AnyRule): RuleAnswer {
  if (findings.length === 0 && untold.length === 0) return SILENT;
  return {
    findings: findings.filter((finding) => finding.rule === rule),
    untold: untold.find((one) => one.rule === rule)?.sources ?? [],
    due: null,
  };
}
