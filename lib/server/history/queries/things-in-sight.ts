import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source/source";
import type { Picked } from "./coverage";
import { inPlace } from "./place-filter";

/**
 * Which things of the log somebody may read: those of sources in sight. What the recorder says of itself is for all, what it says of a whole cluster
 * for all who may know that cluster, and of a namespace for all who see machines there.
 */
export function thingsInSight(scope: Scope, picked: Picked): RawBuilder<SqlBool> {
  const sides = SOURCE_NAMES.filter((name) => SOURCES[name].subjects.length > 0).map(
    (name) => sql<SqlBool>`(subject.kind in (${sql.join([...SOURCES[name].subjects])}) and ${inPlace("subject", name, scope, picked)})`,
  );
  const known = [...scope.knownClusters].filter((cluster) => picked.clusters.length === 0 || picked.clusters.includes(cluster));
  const places = [
    ...(picked.clusters.length === 0 && picked.namespaces.length === 0 ? [sql<SqlBool>`subject.namespace = ''`] : []),
    ...(known.length === 0 ? [] : [sql<SqlBool>`(subject.namespace = '*' and subject.cluster in (${sql.join(known)}))`]),
    inPlace("subject", "workloadentries", scope, picked),
  ];
  const recorder = sql<SqlBool>`(subject.kind = 'recorder' and (${sql.join(places, sql` or `)}))`;
  return sql<SqlBool>`(${sql.join([...sides, recorder], sql` or `)})`;
}
