import type { Kysely } from "kysely";
import type { World } from "@/lib/domain/mesh/world";
import { unknownWorld } from "@/lib/server/fleet/unknown-world";
import type { HistorySchema } from "./schema";
import { storedWorld } from "./stored";

/** The world of a cluster at a moment, as far as the record knows it. */
export type WorldThen = (cluster: string, at: number) => Promise<World>;

/** Worlds by the number of their version; those asked for last are kept. */
const KEPT = 100;

export function keptWorlds(database: Kysely<HistorySchema>): WorldThen {
  const known = new Map<number, World>();
  return async (cluster, at) => {
    const found = await database
      .selectFrom("subject")
      .innerJoin("version", "version.subject_id", "subject.id")
      .select(["version.id", "shape_id"])
      .where("kind", "=", "world")
      .where("subject.cluster", "=", cluster)
      .where("valid_from", "<=", at)
      .orderBy("valid_from", "desc")
      .orderBy("version.id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (found === undefined) return unknownWorld(cluster);
    const held = known.get(found.id);
    if (held !== undefined) return held;
    const stored = await database.selectFrom("shape").select(["body", "format as shapeFormat"]).where("id", "=", found.shape_id).executeTakeFirstOrThrow();
    const world = storedWorld(cluster, stored);
    if (known.size >= KEPT) known.clear();
    known.set(found.id, world);
    return world;
  };
}
