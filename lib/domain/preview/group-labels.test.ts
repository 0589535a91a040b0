import { describe, expect, it } from "vitest";
import { labelSet } from "@/lib/domain/object/label-set";
import { bundleLabels, changedLabels, entryOfGroup } from "./new-machines";

const group = (metadata: Readonly<Record<string, string>>, template: Readonly<Record<string, string>>) => ({
  namespace: "shop",
  name: "checkout",
  entryLabels: labelSet(Object.entries(metadata)),
  template: { address: "", ports: [], labels: labelSet(Object.entries(template)), network: "", locality: "", weight: null, serviceAccount: "" },
});
const plain = (labels: readonly (readonly [string, string])[]) => Object.fromEntries(labels.filter(([key]) => !key.startsWith("service.istio.io/")));

describe("labels of a group's machines (docs/istio.md#label-order)", () => {
  const before = group({ app: "m", tier: "a" }, { app: "t", old: "1" });

  it("a bundle has those of the template over those of the metadata, and the canonical ones", () => {
    expect(Object.fromEntries(bundleLabels(before))).toEqual({
      ...{ app: "t", old: "1", tier: "a" },
      ...{ "service.istio.io/canonical-name": "t", "service.istio.io/canonical-revision": "latest" },
    });
  });

  it.each([
    [
      "a label that is new comes with the next entry",
      group({ app: "m", tier: "a", more: "1" }, { app: "t", old: "1" }),
      { app: "t", old: "1", tier: "a", more: "1" },
    ],
    ["another value comes with the next bundle only", group({ app: "m", tier: "b" }, { app: "t", old: "1" }), { app: "t", old: "1", tier: "a" }],
    ["a label that goes stays until the next bundle", group({ app: "m" }, { app: "t" }), { app: "t", old: "1", tier: "a" }],
  ])("with the bundle of before: %s", (_fact, after, expected) => {
    const { specLabels, metadataLabels } = entryOfGroup(after, bundleLabels(before));
    expect(plain(specLabels)).toEqual(expected);
    expect(metadataLabels).toEqual(specLabels);
  });

  it("with a bundle of its own everything is as it says", () => {
    const after = group({ tier: "b" }, { app: "new" });
    expect(plain(entryOfGroup(after, bundleLabels(after)).specLabels)).toEqual({ app: "new", tier: "b" });
  });

  it("istio-locality stays off the entry", () => {
    const after = group({}, { "istio-locality": "r.z" });
    expect(plain(entryOfGroup(group({}, {}), bundleLabels(after)).specLabels)).toEqual({});
  });

  it("tells which values an edit changes", () => {
    expect(changedLabels(before, group({ app: "m", tier: "b" }, { app: "t" }))).toEqual([
      ["old", null],
      ["tier", "b"],
    ]);
  });
});
