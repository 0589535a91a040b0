import { describe, expect, it } from "vitest";
import type { Leaving } from "./leaving";
import { isStillListed, MOMENTS, tallyOfLeaving } from "./moments";

const GRACE: Leaving = { kind: "grace", why: "noticed", from: 20, to: 50 };
const AGE: Leaving = { kind: "age", why: "died-with-replica", from: 700, to: 800, isAssumed: false };
const GHOST: Leaving = { kind: "age", why: "replica-gone-before", from: 300, to: 400, isAssumed: true };
const NEVER: Leaving = { kind: "never", why: "static" };
const UNKNOWN: Leaving = { kind: "unknown", why: "replicas-not-visible" };

describe("who is still listed", () => {
  it.each<[string, Leaving, readonly boolean[]]>([
    ["whose replica lives leaves after the grace period", GRACE, [true, false, false]],
    ["who died with the replica leaves with the sweep", AGE, [true, true, false]],
    ["a static one stays", NEVER, [true, true, true]],
    ["of whom nobody knows counts as listed", UNKNOWN, [true, true, true]],
  ])("%s", (_, leaving, listed) => {
    expect(MOMENTS.map((moment) => isStillListed(moment, leaving))).toEqual(listed);
  });
});

describe("how lost machines leave", () => {
  it("is counted by way, with the moments between which the first and the last are gone", () => {
    expect(tallyOfLeaving([GRACE, { ...GRACE, from: 10, to: 90 }, AGE, GHOST, NEVER, UNKNOWN])).toEqual({
      ...{ grace: 2, age: 2, withReplica: 1, never: 1, unknown: 1 },
      ...{ graceSpan: { from: 10, to: 90 }, ageSpan: { from: 300, to: 800 }, isAgeAssumed: true },
    });
  });

  it("is nothing where nobody is lost", () => {
    expect(tallyOfLeaving([])).toMatchObject({ grace: 0, age: 0, graceSpan: null, ageSpan: null, isAgeAssumed: false });
  });
});
