import { describe, expect, it } from "vitest";
import { labelSet } from "@/lib/domain/object/label-set";
import { aKubernetesService, aMesh, aSelectableEntry } from "@/lib/testing/selection";
import { nearestSelectorMiss } from "./nearest-selector";

const service = (name: string, pairs: Readonly<Record<string, string>>, own = {}) =>
  aKubernetesService({ namespace: "logistics", name, selector: labelSet(Object.entries(pairs)), ...own });
const machine = (pairs: Readonly<Record<string, string>>) => {
  const entry = aSelectableEntry({ namespace: "logistics", specLabels: labelSet(Object.entries(pairs)), metadataLabels: [] });
  return { kind: "entry", entry } as const;
};

describe("the selector that nearly takes a machine", () => {
  it.each([
    ["the one that differs in one label", { app: "labels", tier: "web" }, "labels"],
    ["none where no selector wants any of its labels", { team: "as400" }, null],
    ["none where they want another value that is nothing like its own", { app: "spark" }, null],
    ["one of which it has a label, whatever the other value is", { app: "x", tier: "web" }, "far"],
    ["a headless Service that wants its labels", { app: "stock" }, "stock"],
  ])("is %s", (_what, labels, name) => {
    const selectors = [
      service("far", { app: "x", tier: "y" }),
      service("labels", { app: "label-printer" }),
      service("stock", { app: "stock" }, { isHeadless: true }),
    ];
    expect(nearestSelectorMiss(selectors, machine(labels), aMesh())?.selector.name ?? null).toBe(name);
  });

  it("is of several that differ in one label the one spelled most like it", () => {
    const alike = ["a", "ledger", "label-printer", "z"].map((app) => service(app, { app }));
    expect(nearestSelectorMiss(alike, machine({ app: "labels" }), aMesh())?.selector.name).toBe("label-printer");
  });

  it("names what differs", () => {
    const near = nearestSelectorMiss([service("labels", { app: "label-printer" })], machine({ app: "labels" }), aMesh());
    expect(near?.refusals.map(({ reason }) => reason)).toEqual([{ code: "labels-differ", pairs: [{ key: "app", wanted: "label-printer", found: "labels" }] }]);
  });

  it("is found among a thousand that differ in more", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => service(`far-${at}`, { app: `x${at}`, tier: "y", zone: "z" }));
    expect(nearestSelectorMiss([...many, service("labels", { app: "label-printer" })], machine({ app: "labels" }), aMesh())?.selector.name).toBe("labels");
  });
});
