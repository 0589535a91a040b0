import { describe, expect, it } from "vitest";
import { listProblemTitle } from "./list-problem";

describe("the words above a list that cannot be shown", () => {
  it.each([
    ["a filter, now", { ofQuery: true, past: false, withdrawn: false }, "The filter could not be read"],
    ["a viewer who is not let in any more", { ofQuery: false, past: false, withdrawn: true }, "Not shown any more"],
    ["a refusal, now", { ofQuery: false, past: false, withdrawn: false }, "The filter could not be read"],
    ["a filter, at a moment that is recorded", { ofQuery: true, past: true, withdrawn: false }, "The filter could not be read"],
    ["a moment before the record", { ofQuery: false, past: true, withdrawn: false }, "This list cannot be shown as it was"],
  ])("%s", (_, why, words) => {
    expect(listProblemTitle(why)).toBe(words);
  });
});
