import { fieldOf, itemsOf, textOf } from "@/lib/domain/preview/values";

/** A tool that keeps an object as it wants it, and by which of the object's marks that is known. */
export interface OwnerMark {
  readonly tool: "Argo CD" | "Flux" | "Helm";
  readonly mark: "label" | "annotation" | "field manager";
  readonly name: string;
}

const MARKS: readonly (readonly [OwnerMark["tool"], key: string])[] = [
  ["Argo CD", "argocd.argoproj.io/tracking-id"],
  ["Argo CD", "argocd.argoproj.io/instance"],
  ["Flux", "kustomize.toolkit.fluxcd.io/name"],
  ["Flux", "helm.toolkit.fluxcd.io/name"],
  ["Helm", "meta.helm.sh/release-name"],
];

const MANAGERS: readonly (readonly [OwnerMark["tool"], manager: string])[] = [
  ["Argo CD", "argocd-controller"],
  ["Argo CD", "argocd-application-controller"],
  ["Flux", "kustomize-controller"],
  ["Flux", "helm-controller"],
  ["Helm", "helm"],
];

/** Who keeps an object, by its own marks first; null = nobody is known to. */
export function ownerMark(metadata: unknown, managedFields: unknown): OwnerMark | null {
  for (const [tool, key] of MARKS) {
    if (textOf(fieldOf(fieldOf(metadata, "annotations"), key)) !== "") return { tool, mark: "annotation", name: key };
    if (textOf(fieldOf(fieldOf(metadata, "labels"), key)) !== "") return { tool, mark: "label", name: key };
  }
  const managers = new Set(itemsOf(managedFields).map((one) => textOf(fieldOf(one, "manager"))));
  const found = MANAGERS.find(([, manager]) => managers.has(manager));
  return found === undefined ? null : { tool: found[0], mark: "field manager", name: found[1] };
}
