import type { BoundRule, RbacTable } from "@/lib/testing/rbac-table";
import { type FleetSize, namespacesOf } from "./fleet-objects";

/** So many people look at once, and so many different rights they have among them. */
export const VIEWERS = 200;
export const SCOPES = 40;

const READS: Omit<BoundRule, "namespace"> = {
  verbs: ["get", "list", "watch"],
  groups: ["networking.istio.io", "security.istio.io", ""],
  resources: ["workloadentries", "workloadgroups", "services", "serviceentries", "destinationrules", "pods"],
};

export function tokenOfViewer(viewer: number): string {
  return `viewer-${viewer}`;
}

/** The viewer whose token an `Authorization` header brings; null for everybody else. */
export function viewerOfToken(header: string | undefined): number | null {
  const [, viewer] = /^Bearer viewer-(\d+)$/.exec(header ?? "") ?? [];
  return viewer === undefined ? null : Number(viewer);
}

/** The namespaces of a viewer; null = all. One scope in forty is everything, one in four is two namespaces, the others are one. */
export function namespacesOfViewer(viewer: number, size: FleetSize): readonly string[] | null {
  const scope = viewer % SCOPES;
  const names = namespacesOf(size);
  if (scope === 0) return null;
  const own = [scope, ...(scope % 4 === 0 ? [scope + 1] : [])].map((at) => names[at % names.length] ?? "");
  return [...new Set(own)].sort();
}

/** What a viewer may do, as the cluster decides. Everybody may list Nodes and istiod's Pods. */
export function rightsOf(viewer: number, size: FleetSize): RbacTable {
  const places = namespacesOfViewer(viewer, size) ?? [null];
  return {
    isComplete: true,
    rules: [
      ...places.map((namespace) => ({ ...READS, namespace })),
      { namespace: "istio-system", verbs: ["list", "watch"], groups: [""], resources: ["pods"] },
      { namespace: null, verbs: ["list", "watch"], groups: [""], resources: ["nodes"] },
    ],
  };
}
