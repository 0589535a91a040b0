import { asItems, asText, fieldValue } from "@/lib/domain/preview/values";

/** A tool that manages an object, and the label, annotation or field manager that shows this. */
export interface ManagingTool {
  readonly tool: "Argo CD" | "Flux" | "Helm";
  readonly mark: "label" | "annotation" | "field manager";
  readonly name: string;
}

const MARKS: readonly (readonly [ManagingTool["tool"], key: string])[] = [
  ["Argo CD", "argocd.argoproj.io/tracking-id"],
  ["Argo CD", "argocd.argoproj.io/instance"],
  ["Flux", "kustomize.toolkit.fluxcd.io/name"],
  ["Flux", "helm.toolkit.fluxcd.io/name"],
  ["Helm", "meta.helm.sh/release-name"],
];

const MANAGERS: readonly (readonly [ManagingTool["tool"], manager: string])[] = [
  ["Argo CD", "argocd-controller"],
  ["Argo CD", "argocd-application-controller"],
  ["Flux", "kustomize-controller"],
  ["Flux", "helm-controller"],
  ["Helm", "helm"],
];

/** Returns the tool that manages an object, from labels and annotations first, then from field managers. Null = none is known. */
export function managingToolOf(metadata: unknown, managedFields: unknown): ManagingTool | null {
  for (const [tool, key] of MARKS) {
    if (asText(fieldValue(fieldValue(metadata, "annotations"), key)) !== "") return { tool, mark: "annotation", name: key };
    if (asText(fieldValue(fieldValue(metadata, "labels"), key)) !== "") return { tool, mark: "label", name: key };
  }
  const managers = new Set(asItems(managedFields).map((one) => asText(fieldValue(one, "manager"))));
  const found = MANAGERS.find(([, manager]) => managers.has(manager));
  return found === undefined ? null : { tool: found[0], mark: "field manager", name: found[1] };
}

/** Tools that continuously apply a Git repository. Helm makes no change by itself. */
const FROM_GIT: ReadonlySet<string> = new Set(["Argo CD", "Flux"]);

/** The number of groups in a namespace that a tool manages from Git. */
export interface GitManagedGroupCount {
  readonly tool: string;
  readonly kept: number;
  readonly groups: number;
}

/** Returns the tools that manage groups of a namespace from Git, with the numbers of their groups. The tool with most groups is first. */
export function gitManagedGroupCounts(groups: readonly { readonly managedBy: string }[]): readonly GitManagedGroupCount[] {
  const counts = new Map<string, number>();
  for (const { managedBy } of groups) if (FROM_GIT.has(managedBy)) counts.set(managedBy, (counts.get(managedBy) ?? 0) + 1);
  return [...counts].map(([tool, kept]) => ({ tool, kept, groups: groups.length })).sort((a, b) => b.kept - a.kept || (a.tool < b.tool ? -1 : 1));
}
