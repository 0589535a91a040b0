import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { arbitraryEntry } from "@/lib/testing/arbitraries";
import { effectiveLabels } from "@/lib/testing/effective-labels";
import { anEntry } from "@/lib/testing/entries";
import { labelsWithOrigin } from "./effective-labels";
import { mergedLabels } from "./workload-entry";

const plain = anEntry({ locality: "", network: "", specLabels: [], metadataLabels: [] });

describe("the labels that selectors see", () => {
  it("the labels that selectors see have the value of metadata if spec has the same key, and the overridden value", () => {
    const entry = {
      ...plain,
      specLabels: [
        ["app", "a"],
        ["tier", "x"],
        ["v", "1"],
      ],
      metadataLabels: [
        ["app", "b"],
        ["v", "1"],
        ["w", "2"],
      ],
    } as const;
    expect(labelsWithOrigin(entry, true)).toEqual([
      { key: "app", value: "b", from: "metadata", overridden: "a" },
      { key: "tier", value: "x", from: "spec", overridden: null },
      { key: "v", value: "1", from: "both", overridden: null },
      { key: "w", value: "2", from: "metadata", overridden: null },
    ]);
  });

  it("the labels that selectors see include region, zone, subzone and network from the fields of the entry", () => {
    expect(effectiveLabels({ ...plain, locality: "us/us-east-1/az-1/r11", network: "vpc-1" }, true)).toEqual([
      ["topology.istio.io/network", "vpc-1"],
      ["topology.istio.io/subzone", "az-1"],
      ["topology.kubernetes.io/region", "us"],
      ["topology.kubernetes.io/zone", "us-east-1"],
    ]);
  });

  it("the labels that selectors see keep an existing network label, and replace an empty one", () => {
    const labelled = (value: string) => effectiveLabels({ ...plain, network: "vpc-1", specLabels: [["topology.istio.io/network", value]] }, true);
    expect(labelled("vpc-2")).toEqual([["topology.istio.io/network", "vpc-2"]]);
    expect(labelled("")).toEqual([["topology.istio.io/network", "vpc-1"]]);
  });

  it("the labels that selectors see have the zone of spec.locality, even if a label has another zone", () => {
    const [, zone] = labelsWithOrigin({ ...plain, locality: "eu/eu-1", metadataLabels: [["topology.kubernetes.io/zone", "typo"]] }, true);
    expect(zone).toEqual({ key: "topology.kubernetes.io/zone", value: "eu-1", from: "derived", overridden: "typo" });
  });

  it("the labels that selectors see have each key once, sorted, and all merged labels that no derived label overrides", () => {
    fc.assert(
      fc.property(arbitraryEntry, (entry) => {
        const labels = effectiveLabels(entry, true);
        const keys = labels.map(([key]) => key);
        expect(keys).toEqual([...new Set(keys)].sort());
        for (const [key, value] of mergedLabels(entry)) expect(valueOfLabel(labels, key)).toBe(value);
        for (const [key, value] of entry.metadataLabels) expect(valueOfLabel(labels, key)).toBe(value);
      }),
    );
  });
});
