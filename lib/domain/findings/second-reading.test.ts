import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findingsOf } from "@/lib/testing/finding-cases";
import { arbitraryFindingObjects } from "@/lib/testing/finding-worlds";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { NAIVE_RULES, naiveFindings, naivePortDefects } from "@/lib/testing/naive-findings/all";
import { groupLacksPortName } from "./hosts/group-lacks-port-name";
import { groupPortSurprise } from "./hosts/group-port-surprise";
import { portNameMissing } from "./hosts/port-name-missing";
import { portSurprise } from "./hosts/port-surprise";
import type { Rule } from "./rule";
import { RULES } from "./rules";

/** `npm run prove -- findings` looks at 10,000 worlds, and at others with `--seed`; here at a hundredth of them. */
const WORLDS = Number(process.env.FINDING_WORLDS ?? 100);
const SEED = Number(process.env.FINDING_SEED ?? 12);
/** In so many worlds each rule has something to find. */
const MANY = 5_000;

/** The same world with most machines in one group, whose ports they have or not. */
function inOneGroup(objects: FindingObjects): FindingObjects {
  const entries = (objects.entries ?? []).map((entry, at) =>
    at % 3 === 2 ? entry : { ...entry, namespace: "shop", registrationGroup: "checkout", owner: null },
  );
  const groups = (objects.groups ?? []).map((group, at) => (at === 0 ? { ...group, namespace: "shop", name: "checkout" } : { ...group, name: `other-${at}` }));
  return { ...objects, entries, groups };
}

describe("every rule, read a second time", () => {
  it("has a second reading", () => expect(RULES.map(({ code }) => code).filter((code) => NAIVE_RULES[code] === undefined)).toEqual([]));

  it(`finds the same in ${WORLDS.toLocaleString("en")} random worlds`, { timeout: 3_600_000 }, () => {
    const found = new Map<string, number>();
    fc.assert(
      fc.property(arbitraryFindingObjects, (objects) => {
        for (const rule of RULES) {
          const told = findingsOf(rule as Rule, objects).map(({ subject }) => subject);
          expect([rule.code, [...told].sort()]).toEqual([rule.code, naiveFindings(rule.code, objects)]);
          found.set(rule.code, (found.get(rule.code) ?? 0) + told.length);
        }
      }),
      { numRuns: WORLDS, seed: SEED },
    );
    const silent = RULES.map(({ code }) => code).filter((code) => found.get(code) === 0);
    expect(WORLDS < MANY ? [] : silent).toEqual([]);
  });

  it(`counts each machine with a defect of ports once, at itself or at its group, in ${WORLDS.toLocaleString("en")} random worlds`, {
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
