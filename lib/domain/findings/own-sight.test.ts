import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingsOf } from "@/lib/testing/finding-cases";
import { arbitraryFindingObjects } from "@/lib/testing/finding-worlds";
import { OWN_SIGHT_RULES } from "./own-sight";
import type { Rule } from "./rule";
import { RULES } from "./rules";

const rules = RULES.filter(({ code }) => OWN_SIGHT_RULES.includes(code)) as unknown as readonly Rule[];
const NAMESPACES = ["shop", "data", "web", "legacy"];

describe("rules of one's own sight", () => {
  it("are rules, each named once", () => expect(rules.map(({ code }) => code)).toEqual(OWN_SIGHT_RULES));

  it("find in a namespace what they find where nothing else is to be seen", () => {
    fc.assert(
      fc.property(arbitraryFindingObjects, fc.constantFrom(...NAMESPACES), (objects, namespace) => {
        const isHere = (one: { readonly namespace: string }) => one.namespace === namespace;
        const { entries = [], groups = [], now } = objects;
        const alone = { entries: entries.filter(isHere), groups: groups.filter(isHere), ...(now === undefined ? {} : { now }) };
        for (const rule of rules) {
          const all = findingsOf(rule, objects).filter(({ subject }) => subject.startsWith(`${namespace}/`));
          expect([rule.code, all]).toEqual([rule.code, findingsOf(rule, alone)]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
