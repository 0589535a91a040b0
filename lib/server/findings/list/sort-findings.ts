import { FINDING_SEVERITIES } from "@/lib/domain/findings/rule";
import { compareText } from "@/lib/domain/object/compare-text";
import type { AnyRule, Finding } from "@/lib/server/findings/finding";
import type { SinceOf } from "./since-of";

type Compare = (a: Finding, b: Finding) => number;

const firstOf = ({ detected }: Finding) => detected.objects[0];
const byPlace: Compare = (a, b) =>
  compareText(a.subject.cluster, b.subject.cluster) ||
  compareText(a.subject.namespace, b.subject.namespace) ||
  compareText(firstOf(a)?.name ?? a.subject.key, firstOf(b)?.name ?? b.subject.key) ||
  compareText(a.id, b.id);

/** Those that came last stand first; of which that is not known, at the end. */
const bySince = (sinceOf: SinceOf): Compare => {
  const at = (finding: Finding) => sinceOf(finding)?.at ?? 0;
  return (a, b) => at(b) - at(a);
};

/** The columns that sort the list, by their name in the address. */
export const FINDING_SORTS: Readonly<Record<string, Compare>> = {
  severity: (a, b) => compareRules(a.rule, b.rule),
  rule: (a, b) => compareText(a.rule.code, b.rule.code),
  name: (a, b) => compareText(firstOf(a)?.name ?? "", firstOf(b)?.name ?? ""),
  namespace: (a, b) => compareText(a.subject.namespace, b.subject.namespace),
  cluster: (a, b) => compareText(a.subject.cluster, b.subject.cluster),
};

/** Rules by severity, the worst first, then by code. */
export function compareRules(a: Pick<AnyRule, "severity" | "code">, b: Pick<AnyRule, "severity" | "code">): number {
  return FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity) || compareText(a.code, b.code);
}

/** Can a list of findings be sorted by this, as the address spells it? */
export function isFindingSort(spelled: string): boolean {
  const name = spelled.replace(/^-/, "");
  return spelled === "" || name === "since" || name in FINDING_SORTS;
}

/** Sorted as asked, the worst first where nothing is asked; what is equal stands by place and name. */
export function sortFindings(findings: readonly Finding[], spelled: string, sinceOf: SinceOf): readonly Finding[] {
  const name = spelled.replace(/^-/, "");
  const compare = name === "since" ? bySince(sinceOf) : (FINDING_SORTS[name] ?? ((a, b) => compareRules(a.rule, b.rule)));
  const by = spelled.startsWith("-") ? -1 : 1;
  return [...findings].sort((a, b) => by * compare(a, b) || byPlace(a, b));
}
