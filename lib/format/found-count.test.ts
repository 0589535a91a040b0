import { expect, it } from "vitest";
import { foundCountWords, untoldRulesWords } from "./found-count";

it.each([
  [{ error: 2, warning: 1, note: 3 }, "2 errors, 1 warning and 3 notes found"],
  [{ error: 1, warning: 0, note: 0 }, "1 error found"],
  [{ error: 0, warning: 0, note: 0 }, "nothing found"],
])("%j is told: %s", (counts, words) => expect(foundCountWords(counts)).toBe(words));

it("rules that cannot tell are told with their number", () => {
  expect(untoldRulesWords(1)).toBe("Nothing found, and 1 rule cannot tell, as what it needs is not visible.");
  expect(untoldRulesWords(3)).toBe("Nothing found, and 3 rules cannot tell, as what they need is not visible.");
});
