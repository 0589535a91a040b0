import { describe, expect, it } from "vitest";
import { deletedMachinesPhrase, deletedSentence, deletionPhrase } from "./group-deleted";

const NOW = Date.UTC(2026, 10, 21, 14, 0, 0);
const AT = Date.UTC(2026, 10, 21, 13, 36, 56);
const deletion = { namespace: "shop", name: "checkout", at: AT, notBefore: null };

describe("the texts about a deleted group", () => {
  it.each([
    [null, "This group was deleted at 13:36:56."],
    [AT - 60_000, "This group was deleted between 13:35:56 and 13:36:56."],
  ])("state when", (notBefore, words) => {
    expect(deletedSentence({ at: AT, notBefore }, NOW, "utc")).toBe(words);
  });

  it.each([
    [0, false, "No machine is known to have been deleted with it"],
    [1, false, "1 machine was deleted with it"],
    [9, false, "9 machines were deleted with it"],
    [100, true, "At least 100 machines were deleted with it"],
  ])("state the number of machines deleted with the group: %i", (count, isCut, words) => {
    expect(deletedMachinesPhrase(count, isCut)).toBe(words);
  });

  it("deletionPhrase fits into the line below the fleet's headline", () => {
    expect(deletionPhrase(deletion, NOW, "utc")).toBe("shop/checkout was deleted 13:36:56");
  });

  it("deletionPhrase names the cluster for a viewer with several clusters", () => {
    expect(deletionPhrase({ ...deletion, cluster: "prod-eu" }, NOW, "utc")).toBe("shop/checkout in prod-eu was deleted 13:36:56");
  });
});
