import { expect, it } from "vitest";
import { ownerMark } from "./owner-mark";

it.each([
  [
    "an annotation",
    { annotations: { "argocd.argoproj.io/tracking-id": "a:b" } },
    [],
    { tool: "Argo CD", mark: "annotation", name: "argocd.argoproj.io/tracking-id" },
  ],
  ["a label", { labels: { "kustomize.toolkit.fluxcd.io/name": "a" } }, [], { tool: "Flux", mark: "label", name: "kustomize.toolkit.fluxcd.io/name" }],
  ["who wrote it", {}, [{ manager: "helm" }], { tool: "Helm", mark: "field manager", name: "helm" }],
  ["nothing", { labels: { app: "a" } }, [{ manager: "kubectl" }, null], null],
  ["another shape", "x", "y", null],
])("is known by %s", (_claim, metadata, managedFields, owner) => {
  expect(ownerMark(metadata, managedFields)).toEqual(owner);
});
