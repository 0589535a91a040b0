import { describe, expect, it } from "vitest";
import { type AssumedInput, assumptionSentences } from "./assumptions";

const PLAIN: AssumedInput = { headroom: 30, graceSpan: null, ageSpan: null, isAgeAssumed: false, hasSets: false, hasGateways: false, unplacedGateways: 0 };

describe("what is taken for granted", () => {
  it("is said whatever is lost", () => {
    expect(assumptionSentences(PLAIN)).toHaveLength(7);
    expect(assumptionSentences(PLAIN)[0]).toBe("Weights are capacity, and each of the rest can carry 30 % more than today.");
    expect(assumptionSentences(PLAIN)).toContain("Endpoints count if they are selected and healthy. Some callers do not get all of them.");
  });

  it.each<[Partial<AssumedInput>, string]>([
    [{ graceSpan: { from: 20_000, to: 50_000 } }, "A machine whose replica lives leaves after 20 to 50 s: noticed 10 to 40 s later, then the grace period."],
    [
      { ageSpan: { from: 720_000, to: 2_820_000 } },
      "One that died with its replica leaves after 12 to 47 min: 1.5 × the maximum connection age after it connected, at the next sweep.",
    ],
    [
      { ageSpan: { from: 720_000, to: 2_820_000 }, isAgeAssumed: true },
      "One that died with its replica leaves after 12 to 47 min: 1.5 × the maximum connection age, which is assumed, after it connected, at the next sweep.",
    ],
    [{ hasSets: true }, "A chosen set is machines alone: Pods, istiod and gateways near them stay."],
    [{ hasGateways: true, unplacedGateways: 1 }, "Where 1 gateway stands is not known: it counts as there."],
    [{ hasGateways: true, unplacedGateways: 2 }, "Where 2 gateways stand is not known: they count as there."],
  ])("%o", (own, sentence) => {
    expect(assumptionSentences({ ...PLAIN, ...own })).toContain(sentence);
  });
});
