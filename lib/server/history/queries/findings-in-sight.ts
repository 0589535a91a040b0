import { type RawBuilder, type SqlBool, sql } from "kysely";
import { findingHistoryScope, NAMESPACE_LOCAL_RULE_CODES } from "@/lib/domain/findings/visible-history";
import type { Scope } from "@/lib/domain/source/scope";
import type { Picked } from "./coverage";

/** The code of the rule that a recorded finding is of. */
export const CODE_OF_FINDING: RawBuilder<string> = sql<string>`substr(subject.uid, 1, 6)`;

/**
 * Which recorded findings somebody may be told of, narrowed to what was picked; what lies in no namespace is in all of them. `recorder`: what the
 * server itself sees.
 */
export function findingsInSight(viewer: Scope, recorder: Scope | null, { clusters, namespaces }: Picked): RawBuilder<SqlBool> {
  const sides = [...viewer.clusters.keys()].flatMap((cluster) => {
    if (clusters.length > 0 && !clusters.includes(cluster)) return [];
    const sight = findingHistoryScope(viewer, recorder, cluster);
    const here = sql<SqlBool>`subject.cluster = ${cluster}`;
    const picked = namespaces.length === 0 ? [] : [sql<SqlBool>`subject.namespace in (${sql.join([...namespaces, ""])})`];
    if (sight.kind === "all") return [allOf([here, ...picked])];
    const own = sql<SqlBool>`${CODE_OF_FINDING} in (${sql.join([...NAMESPACE_LOCAL_RULE_CODES])})`;
    if (sight.namespaces === "all") return [allOf([here, own, ...picked])];
    if (sight.namespaces.length === 0) return [];
    return [allOf([here, own, ...picked, sql<SqlBool>`subject.namespace in (${sql.join([...sight.namespaces])})`])];
  });
  return sides.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(subject.kind = 'finding' and (${sql.join(sides, sql` or `)}))`;
}

function allOf(sides: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(sides, sql` and `)})`;
}
