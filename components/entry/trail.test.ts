import { describe, expect, it } from "vitest";
import { placeIn, type Trail } from "./trail";

const trail: Trail = { list: "/entries?q=zone%3Aa", matched: 318, offset: 30, hrefs: ["/a", "/b", "/c"] };

describe("the way through a filtered list", () => {
  it("knows the place in the whole list, and both neighbours", () => {
    expect(placeIn(trail, "/b")).toEqual({ list: "/entries?q=zone%3Aa", place: 32, matched: 318, before: "/a", after: "/c" });
  });

  it("ends where the list that was in the browser ends", () => {
    expect(placeIn(trail, "/a")?.before).toBeNull();
    expect(placeIn(trail, "/c")?.after).toBeNull();
  });

  it("is none for an entry that was not opened from a list", () => {
    expect(placeIn(trail, "/elsewhere")).toBeNull();
    expect(placeIn(null, "/a")).toBeNull();
  });
});
