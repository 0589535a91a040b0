import { describe, expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { aKubernetesService, aMesh, aSelectableEntry } from "@/lib/testing/selection";
import { nearestServiceMiss } from "./nearest-selector";

const service = (name: string, pairs: Readonly<Record<string, string>>, own = {}) =>
  aKubernetesService({ namespace: "logistics", name, selector: sortedLabelSet(Object.entries(pairs)), ...own });
const machine = (pairs: Readonly<Record<string, string>>) => {
  const entry = aSelectableEntry({ namespace: "logistics", specLabels: sortedLabelSet(Object.entries(pairs)), metadataLabels: [] });
  return { kind: "entry", entry } as const;
};

describe("the selector that nearly selects a machine", () => {
  it.each([
    ["the one that differs in one label", { app: "labels", tier: "web" }, "labels"],
    ["null if no selector has a label in common", { team: "as400" }, null],
    ["null if the values of a common label differ completely", { app: "spark" }, null],
    ["a selector with one equal label, even if the value of another one differs completely", { app: "x", tier: "web" }, "far"],
    ["a headless Service with equal labels", { app: "stock" }, "stock"],
  ])("the selector that nearly selects a machine is %s", (_what, labels, name) => {
    const selectors = [
      service("far", { app: "x", tier: "y" }),
      service("labels", { app: "label-printer" }),
      service("stock", { app: "stock" }, { isHeadless: true }),
    ];
    expect(nearestServiceMiss(selectors, machine(labels), aMesh())?.selector.name ?? null).toBe(name);
  });

  it("the selector that nearly selects a machine is the one with the most similar value if several differ in one label", () => {
    const alike = ["a", "ledger", "label-printer", "z"].map((app) => service(app, { app }));
    expect(nearestServiceMiss(alike, machine({ app: "labels" }), aMesh())?.selector.name).toBe("label-printer");
  });

  it("the selector that nearly selects a machine is returned with the labels that differ", () => {
    const near = nearestServiceMiss([service("labels", { app: "label-printer" })], machine({ app: "labels" }), aMesh());
    expect(near?.refusals.map(({ reason }) => reason)).toEqual([{ code: "labels-differ", pairs: [{ key: "app", wanted: "label-printer", found: "labels" }] }]);
  });

  it("the selector that nearly selects a machine is found among a thousand selectors that differ more", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => service(`far-${at}`, { app: `x${at}`, tier: "y", zone: "z" }));
    expect(nearestServiceMiss([...many, service("labels", { app: "label-printer" })], machine({ app: "labels" }), aMesh())?.selector.name).toBe("labels");
  });
});
