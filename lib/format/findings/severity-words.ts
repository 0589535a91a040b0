import type { FindingSeverity, RuleSubjectKind } from "@/lib/domain/findings/rule";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** A severity as a word, its tone, and what it means. */
export const SEVERITY_WORDS: Readonly<Record<FindingSeverity, { readonly word: string; readonly tone: Tone; readonly means: string }>> = {
  error: { word: "Error", tone: "bad", means: "Traffic is lost or goes astray now." },
  warning: { word: "Warning", tone: "warn", means: "It will fail when something else happens, or nobody can rely on it." },
  note: { word: "Note", tone: "idle", means: "Worth knowing; nothing fails by it." },
};

/** What a finding is about: one of them, and many. */
export const SUBJECT_WORDS: Readonly<Record<RuleSubjectKind, readonly [one: string, many: string]>> = {
  entry: ["machine", "machines"],
  group: ["group", "groups"],
  host: ["host", "hosts"],
  network: ["network", "networks"],
  place: ["locality", "localities"],
  replica: ["istiod replica", "istiod replicas"],
  mesh: ["cluster", "clusters"],
};

/** A value of a facet of findings in words; what has none stands as it is. */
export function findingFacetWords(facet: string, value: string): string {
  if (facet === "severity" && value in SEVERITY_WORDS) return SEVERITY_WORDS[value as FindingSeverity].word;
  if (facet === "kind" && value in SUBJECT_WORDS) return SUBJECT_WORDS[value as RuleSubjectKind][1];
  return value;
}
