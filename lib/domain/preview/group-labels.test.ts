import { describe, expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { bundleLabelsWithCanonical, changedBundleLabels, entryFromGroupAndBundleLabels } from "./new-machines";

const group = (metadata: Readonly<Record<string, string>>, template: Readonly<Record<string, string>>) => ({
  namespace: "shop",
  name: "checkout",
  entryLabels: sortedLabelSet(Object.entries(metadata)),
  template: { address: "", ports: [], labels: sortedLabelSet(Object.entries(template)), network: "", locality: "", weight: null, serviceAccount: "" },
});
const plain = (labels: readonly (readonly [string, string])[]) => Object.fromEntries(labels.filter(([key]) => !key.startsWith("service.istio.io/")));

describe("the labels of a group's machines (docs/istio.md#label-order)", () => {
  const before = group({ app: "m", tier: "a" }, { app: "t", old: "1" });

  it("bundleLabelsWithCanonical returns the template labels over the metadata labels, and the canonical labels", () => {
    expect(Object.fromEntries(bundleLabelsWithCanonical(before))).toEqual({
      ...{ app: "t", old: "1", tier: "a" },
      ...{ "service.istio.io/canonical-name": "t", "service.istio.io/canonical-revision": "latest" },
    });
  });

  it.each([
    [
      "has a new label at the next registration",
      group({ app: "m", tier: "a", more: "1" }, { app: "t", old: "1" }),
      { app: "t", old: "1", tier: "a", more: "1" },
    ],
    ["keeps the old value of a changed label until the next bundle", group({ app: "m", tier: "b" }, { app: "t", old: "1" }), { app: "t", old: "1", tier: "a" }],
    ["keeps a removed label until the next bundle", group({ app: "m" }, { app: "t" }), { app: "t", old: "1", tier: "a" }],
  ])("entryOfGroup, for a machine with an old bundle, %s", (_fact, after, expected) => {
    const { specLabels, metadataLabels } = entryFromGroupAndBundleLabels(after, bundleLabelsWithCanonical(before));
    expect(plain(specLabels)).toEqual(expected);
    expect(metadataLabels).toEqual(specLabels);
  });

  it("entryFromGroupAndBundle has the labels of the edited group for a machine with a new bundle", () => {
    const after = group({ tier: "b" }, { app: "new" });
    expect(plain(entryFromGroupAndBundleLabels(after, bundleLabelsWithCanonical(after)).specLabels)).toEqual({ app: "new", tier: "b" });
  });

  it("entryFromGroupAndBundle does not have istio-locality in the labels of the entry", () => {
    const after = group({}, { "istio-locality": "r.z" });
    expect(plain(entryFromGroupAndBundleLabels(group({}, {}), bundleLabelsWithCanonical(after)).specLabels)).toEqual({});
  });

  it("changedBundleLabels returns the labels that an edit changes or removes", () => {
    expect(changedBundleLabels(before, group({ app: "m", tier: "b" }, { app: "t" }))).toEqual([
      ["old", null],
      ["tier", "b"],
    ]);
  });
});
