import { type NamespaceScope, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { SOURCE_NAMES } from "@/lib/domain/source/source";
import type { FindingCode } from "./rule";
import { RULES } from "./rules";

/**
 * The codes of the rules whose findings depend on one namespace only. The history of other findings can depend on objects that a viewer does not see.
 */
export const NAMESPACE_LOCAL_RULE_CODES: readonly FindingCode[] = RULES.filter(({ isNamespaceLocal = false }) => isNamespaceLocal).map(({ code }) => code);

/**
 * The recorded findings of a cluster that a viewer may see: "all", or "own", only those of namespace-local rules in these namespaces. The server
 * records findings from everything that it sees, which can include objects that the viewer does not see.
 */
export type FindingHistoryScope = { readonly kind: "all" } | { readonly kind: "own"; readonly namespaces: NamespaceScope };

/** Returns the recorded findings of a cluster that a viewer may see. `recorder`: the scope of the server that recorded them; null = not known. */
export function findingHistoryScope(viewer: Scope, recorder: Scope | null, cluster: string): FindingHistoryScope {
  const seesAll = SOURCE_NAMES.every((source) => {
    const mine = visibleNamespacesOfSource(viewer, cluster, source);
    const whole = recorder === null ? "all" : visibleNamespacesOfSource(recorder, cluster, source);
    return mine === "all" || (whole !== "all" && whole.every((name) => mine.includes(name)));
  });
  if (seesAll && viewer.clusters.has(cluster)) return { kind: "all" };
  const [entries, groups] = (["workloadentries", "workloadgroups"] as const).map((source) => visibleNamespacesOfSource(viewer, cluster, source));
  return { kind: "own", namespaces: common(entries ?? [], groups ?? []) };
}

/** Returns true if the viewer may see since when the finding exists. */
export function isFindingHistoryVisible(sight: FindingHistoryScope, { code, namespace }: { readonly code: string; readonly namespace: string }): boolean {
  if (sight.kind === "all") return true;
  const isOwn = NAMESPACE_LOCAL_RULE_CODES.some((one) => one === code);
  return isOwn && (sight.namespaces === "all" || sight.namespaces.includes(namespace));
}

function common(a: NamespaceScope, b: NamespaceScope): NamespaceScope {
  if (a === "all") return b;
  return b === "all" ? a : a.filter((name) => b.includes(name));
}
