import { describe, expect, it } from "vitest";
import { reviewSentence, thereWords } from "./review-words";

describe("the review", () => {
  it.each([
    [{ made: 0, left: 3, refused: 0 }, "3 objects, in this order."],
    [{ made: 0, left: 1, refused: 0 }, "1 object, in this order."],
    [{ made: 1, left: 2, refused: 0 }, "The API server has 1 of 3. Apply the rest: what is there is not made twice."],
    [{ made: 3, left: 0, refused: 0 }, "The API server has all of them."],
    [{ made: 0, left: 2, refused: 1 }, "1 of 2 would be refused: nothing is applied until that is put right, and all of it can be copied for Git."],
  ])("says of %j what is left to do", (counts, words) => {
    expect(reviewSentence(counts)).toBe(words);
  });

  it("leaves alone what is there, and says the way out", () => {
    expect(thereWords({ kind: "ServiceAccount", isReadable: false })).toMatch(/used as it is/);
    expect(thereWords({ kind: "Service", isReadable: false })).toMatch(/cannot be read.*choose another name/);
    expect(thereWords({ kind: "WorkloadGroup", isReadable: true })).toMatch(/says something else/);
  });
});
