import { expect, it } from "vitest";
import { type MismatchInput, mismatchMeaning, mismatchSentence } from "./mismatch-words";

const mismatch = (change: Partial<MismatchInput> = {}): MismatchInput => ({
  ...{ namespace: "shop", group: "checkout", wantedBy: "namespace", wanted: "1-31", isUnknown: false, heldBy: [{ revision: "1-30", count: 5 }], others: 5 },
  ...change,
});

it.each<[Partial<MismatchInput>, string, RegExp]>([
  [{}, "Namespace shop asks for 1-31, and 5 machines are held by 1-30.", /its own configuration/],
  [
    { wantedBy: "group", others: 1, heldBy: [{ revision: "1-30", count: 1 }] },
    "Its label istio.io/rev asks for 1-31, and 1 machine is held by 1-30.",
    /not seen by the istiod/,
  ],
  [
    {
      heldBy: [
        { revision: "1-30", count: 4 },
        { revision: "1-29", count: 1 },
      ],
    },
    "Namespace shop asks for 1-31, and 5 machines are held by 1-30 (4) and 1-29 (1).",
    /its own configuration/,
  ],
  [{ wanted: "stable", isUnknown: true }, "Namespace shop asks for stable, and 5 machines are held by 1-30.", /may be a tag/],
])("%j", (change, sentence, meaning) => {
  expect(mismatchSentence(mismatch(change))).toBe(sentence);
  expect(mismatchMeaning(mismatch(change))).toMatch(meaning);
});
