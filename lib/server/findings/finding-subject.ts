import type { AnyRule, SubjectRef } from "./finding";

/** What a finding is about, read from its name (see `findingId`); null where it is none, or of a rule that this version does not know. */
export function subjectOfFinding(id: string, rules: readonly AnyRule[]): { readonly rule: AnyRule; readonly subject: SubjectRef } | null {
  const [code, cluster, namespace, key] = id.split("/").map(decodeURIComponent);
  const rule = rules.find((one) => one.code === code);
  if (rule === undefined || cluster === undefined || namespace === undefined || key === undefined) return null;
  return { rule, subject: { kind: rule.subject, cluster, namespace, key } };
}
