import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { SOURCES, type SourceName } from "@/lib/domain/source/source";
import type { Picked } from "./coverage";

/** Which rows of a table with `cluster` and `namespace` somebody may see, narrowed to what was picked. Nothing in sight = no row. */
export function inPlace(table: "subject" | "series" | "gauge" | "incident_member", source: SourceName, scope: Scope, picked: Picked): RawBuilder<SqlBool> {
  const clusters = [...scope.clusters].filter(([cluster]) => picked.clusters.length === 0 || picked.clusters.includes(cluster));
  const sides = clusters.flatMap(([cluster]) => {
    const names = namesOf(visibleNamespacesOfSource(scope, cluster, source), source, picked);
    if (names !== "all" && names.length === 0) return [];
    const here = sql<SqlBool>`${sql.ref(`${table}.cluster`)} = ${cluster}`;
    return [names === "all" ? here : sql<SqlBool>`(${here} and ${sql.ref(`${table}.namespace`)} in (${sql.join(names)}))`];
  });
  return sides.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(sides, sql` or `)})`;
}

/** Whoever picks a namespace of machines still sees what the mesh itself has. */
function namesOf(seen: "all" | readonly string[], source: SourceName, { namespaces }: Picked): "all" | readonly string[] {
  if (namespaces.length === 0 || SOURCES[source].owner === "mesh") return seen;
  return seen === "all" ? namespaces : namespaces.filter((name) => seen.includes(name));
}
