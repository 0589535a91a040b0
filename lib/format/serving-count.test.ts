import { expect, it } from "vitest";
import { countSentence } from "./serving-count";

const counts = (serving: number, doubted: number, total: number | null) => ({ serving, doubted, expected: total === null ? null : 1, fullTotal: total ?? 9 });

it.each([
  [counts(18, 0, 20), "18 of 20 machines serve"],
  [counts(18, 2, 20), "18 of 20 machines serve, 2 unverified"],
  [counts(4, 0, null), "4 machines serve"],
  [counts(4, 1, null), "4 machines serve, 1 unverified"],
  [counts(1, 0, null), "1 machine serves"],
  [counts(0, 0, 1), "0 of 1 machine serves"],
  [counts(1204, 0, 1300), "1,204 of 1,300 machines serve"],
])("describes %j as %j", (input, text) => expect(countSentence(input)).toBe(text));
