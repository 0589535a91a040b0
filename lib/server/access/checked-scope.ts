import { type Scope, scopeFromPermissions } from "@/lib/domain/source/scope";
import type { ClusterCheck, Standing } from "./cluster-check";
import { cutKinds } from "./cut-scope";
import type { Told } from "./told";

/** What may be seen of the clusters that stand so, as far as the server itself sees it. A cluster of which nothing is in sight does not exist. */
export function checkedScope(checks: readonly Pick<ClusterCheck, "of" | "decision" | "standing">[], standings: readonly Standing[], server: Scope): Scope {
  const told = checks.flatMap(({ of, decision, standing }): [string, Told][] =>
    decision !== null && standings.includes(standing) ? [[of.cluster, decision]] : [],
  );
  const cut = told.flatMap(([cluster, one]) =>
    one.kind === "known" ? [[cluster, cutKinds(one.kinds, server.clusters.get(cluster) ?? new Map())] as const] : [],
  );
  const isPartial = checks.some(({ standing }) => standing === "failed" || (standing === "held" && !standings.includes("held")));
  return scopeFromPermissions(new Map(cut.filter(([, kinds]) => kinds.size > 0)), { isPartial });
}
