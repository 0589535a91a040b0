import { commonNamespaces, hasNamespace, type NamespaceScope, namespacesOfSource, type Scope } from "@/lib/domain/scope";
import { SOURCE_NAMES } from "@/lib/domain/source";
import { OWN_SIGHT_RULES } from "./own-sight";

/**
 * Of which recorded findings of a cluster somebody may be told: of all; or of those that rest on the machines and groups of these namespaces only.
 * Findings are recorded as the server sees the fleet, and might tell of what somebody else does not see.
 */
export type RecordSight = { readonly kind: "all" } | { readonly kind: "own"; readonly namespaces: NamespaceScope };

/** `recorder`: what the server itself may see; null = that is not known. */
export function recordSightOf(viewer: Scope, recorder: Scope | null, cluster: string): RecordSight {
  const seesAll = SOURCE_NAMES.every((source) => {
    const mine = namespacesOfSource(viewer, cluster, source);
    const whole = recorder === null ? "all" : namespacesOfSource(recorder, cluster, source);
    return mine === "all" || (whole !== "all" && whole.every((name) => mine.includes(name)));
  });
  if (seesAll && viewer.clusters.has(cluster)) return { kind: "all" };
  const [entries, groups] = (["workloadentries", "workloadgroups"] as const).map((source) => namespacesOfSource(viewer, cluster, source));
  return { kind: "own", namespaces: commonNamespaces(entries ?? [], groups ?? []) };
}

/** May somebody be told since when a finding is there? */
export function isRecordInSight(sight: RecordSight, { code, namespace }: { readonly code: string; readonly namespace: string }): boolean {
  if (sight.kind === "all") return true;
  const isOwn = OWN_SIGHT_RULES.some((one) => one === code);
  return isOwn && hasNamespace(sight.namespaces, namespace);
}
