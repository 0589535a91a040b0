import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServiceEntry, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { mismatchesWithFixes, missesNearestFirst, missWithOneFix, nearestMeshService, type SelectionMissContext } from "./nearest-misses";
import type { MeshService } from "./objects";
import type { SelectionCandidate } from "./reasons";

const mesh = aMesh();
const SELECTOR = aServiceEntry({
  selector: [
    ["app", "a"],
    ["v", "1"],
  ],
});

describe("the machines that a selector does not select", () => {
  it("the nearest misses of a selector are sorted by own namespace, fewest edits, fewest labels and name, and exclude selected machines", () => {
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
    expect(missesNearestFirst(SELECTOR, [far, two, one, taken, another], mesh).map(({ candidate }) => candidate)).toEqual([another, one, two, far]);
  });
});

describe("the object that needs the fewest edits to select a machine", () => {
  it.each([
    ["is the one with the fewest edits", [aServiceEntry({ namespace: "other" }), SELECTOR], "SELECTOR"],
    ["is, of two that need one label, the one with more matching labels", [aKubernetesService({ selector: [["app", "b"]] }), SELECTOR], "SELECTOR"],
    ["is null if an object already selects the machine", [SELECTOR, aKubernetesService()], null],
    ["is null if there is no object", [], null],
  ])("the selector that misses a machine by the least: %s", (_fact, selectors, expected) => {
    const found = nearestMeshService(selectors, candidateEntry(), mesh);
    expect(found?.selector ?? null).toEqual(expected === null ? null : SELECTOR);
  });
});

describe("missWithOneFix", () => {
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

  it.each<[string, MeshService, SelectionCandidate, Partial<SelectionMissContext>, object | null]>([
    ["edits the label that a hand-written machine lacks", SELECTOR, candidateEntry(), {}, label],
    ["edits the label in which a machine differs from its own group", SELECTOR, other, fits, label],
    ["edits nothing if another group sets the label", SELECTOR, other, ofGroup, null],
    [
      "edits the selector if it matches no machine and another group sets the label",
      SELECTOR,
      other,
      { ...ofGroup, selectsNothing: true },
      select(["app", "a"], ["v", "2"]),
    ],
    [
      "removes a label that another group does not have, if the selector matches no machine",
      SELECTOR,
      candidateEntry(),
      { ...ofGroup, selectsNothing: true },
      select(["app", "a"]),
    ],
    [
      "edits nothing if another group does not have the selector's only label",
      aServiceEntry(),
      candidateEntry({ specLabels: [] }),
      { ...ofGroup, selectsNothing: true },
      null,
    ],
    ["edits nothing if two labels differ", SELECTOR, candidateEntry({ specLabels: [] }), {}, null],
    ["edits nothing if a label and the address do not match", SELECTOR, candidateEntry({ address: "vm.example.com" }), {}, null],
    [
      "edits the resolution if the address is a host name",
      aServiceEntry(),
      candidateEntry({ address: "vm.example.com" }),
      ofGroup,
      { on: "selector", set: "resolution", value: "DNS" },
    ],
    [
      "edits the selecting object's namespace if only that differs",
      aServiceEntry({ namespace: "far" }),
      candidateEntry(),
      ofGroup,
      { on: "selector", set: "namespace", value: "shop" },
    ],
    ["edits nothing if the namespace and a label differ", { ...SELECTOR, namespace: "far" }, candidateEntry(), {}, null],
    ["edits nothing for a failed probe", aServiceEntry(), candidateEntry({ gate: "true", health: { status: "False", message: "" } }), {}, null],
    ["edits nothing for a Pod that has ended", aServiceEntry(), candidatePod({ phase: "Failed" }), {}, null],
  ])("missWithOneFix: %s", (_fact, selector, candidate, context, change) => {
    const refusals = mismatchesWithFixes({ selector, candidate }, mesh) ?? [];
    const miss = missWithOneFix({ candidate, refusals }, { selector, labelsFrom: null, selectsNothing: false, ...context });
    expect(miss?.refusals.map((one) => one.change) ?? null).toEqual(change === null ? null : [change]);
  });
});
