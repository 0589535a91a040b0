import { describe, expect, it } from "vitest";
import type { FindingsCounts } from "@/lib/domain/statements/findings";
import { findingsHeadline, findingsLine } from "./findings-headline";

const input = (own: Partial<FindingsCounts> = {}): FindingsCounts => ({
  ...{ total: 0, errors: 0, warnings: 0, notes: 0, machines: 1_028, groups: 25, hosts: 24, rules: 42, untold: 0, settled: true, muted: 0, mutedForAll: 0 },
  ...own,
});
const NOW = { past: false } as const;
const THEN = { past: true, at: "at 04:16:12", moment: 0 } as const;
const sentence = (own: Partial<FindingsCounts>, tense: typeof NOW | typeof THEN = NOW) => {
  const { strong, rest, trouble } = findingsHeadline(input(own), tense);
  return [`${strong}${rest}`, ...trouble.map(({ text }) => text)].join(" ");
};

describe("the first line", () => {
  it.each([
    [{ total: 11, errors: 3 }, "11 findings. Three are errors."],
    [{ total: 1, errors: 1 }, "1 finding. It is an error."],
    [{ total: 2, errors: 2 }, "2 findings. All are errors."],
    [{ total: 5, errors: 1 }, "5 findings. One is an error."],
    [{ total: 5 }, "5 findings."],
    [{ total: 5, settled: false }, "At least 5 findings."],
    [{}, "Nothing found."],
    [{ untold: 2 }, "Nothing found by the rules that can tell."],
    [{ settled: false }, "Nothing found yet."],
  ])("of %o is: %s", (own, said) => {
    expect(sentence(own)).toBe(said);
  });

  it("speaks of the past in the past", () => {
    expect(sentence({ total: 11, errors: 3 }, THEN)).toBe("11 findings at 04:16:12. Three were errors.");
  });
});

describe("the second line", () => {
  it("says over what, and what is not told", () => {
    const parts = findingsLine(input({ warnings: 2, notes: 1, untold: 3, settled: false, muted: 2, mutedForAll: 1 }));
    expect(parts.map(({ text }) => text)).toEqual([
      "2 warnings",
      "1 note",
      "42 rules over 1,028 machines, 25 groups and 24 hosts",
      "3 rules cannot tell everywhere",
      "still looking",
      "1 muted for everybody",
      "2 muted in this browser",
    ]);
    expect(parts.filter(({ tone }) => tone === "blind")).toHaveLength(2);
  });
});
