import { describe, expect, it } from "vitest";
import { bundleHeadline, formsWords, handedWords, noTokenWords, revisionHint, TOMORROW, tokenLifeWords } from "./bundle-page-words";

describe("the words of the page of files", () => {
  it.each([
    [tokenLifeWords(59_500), "ends in 1:00"],
    [tokenLifeWords(3_600_000), "ends in 1:00:00"],
    [tokenLifeWords(0), "ended: make another"],
    [handedWords({ name: "a.tar.gz", leftMs: 60_000 }), "a.tar.gz was handed to your browser. Its token is nowhere else, and ends in 1:00."],
    [handedWords({ name: "a.tar.gz", leftMs: 0 }), "a.tar.gz was handed to your browser. Its token is nowhere else, and has ended: make another."],
    [handedWords({ name: "a.tar.gz", leftMs: null }), "a.tar.gz was handed to your browser, without a token."],
    [revisionHint({ revisions: [], source: "" }), "empty: the one without a name; no istiod can be seen from here"],
    [revisionHint({ revisions: ["1-31-2", "default"], source: "" }), "empty: the one without a name; here: 1-31-2 and default"],
    [revisionHint({ revisions: ["stable"], source: "from the preset Web" }), "from the preset Web; empty: the one without a name; here: stable"],
    [
      noTokenWords({ missing: "The verb create is missing" }),
      "You may not make tokens. The verb create is missing. The files come without one; whoever may runs the command below.",
    ],
  ])("%s", (said, expected) => {
    expect(said).toBe(expected);
  });

  it("says where the forms are, before and after the files are shown", () => {
    expect(formsWords({ isShown: false })).toMatch(/^User data for cloud-init comes with each machine's files, on this page or in the archive; /);
    expect(formsWords({ isShown: true })).toMatch(/^User data for cloud-init stands with each machine's files; /);
  });

  it("counts machines", () => {
    expect(bundleHeadline({ group: "web", machines: 1 })).toEqual({ strong: "Five files", rest: "let a machine join web." });
    expect(bundleHeadline({ group: "web", machines: 3 })).toEqual({ strong: "Five files for each of 3 machines", rest: "let them join web." });
  });

  it("tells a day off from a reboot", () => {
    expect(TOMORROW.map(({ when }) => when)).toContain("Off for more than a day");
    expect(TOMORROW.find(({ when }) => when === "A reboot")?.what).toMatch(/^Nothing\./);
  });
});
