import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedSubjects, findingsOf } from "@/lib/testing/finding-cases";
import { editsOf } from "@/lib/testing/finding-edits";
import { arbitraryFindingObjects } from "@/lib/testing/finding-worlds";
import type { FindingObjects, ReportedObjects } from "@/lib/testing/findings-world";
import { NAIVE_RULES, naiveFindings, naivePortDefects } from "@/lib/testing/naive-findings/all";
import type { Rule } from "./rule";
import { RULES } from "./rules";
import { groupLacksPortName, groupPortSurprise, portNameMissing, portSurprise } from "./services/ports";

/** `npm run prove -- findings` looks at 10,000 worlds, and at others with `--seed`; here at a hundredth of them. */
const WORLDS = Number(process.env.FINDING_WORLDS ?? 100);
const SEED = Number(process.env.FINDING_SEED ?? 12);
/** In so many worlds each rule fires in `ENOUGH` worlds, and is silent in as many near misses. */
const MANY = 10_000;
const ENOUGH = 20;

const subjectsFound = (rule: Rule, objects: ReportedObjects) => findingsOf(rule, objects).map(({ subject }) => subject);

/**
 * Returns true for a near miss: after one edit of a world with a finding, the rule finds nothing for the subject in the whole world. The second
 * reading must agree.
 */
function isNearMiss(rule: Rule, objects: ReportedObjects, donor: ReportedObjects): boolean {
  const before = subjectsFound(rule, objects);
  for (const edited of editsOf(objects, donor)) {
    const asked = askedSubjects(rule, edited);
    if (!before.every((subject) => asked.includes(subject))) continue;
    const after = subjectsFound(rule, edited);
    expect([rule.code, [...after].sort()]).toEqual([rule.code, naiveFindings(rule.code, edited)]);
    if (after.length === 0) return true;
  }
  return false;
}

/** Returns the world with most machines in one group. They have the group's ports or not. */
function inOneGroup(objects: FindingObjects): FindingObjects {
  const entries = (objects.entries ?? []).map((entry, at) =>
    at % 3 === 2 ? entry : { ...entry, namespace: "shop", registrationGroup: "checkout", owner: null },
  );
  const groups = (objects.groups ?? []).map((group, at) => (at === 0 ? { ...group, namespace: "shop", name: "checkout" } : { ...group, name: `other-${at}` }));
  return { ...objects, entries, groups };
}

describe("the second reading", () => {
  it("the second reading has each rule", () => expect(RULES.map(({ code }) => code).filter((code) => NAIVE_RULES[code] === undefined)).toEqual([]));

  it(`the second reading finds the same as each rule in ${WORLDS.toLocaleString("en")} random worlds`, { timeout: 3_600_000 }, () => {
    const [fires, nearMisses] = [new Map<string, number>(), new Map<string, number>()];
    const count = (counts: Map<string, number>, code: string) => counts.set(code, (counts.get(code) ?? 0) + 1);
    fc.assert(
      fc.property(arbitraryFindingObjects, arbitraryFindingObjects, (objects, donor) => {
        for (const rule of RULES as readonly Rule[]) {
          const found = subjectsFound(rule, objects);
          expect([rule.code, [...found].sort()]).toEqual([rule.code, naiveFindings(rule.code, objects)]);
          if (found.length === 0) continue;
          count(fires, rule.code);
          if ((nearMisses.get(rule.code) ?? 0) < ENOUGH && isNearMiss(rule, objects, donor)) count(nearMisses, rule.code);
        }
      }),
      { numRuns: WORLDS, seed: SEED },
    );
    const few = RULES.map(({ code }) => ({ code, fires: fires.get(code) ?? 0, nearMisses: nearMisses.get(code) ?? 0 })).filter(
      (one) => one.fires < ENOUGH || one.nearMisses < ENOUGH,
    );
    expect(WORLDS < MANY ? [] : few).toEqual([]);
  });

  it(`the second reading counts each machine with a port defect once, at the machine or at its group, in ${WORLDS.toLocaleString("en")} random worlds`, {
    timeout: 3_600_000,
  }, () => {
    const counted = (ofMachines: Rule<"entry">, ofGroups: Rule<"group">, objects: FindingObjects) => {
      const grouped = findingsOf(ofGroups, objects).map(({ detected }) => Number(detected.evidence.machines));
      return findingsOf(ofMachines, objects).length + grouped.reduce((sum, one) => sum + one, 0);
    };
    fc.assert(
      fc.property(arbitraryFindingObjects.map(inOneGroup), (objects) => {
        const found = { missing: counted(portNameMissing, groupLacksPortName, objects), unexpected: counted(portSurprise, groupPortSurprise, objects) };
        expect(found).toEqual(naivePortDefects(objects));
      }),
      { numRuns: WORLDS, seed: SEED },
    );
  });
});
