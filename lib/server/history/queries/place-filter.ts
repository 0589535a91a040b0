import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope, WatchedKind } from "@/lib/domain/scope";
import type { Picked } from "./coverage";

/** Which rows of a table with `cluster` and `namespace` somebody may see, narrowed to what was picked. Nothing in sight = no row. */
export function inPlace(table: "subject" | "series", kind: WatchedKind, scope: Scope, picked: Picked): RawBuilder<SqlBool> {
  const clusters = [...scope.clusters].filter(([cluster]) => picked.clusters.length === 0 || picked.clusters.includes(cluster));
  const sides = clusters.flatMap(([cluster, kinds]) => {
    const names = namesOf(kinds.get(kind) ?? [], kind, picked);
    if (names !== "all" && names.length === 0) return [];
    const here = sql<SqlBool>`${sql.ref(`${table}.cluster`)} = ${cluster}`;
    return [names === "all" ? here : sql<SqlBool>`(${here} and ${sql.ref(`${table}.namespace`)} in (${sql.join(names)}))`];
  });
  return sides.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(sides, sql` or `)})`;
}

/** Pods are those of the control plane: whoever picks a namespace of machines still sees them. */
function namesOf(seen: "all" | readonly string[], kind: WatchedKind, { namespaces }: Picked): "all" | readonly string[] {
  if (namespaces.length === 0 || kind === "pods") return seen;
  return seen === "all" ? namespaces : namespaces.filter((name) => seen.includes(name));
}
