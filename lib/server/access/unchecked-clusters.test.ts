import { describe, expect, it } from "vitest";
import { clustersAsked, isUnchecked, requireChecked } from "./unchecked-clusters";

const HELD = { held: { clusters: new Set(["eu/one"]), key: "" } };

describe("a cluster of which it could not be checked what a viewer may see", () => {
  it.each([
    ["in the path", "http://x/api/c/eu%2Fone/objects", { cluster: "eu/one" }],
    ["among what is picked", "http://x/api/history/band?cluster=us&cluster=eu%2Fone", {}],
  ])("is refused with 503 where it is named %s, to the one who cannot be checked alone", (_claim, url, params) => {
    const asked = clustersAsked({ url }, params);
    expect(() => requireChecked(HELD, asked)).toThrow(expect.objectContaining({ status: 503, retryAfterSeconds: 5 }));
    expect(() => requireChecked({}, asked)).not.toThrow();
  });

  it("is no reason to refuse what names other clusters, or none", () => {
    for (const [url, params] of [
      ["http://x/api/c/us/objects", { cluster: "us" }],
      ["http://x/api/search?q=eu", undefined],
    ] as const)
      expect(() => requireChecked(HELD, clustersAsked({ url }, params))).not.toThrow();
  });

  it.each([
    ["/c/eu%2Fone/entries/shop/vm-1?uid=1", true],
    ["/c/us/entries/shop/vm-1", false],
    ["/entries?cluster=eu%2Fone", false],
    ["/c/%E0%A4%A", false],
  ])("has the page %s: %s", (address, is) => {
    expect(isUnchecked(HELD, address)).toBe(is);
    expect(isUnchecked({}, address)).toBe(false);
  });
});
