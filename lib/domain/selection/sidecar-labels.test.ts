import { describe, expect, it } from "vitest";
import { aKubernetesService, aSelectableEntry, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import { sidecarLabels } from "./sidecar-labels";

const VM = {
  namespace: "shop",
  addresses: ["10.0.0.1"],
  bundle: new Map([
    ["app", "bundle"],
    ["own", "yes"],
  ]),
};

describe("whose labels count for policies on a machine (docs/istio.md#policy-labels)", () => {
  it.each([
    ["a ServiceEntry selects it: the entry's, over the bundle's", { serviceEntries: [aServiceEntry()] }, "a", "a"],
    ["only a Kubernetes Service does: the bundle's", { services: [aKubernetesService()] }, "bundle", null],
    ["nobody does: the bundle's", {}, "bundle", null],
    ["it is unhealthy: the bundle's", { serviceEntries: [aServiceEntry()], entries: [aSelectableEntry({ gate: "true" })] }, "bundle", null],
    ["a ServiceEntry of another namespace: the bundle's", { serviceEntries: [aServiceEntry({ namespace: "x" })] }, "bundle", null],
    ["another address: the bundle's", { serviceEntries: [aServiceEntry()], entries: [aSelectableEntry({ address: "10.0.0.2" })] }, "bundle", null],
  ])("%s", (_fact, own, app, by) => {
    const { labels, by: found } = sidecarLabels(VM, aSelectionWorld({ entries: [aSelectableEntry()], ...own }));
    expect([labels.get("app"), labels.get("own"), found?.name ?? null]).toEqual([app, "yes", by]);
  });
});
