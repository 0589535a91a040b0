import { describe, expect, it } from "vitest";
import { oneLine } from "./one-line";
import { shownText } from "./shown-text";

describe("lines as one", () => {
  it("are parted by semicolons, and an empty one is none", () => {
    expect(oneLine("a: 1 → 2\n\nb: 3 → 4")).toBe("a: 1 → 2; b: 3 → 4");
    expect(oneLine(["storefront −5: vm-1", "istiod rolled"])).toBe("storefront −5: vm-1; istiod rolled");
  });

  it("have no end of a line left that would be spelled out where they are shown", () => {
    expect(shownText(oneLine("a\nb"))).toBe("a; b");
  });
});
