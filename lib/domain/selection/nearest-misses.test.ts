import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServiceEntry, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { nearestMisses, nearestSelector } from "./nearest-misses";

const mesh = aMesh();
const SELECTOR = aServiceEntry({
  selector: [
    ["app", "a"],
    ["v", "1"],
  ],
});

describe("the nearest misses of a selector", () => {
  it("its own namespace first, then the fewest edits, the fewest labels, the name; who is taken is none", () => {
    const far = candidateEntry({ name: "far", namespace: "other" });
    const two = candidateEntry({ name: "two", specLabels: [] });
    const one = candidateEntry({ name: "one" });
    const another = candidatePod({ name: "another" });
    const taken = candidateEntry({
      name: "taken",
      specLabels: [
        ["app", "a"],
        ["v", "1"],
      ],
    });
    expect(nearestMisses(SELECTOR, [far, two, one, taken, another], mesh).map(({ candidate }) => candidate)).toEqual([another, one, two, far]);
  });
});

describe("the selector that misses a machine least", () => {
  it.each([
    ["the one that needs least", [aServiceEntry({ namespace: "other" }), SELECTOR], "SELECTOR"],
    ["of two that need one label, the one that finds more of what it wants", [aKubernetesService({ selector: [["app", "b"]] }), SELECTOR], "SELECTOR"],
    ["none where one takes it", [SELECTOR, aKubernetesService()], null],
    ["none where there is none", [], null],
  ])("%s", (_fact, selectors, expected) => {
    const found = nearestSelector(selectors, candidateEntry(), mesh);
    expect(found?.selector ?? null).toEqual(expected === null ? null : SELECTOR);
  });
});
