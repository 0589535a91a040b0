import { expect, it } from "vitest";
import { gitManagedGroupCounts, managingToolOf } from "./managing-tool";

it.each([
  [
    "an annotation",
    { annotations: { "argocd.argoproj.io/tracking-id": "a:b" } },
    [],
    { tool: "Argo CD", mark: "annotation", name: "argocd.argoproj.io/tracking-id" },
  ],
  ["a label", { labels: { "kustomize.toolkit.fluxcd.io/name": "a" } }, [], { tool: "Flux", mark: "label", name: "kustomize.toolkit.fluxcd.io/name" }],
  ["a field manager", {}, [{ manager: "helm" }], { tool: "Helm", mark: "field manager", name: "helm" }],
  ["no label, annotation or manager of a known tool", { labels: { app: "a" } }, [{ manager: "kubectl" }, null], null],
  ["metadata of another type", "x", "y", null],
])("managingToolOf returns the right tool for an object with %s", (_claim, metadata, managedFields, owner) => {
  expect(managingToolOf(metadata, managedFields)).toEqual(owner);
});

const by = (...tools: readonly string[]) => gitManagedGroupCounts(tools.map((managedBy) => ({ managedBy })));

it.each([
  ["no groups", [], []],
  ["groups without a managing tool", ["", ""], []],
  ["groups of Helm, which makes no change by itself", ["Helm", "terraform"], []],
  ["some groups of Argo CD", ["Argo CD", "", "Argo CD"], [{ tool: "Argo CD", kept: 2, groups: 3 }]],
  [
    "groups of two tools",
    ["Argo CD", "Flux", "Flux"],
    [
      { tool: "Flux", kept: 2, groups: 3 },
      { tool: "Argo CD", kept: 1, groups: 3 },
    ],
  ],
])("groupsManagedFromGit returns the right numbers for a namespace with %s", (_groups, tools, kept) => {
  expect(by(...tools)).toEqual(kept);
});
