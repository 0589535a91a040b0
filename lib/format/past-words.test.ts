import { describe, expect, it } from "vitest";
import { pastDoubts, unreadPart } from "./past-words";

const T = Date.UTC(2026, 10, 21, 3, 12, 24);
const NOW = T + 3_600_000;
const known = { since: T - 60_000 };

describe("what a page of the past cannot know", () => {
  it.each([
    ["nothing, where all was seen", T, { gaps: [], recorded: known }, []],
    ["nothing yet, before the answer", T, null, []],
    ["a moment that has not come", NOW + 1, null, ["This moment is still to come: what is shown is the last that is known."]],
    ["a moment before the record", T - 61_000, { gaps: [], recorded: known }, ["Nobody recorded this moment: it was before the record begins."]],
    ["anything, without a record", T, { gaps: [], recorded: { since: null } }, ["Nothing is recorded yet."]],
    [
      "a moment in a gap",
      T,
      { gaps: [{ reason: "the recorder was not running", blindTo: [] }], recorded: known },
      ["Nobody recorded this moment; what is shown is the last that was seen. The recorder was not running."],
    ],
    [
      "learned sizes that are computed",
      T,
      { gaps: [], recorded: known, sizesComputed: true },
      ["Learned sizes are computed. An earlier version did not store the sizes that its pages showed."],
    ],
    [
      "connections, where Pods were denied",
      T,
      { gaps: [{ reason: "Pods were denied", blindTo: ["istiod-pods"] }], recorded: known },
      ["Then istiod's Pods were not seen, so connections are unverified. Pods were denied."],
    ],
  ] satisfies readonly [string, number, Parameters<typeof pastDoubts>[2], readonly string[]][])("is %s", (_what, at, then, doubts) => {
    expect(pastDoubts(at, NOW, then)).toEqual(doubts);
  });
});

describe("a part of an address that cannot be read", () => {
  it("is quoted, with what is shown instead and the way out", () => {
    expect(unreadPart({ name: "at", spelled: "banana", form: "a moment" })).toEqual({
      title: "Not understood",
      sentence: "The address says at=banana, which is no moment. What you see is of now.",
      todo: "Write a moment, or take at= out of the address.",
    });
    expect(unreadPart({ name: "window", spelled: "25h", form: "15m or 1h" }).sentence).toContain("window=25h, which is no window of time");
  });

  it("is cut between characters where it is long", () => {
    const { sentence } = unreadPart({ name: "at", spelled: "🐛".repeat(100), form: "" });
    expect(sentence).toContain(`${"🐛".repeat(60)}…`);
    expect(sentence).not.toMatch(/[\uD800-\uDFFF](?![\uDC00-\uDFFF])(?<![\uD800-\uDBFF][\uDC00-\uDFFF])/);
  });
});
