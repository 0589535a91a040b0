import fc from "fast-check";
import { expect, it } from "vitest";
import { findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { arbitraryFindingObjects } from "@/lib/testing/finding-worlds";
import type { Rule } from "./rule";
import { RULES } from "./rules";

/** As many as second readings: `npm run prove -- findings` asks for more. */
const WORLDS = Number(process.env.FINDING_WORLDS ?? 100);

it(`a finding is gone after its patch in ${WORLDS.toLocaleString("en")} random worlds, and a rule without a patch has the reason`, {
  timeout: 3_600_000,
}, () => {
  fc.assert(
    fc.property(arbitraryFindingObjects, (objects) => {
      for (const rule of RULES) {
        const patches = findingsOf(rule as Rule, objects).filter(({ detected }) => detected.patch !== undefined);
        if (rule.noPatchBecause !== undefined) expect([rule.code, patches]).toEqual([rule.code, []]);
        else expect([rule.code, leftAfterPatch(rule as Rule, objects)]).toEqual([rule.code, []]);
      }
    }),
    { numRuns: WORLDS, seed: Number(process.env.FINDING_SEED ?? 12) },
  );
});
