import { expect, it } from "vitest";
import { RULES } from "@/lib/domain/findings/rules";
import { findingId } from "./finding";
import { subjectOfFinding } from "./finding-subject";

it.each(RULES.map((rule) => [rule.name, rule] as const))("the name of a finding of %s says what it is about", (_, rule) => {
  const subject = { kind: rule.subject, cluster: "prod/eu", namespace: "shop", key: "Service/shop/a b%" };
  expect(subjectOfFinding(findingId(rule, subject, "a/b"), RULES)).toEqual({ rule, subject });
  expect(subjectOfFinding(findingId(rule, subject, undefined), RULES)).toEqual({ rule, subject });
});

it.each(["", "STL999/a/b/c", "rule/STL101", "STL101/a"])("%j is none", (id) => {
  expect(subjectOfFinding(id, RULES)).toBeNull();
});
