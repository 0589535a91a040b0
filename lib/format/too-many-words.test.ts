import { expect, it } from "vitest";
import { tooManyEntriesWords, tooManyGroupsWords } from "./too-many-words";

it("more than can be done at once says how many can, and of what", () => {
  expect(tooManyEntriesWords({ most: 100 })).toBe("At most 100 entries are deleted at once: choose fewer.");
  expect(tooManyGroupsWords({ most: 50 })).toBe("At most 50 groups are marked at once: choose fewer machines.");
});
