import { describe, expect, it } from "vitest";
import { cleanFleet } from "@/lib/testing/clean-fleet";
import { cannotTell, findingsOf } from "@/lib/testing/finding-cases";
import type { Rule } from "./rule";
import { RULES } from "./rules";

describe("a fleet without faults", () => {
  const fleet = cleanFleet();

  it("a fleet without faults has healthy machines only", () => {
    expect(fleet.entries).toHaveLength(24);
    expect(fleet.entries?.filter(({ health }) => health?.status !== "True")).toEqual([]);
  });

  it.each(RULES)("a fleet without faults has no finding of $code $name", (rule) => {
    expect(findingsOf(rule as Rule, fleet)).toEqual([]);
    expect(cannotTell(rule as Rule, fleet)).toBe(false);
  });
});
