import type { ResourceKind } from "@/lib/server/kube/resources";
import type { Rights } from "./rights";

/** One collection to watch; `namespace` null = all. */
export interface PlannedSource {
  readonly key: string;
  readonly kind: ResourceKind;
  readonly namespace: string | null;
  readonly labelSelector: string;
}

/** Kinds that are watched, with istiod's own chosen by label. */
const WATCHED: readonly { readonly kind: ResourceKind; readonly labelSelector: string; readonly istiod: boolean }[] = [
  { kind: "workloadgroups", labelSelector: "", istiod: false },
  { kind: "workloadentries", labelSelector: "", istiod: false },
  { kind: "pods", labelSelector: "app=istiod", istiod: true },
  { kind: "deployments", labelSelector: "app=istiod", istiod: true },
  { kind: "nodes", labelSelector: "", istiod: false },
  { kind: "namespaces", labelSelector: "", istiod: false },
  { kind: "services", labelSelector: "", istiod: false },
  { kind: "serviceentries", labelSelector: "", istiod: false },
];

/** What to watch with these rights, and which kinds are out of reach. */
export function planSources(rights: Rights, istioNamespace: string): { readonly sources: readonly PlannedSource[]; readonly denied: readonly ResourceKind[] } {
  const sources: PlannedSource[] = [];
  const denied: ResourceKind[] = [];
  for (const { kind, labelSelector, istiod } of WATCHED) {
    const scope = rights.get(kind) ?? [];
    const places = scope === "all" ? [null] : istiod ? scope.filter((name) => name === istioNamespace) : scope;
    if (places.length === 0) denied.push(kind);
    for (const namespace of places) sources.push({ key: `${kind}/${namespace ?? "*"}`, kind, namespace, labelSelector });
  }
  return { sources, denied };
}
