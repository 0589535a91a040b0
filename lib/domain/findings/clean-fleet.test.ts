import { describe, expect, it } from "vitest";
import { cleanFleet } from "@/lib/testing/clean-fleet";
import { cannotTell, findingsOf } from "@/lib/testing/finding-cases";
import type { Rule } from "./rule";
import { RULES } from "./rules";

describe("a fleet of which nothing is to be said", () => {
  const fleet = cleanFleet();

  it("has machines that all answer", () => {
    expect(fleet.entries).toHaveLength(24);
    expect(fleet.entries?.filter(({ health }) => health?.status !== "True")).toEqual([]);
  });

  it.each(RULES)("$code $name finds nothing in it", (rule) => {
    expect(findingsOf(rule as Rule, fleet)).toEqual([]);
    expect(cannotTell(rule as Rule, fleet)).toBe(false);
  });
});
