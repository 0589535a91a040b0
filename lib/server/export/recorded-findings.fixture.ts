import { parseFindingsQuery } from "@/lib/contract/url/list-filters";
import type { AnyRule } from "@/lib/domain/findings/rule";
import { RULES } from "@/lib/domain/findings/rules";
import type { Finding } from "@/lib/server/findings/finding";
import { filteredFindings } from "@/lib/server/findings/list/filter-findings";
import { sortFindings } from "@/lib/server/findings/list/sort-findings";

/** A recording of the list of findings. */
interface RecordedFindings {
  /** The names of the rules in the order in which they were recorded (`recorded-rules.json`). */
  readonly rules: readonly string[];
  /** The codes that each query selects, in order (`findings` in `recorded-filters.json`). */
  readonly answers: Readonly<Record<string, string>>;
}

/**
 * One finding of each rule, in one of two namespaces. Its object has the name of the rule. The position in the recording decides namespace, cluster and
 * evidence, so that a new rule changes nothing about the others.
 */
function sampleFindings(recorded: readonly string[], rules: readonly AnyRule[]): readonly Finding[] {
  const names = [...new Set([...recorded, ...rules.map(({ name }) => name)])];
  return rules.map((rule) => {
    const position = names.indexOf(rule.name);
    const namespace = position % 2 === 0 ? "shop" : "legacy";
    const subject = { kind: rule.subject, cluster: position % 3 === 0 ? "prod-us" : "prod-eu", namespace, key: rule.name };
    const objects = ["", ...(position === 0 ? ["second-"] : [])].map((prefix) => ({ kind: "WorkloadEntry", namespace, name: `${prefix}${rule.name}` }));
    return { id: rule.code, rule, subject, detected: { objects, evidence: { said: `evidence-${position}` } }, mute: null };
  });
}

/** Returns the codes that each query of the recording selects, in order. */
export function findingAnswers({ rules: recorded, answers }: RecordedFindings, rules: readonly AnyRule[] = RULES): Readonly<Record<string, string>> {
  const findings = sampleFindings(recorded, rules);
  const codes = (search: string) => {
    const { terms, sort } = parseFindingsQuery(search);
    return sortFindings(filteredFindings(findings, terms).matched, sort, () => null).map(({ id }) => id);
  };
  return Object.fromEntries(Object.keys(answers).map((search) => [search, codes(search).join(" ")]));
}

/** Adds each new rule, with a query for its name and one for its code. Throws if a recorded answer changes in another way. */
export function withNewRules({ rules, answers }: RecordedFindings): RecordedFindings {
  const added = RULES.filter(({ name }) => !rules.includes(name));
  const queries = added.flatMap(({ code, name }) => [`q=rule:${name}`, `q=rule:${code.toLowerCase()}`]);
  const next = { rules: [...rules, ...added.map(({ name }) => name)], answers: { ...answers, ...Object.fromEntries(queries.map((search) => [search, ""])) } };
  const found = findingAnswers(next);
  const changed = Object.keys(answers).filter((search) => withoutCodes(found[search], added) !== answers[search]);
  if (changed.length > 0) throw new Error(`The answers to recorded queries would change: ${changed.join(", ")}`);
  return { ...next, answers: found };
}

/** Removes the codes of rules from an answer. */
export function withoutCodes(answer: string | undefined, rules: readonly Pick<AnyRule, "code">[]): string {
  const isOther = (code: string) => rules.every((rule) => rule.code !== code);
  return (answer ?? "").split(" ").filter(isOther).join(" ");
}
