import { describe, expect, it } from "vitest";
import { listProblemTitle } from "./list-problem";

describe("the words above a list that cannot be shown", () => {
  it.each([
    ["a filter, now", { ofQuery: true, past: false }, "The filter could not be read"],
    ["a refusal, now", { ofQuery: false, past: false }, "The filter could not be read"],
    ["a filter, at a moment that is recorded", { ofQuery: true, past: true }, "The filter could not be read"],
    ["a moment before the record", { ofQuery: false, past: true }, "This list cannot be shown as it was"],
  ])("%s", (_, why, words) => {
    expect(listProblemTitle(why)).toBe(words);
  });
});
