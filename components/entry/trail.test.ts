import { describe, expect, it } from "vitest";
import { positionInSourceList, type SourceList } from "./trail";

const trail: SourceList = { list: "/entries?q=zone%3Aa", matched: 318, offset: 30, hrefs: ["/a", "/b", "/c"] };

describe("the position of an entry in the list from which it was opened", () => {
  it("is its number in the whole list, with both neighbours", () => {
    expect(positionInSourceList(trail, "/b")).toEqual({ list: "/entries?q=zone%3Aa", place: 32, matched: 318, before: "/a", after: "/c" });
  });

  it("has no neighbour beyond the rows that the browser had loaded", () => {
    expect(positionInSourceList(trail, "/a")?.before).toBeNull();
    expect(positionInSourceList(trail, "/c")?.after).toBeNull();
  });

  it("is null for an entry that was not opened from a list", () => {
    expect(positionInSourceList(trail, "/elsewhere")).toBeNull();
    expect(positionInSourceList(null, "/a")).toBeNull();
  });
});
