import { describe, expect, it } from "vitest";
import { clockSkewWords } from "./clock-skew-words";

const MIN = 60_000;

describe("which clock is off", () => {
  it.each([
    [null, null, null],
    [MIN, -MIN, null],
    [5 * MIN, null, "The provider's clock is 5 min ahead of this server's: which of the two is right is not known."],
    [-5 * MIN, 0, "The provider's clock is 5 min behind this server's, with which the API server's agrees: the provider's clock is off."],
    [5 * MIN, 5 * MIN, "The provider's clock is 5 min ahead of this server's, and so is the API server's: this server's clock is off."],
    [0, 3 * MIN, "The API server's clock is 3 min ahead of this server's, with which the provider's agrees: the API server's clock is off."],
    [null, 3 * MIN, "The API server's clock is 3 min ahead of this server's: which of the two is right is not known."],
    [
      5 * MIN,
      -5 * MIN,
      "The provider's clock is 5 min ahead of this server's, and the API server's clock is 5 min behind this server's: which of the three is right is not known.",
    ],
  ])("is told of a provider's %s ms and a cluster's %s ms: %s", (providerMs, clusterMs, words) => {
    expect(clockSkewWords({ providerMs, clusterMs })).toBe(words);
  });
});
