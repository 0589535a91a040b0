import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServiceEntry, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { type MissContext, nearestMisses, nearestSelector, oneEditMiss, refusalsOf } from "./nearest-misses";
import type { Selector } from "./objects";
import type { Candidate } from "./reasons";

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

describe("a miss by one thing that an edit fixes", () => {
  const other = candidateEntry({
    specLabels: [
      ["app", "a"],
      ["v", "2"],
    ],
  });
  const fits = { labelsFrom: { fits: true } };
  const ofGroup = { labelsFrom: { fits: false } };
  const label = { on: "machine", set: "labels", labels: [["v", "1"]] };
  const select = (...labels: (readonly [string, string])[]) => ({ on: "selector", set: "selector", labels });

  it.each<[string, Selector, Candidate, Partial<MissContext>, object | null]>([
    ["a label that a hand-written machine lacks", SELECTOR, candidateEntry(), {}, label],
    ["a label in which a machine differs from its own group", SELECTOR, other, fits, label],
    ["a label that comes from another group", SELECTOR, other, ofGroup, null],
    ["the same where the selector matches nobody: the selector", SELECTOR, other, { ...ofGroup, selectsNothing: true }, select(["app", "a"], ["v", "2"])],
    [
      "a label that another group lacks, and a selector that matches nobody",
      SELECTOR,
      candidateEntry(),
      { ...ofGroup, selectsNothing: true },
      select(["app", "a"]),
    ],
    [
      "the only label of the selector, which another group lacks",
      aServiceEntry(),
      candidateEntry({ specLabels: [] }),
      { ...ofGroup, selectsNothing: true },
      null,
    ],
    ["two labels", SELECTOR, candidateEntry({ specLabels: [] }), {}, null],
    ["a label and an address", SELECTOR, candidateEntry({ address: "vm.example.com" }), {}, null],
    ["a host name as address", aServiceEntry(), candidateEntry({ address: "vm.example.com" }), ofGroup, { on: "selector", set: "resolution", value: "DNS" }],
    ["the namespace", aServiceEntry({ namespace: "far" }), candidateEntry(), ofGroup, { on: "selector", set: "namespace", value: "shop" }],
    ["the namespace and a label", { ...SELECTOR, namespace: "far" }, candidateEntry(), {}, null],
    ["a failed probe, which no edit fixes", aServiceEntry(), candidateEntry({ gate: "true", health: { status: "False", message: "" } }), {}, null],
    ["a Pod that has ended, which no edit fixes", aServiceEntry(), candidatePod({ phase: "Failed" }), {}, null],
  ])("%s", (_fact, selector, candidate, context, change) => {
    const refusals = refusalsOf({ selector, candidate }, mesh) ?? [];
    const miss = oneEditMiss({ candidate, refusals }, { selector, labelsFrom: null, selectsNothing: false, ...context });
    expect(miss?.refusals.map((one) => one.change) ?? null).toEqual(change === null ? null : [change]);
  });
});
