import { expect, it } from "vitest";
import { FINDING_SEVERITIES, RULE_SUBJECT_KINDS } from "@/lib/domain/findings/rule";
import { findingFacetWords, SEVERITY_WORDS, SUBJECT_WORDS } from "./severity-words";

it("each severity has a word, a tone of its own and a meaning", () => {
  expect(new Set(FINDING_SEVERITIES.map((severity) => SEVERITY_WORDS[severity].tone)).size).toBe(FINDING_SEVERITIES.length);
  for (const severity of FINDING_SEVERITIES) expect(SEVERITY_WORDS[severity].means).toMatch(/\.$/);
});

it.each([
  ["severity", "error", "Error"],
  ["kind", "place", "localities"],
  ["namespace", "error", "error"],
  ["severity", "dire", "dire"],
])("the value of %s %s reads %s", (facet, value, words) => {
  expect(findingFacetWords(facet, value)).toBe(words);
});

it("each subject has a word for one and for many", () => {
  for (const subject of RULE_SUBJECT_KINDS) expect(SUBJECT_WORDS[subject]).toHaveLength(2);
});
