import { describe, expect, it } from "vitest";
import { countPhrase, countSentence, listPhrase, plural } from "./count";

const counted = (serving: number, doubted: number, expected: number | null) => ({ total: 20, serving, doubted, expected });

describe("a count of machines", () => {
  it.each([
    [counted(18, 0, 20), "18 of 20", "18 of 20 expected machines serve"],
    [counted(18, 2, 20), "18 +2? of 20", "18 of 20 expected machines serve, and 2 more that nobody can vouch for"],
    [counted(4, 0, null), "4 serving", "4 machines serve"],
    [counted(4, 1, null), "4 +1? serving", "4 machines serve, and 1 more that nobody can vouch for"],
    [counted(1, 0, null), "1 serving", "1 machine serves"],
    [counted(0, 0, 1), "0 of 1", "0 of 1 expected machine serves"],
    [counted(1204, 0, 1300), "1,204 of 1,300", "1,204 of 1,300 expected machines serve"],
  ])("%j reads %j", (input, phrase, sentence) => {
    expect(countPhrase(input)).toBe(phrase);
    expect(countSentence(input)).toBe(sentence);
  });

  it("takes the plural of its noun", () => {
    expect([plural(1, "entry", "entries"), plural(0, "entry", "entries"), plural(1200, "machine")]).toEqual(["1 entry", "0 entries", "1,200 machines"]);
  });

  it("lists what it names", () => {
    expect([listPhrase([]), listPhrase(["a"]), listPhrase(["a", "b"]), listPhrase(["a", "b", "c"])]).toEqual(["", "a", "a and b", "a, b and c"]);
  });
});
