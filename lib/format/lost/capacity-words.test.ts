import { describe, expect, it } from "vitest";
import type { UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { capacityMeaning, capacityWords, ratioText } from "./capacity-words";

describe("how the rest would cope", () => {
  it.each<[UtilizationAfterLoss, string, string]>([
    [{ kind: "nobody", ratio: 0 }, "Nobody", "No selected and healthy endpoint is left."],
    [{ kind: "overloaded", ratio: 1.92 }, "Overloaded 1.9 ×", "Each of the rest would carry 1.9 times what it can, with 30 % to spare."],
    [{ kind: "full", ratio: 0.99 }, "Full", "The rest would have next to no room left, with 30 % to spare."],
    [{ kind: "unknown", ratio: 0 }, "Not known", "Whoever may be left is not visible here."],
    [{ kind: "carries", ratio: 0.8 }, "Carries it", "The rest carries it, with 30 % to spare."],
    [{ kind: "whole", ratio: 0.77 }, "Whole", "Nothing of it is lost."],
    [{ kind: "idle", ratio: 0 }, "Nobody before", "It had no selected and healthy endpoint before."],
  ])("%o", (capacity, words, meaning) => {
    expect([capacityWords(capacity), capacityMeaning(capacity, 30)]).toEqual([words, meaning]);
  });

  it("never reads as just enough where it is too much", () => {
    expect([1.01, 1.04, 1.06, 2, 12.3, 1].map(ratioText)).toEqual(["1.1", "1.1", "1.1", "2.0", "12", "1.0"]);
  });
});
