import { type FindingHistoryScope, findingHistoryScope, isFindingHistoryVisible } from "@/lib/domain/findings/visible-history";
import type { Scope } from "@/lib/domain/source/scope";
import type { Since } from "@/lib/domain/verdict/since";
import type { Finding } from "@/lib/server/findings/finding";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** Since when a finding is there, as far as a viewer may be told; null = not known to him. */
export type SinceOf = (finding: Finding) => Since | null;

export function sinceOfFindings({ findingMemory }: Pick<FleetReader, "findingMemory">, scope: Scope): SinceOf {
  const sights = new Map<string, FindingHistoryScope>();
  return ({ id, rule: { code }, subject: { cluster, namespace } }) => {
    const since = findingMemory?.since(id) ?? null;
    if (since === null) return null;
    const sight = sights.get(cluster) ?? findingHistoryScope(scope, findingMemory?.scope ?? null, cluster);
    sights.set(cluster, sight);
    return isFindingHistoryVisible(sight, { code, namespace }) ? since : null;
  };
}
