import { expect, it } from "vitest";
import { deletedOwnerWords, namespaceKeptWords, newOwnerWords, ownerWords } from "./owner-words";

it.each([
  [
    { tool: "Argo CD", mark: "annotation", name: "argocd.argoproj.io/tracking-id" },
    /^Argo CD keeps it, by its annotation argocd.*heals itself.*next sync\. Change it in Git\.$/,
  ],
  [{ tool: "Flux", mark: "label", name: "kustomize.toolkit.fluxcd.io/name" }, /^Flux keeps it.*next interval of its Kustomization/],
  [{ tool: "Flux", mark: "field manager", name: "kustomize-controller" }, /next interval of its Kustomization/],
  [{ tool: "Flux", mark: "label", name: "helm.toolkit.fluxcd.io/name" }, /stays until the next upgrade of its HelmRelease; where drift detection is on/],
  [{ tool: "Flux", mark: "field manager", name: "helm-controller" }, /stays until the next upgrade of its HelmRelease/],
  [{ tool: "Helm", mark: "annotation", name: "meta.helm.sh/release-name" }, /Helm takes nothing back by itself\. The next upgrade or rollback/],
] as const)("%o: what becomes of a change is told for that tool", (owner, words) => {
  expect(ownerWords(owner)).toMatch(words);
});

it.each([
  [
    { tool: "Argo CD", mark: "annotation", name: "argocd.argoproj.io/tracking-id" },
    /^Argo CD keeps it, by its annotation argocd.*heals itself Argo CD makes it again at once, else at its next sync\. Take it out of Git first\.$/,
  ],
  [{ tool: "Flux", mark: "label", name: "kustomize.toolkit.fluxcd.io/name" }, /next interval of its Kustomization Flux makes it again/],
  [{ tool: "Flux", mark: "field manager", name: "helm-controller" }, /stays away until the next upgrade of its HelmRelease/],
  [{ tool: "Helm", mark: "annotation", name: "meta.helm.sh/release-name" }, /Helm makes nothing again by itself\. The next upgrade or rollback/],
] as const)("%o: whether a deleted object comes back is told for that tool", (owner, words) => {
  expect(deletedOwnerWords(owner)).toMatch(words);
});

it.each([
  ["Argo CD", /the label a\/b of Argo CD\. .*deletes it where it prunes/],
  ["Flux", /the label a\/b of Flux\. .*neither keeps nor deletes/],
  ["Helm", /the label a\/b of Helm\. No release knows/],
] as const)("a copied mark of %s is named with what it does", (tool, words) => {
  expect(newOwnerWords({ marked: { tool, mark: "label", name: "a/b" } })).toMatch(words);
});

it("new objects are no tool's", () => {
  expect(newOwnerWords({ marked: null })).toMatch(/^New objects are no tool's/);
});

it.each([
  [{ kept: 1, groups: 1 }, /^The one group in shop is kept from Git by Flux\./],
  [{ kept: 1, groups: 3 }, /^1 of 3 groups in shop is kept from Git by Flux\./],
  [{ kept: 2, groups: 3 }, /^2 of 3 groups in shop are kept from Git by Flux\. .*copy it for Git instead\.$/],
])("a namespace of which %j is told", (counts, words) => {
  expect(namespaceKeptWords({ namespace: "shop", tool: "Flux", ...counts })).toMatch(words);
});
