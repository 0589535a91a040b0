import type { Kysely } from "kysely";
import type { Scope } from "@/lib/domain/source/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Picked } from "./coverage";
import { inPlace } from "./place-filter";

/** Whose machines an answer is about. `group` null = all groups, "" = machines without one. */
export interface PickedMachines extends Picked {
  readonly group: string | null;
}

export interface Series {
  readonly id: number;
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
}

/** The groups whose machines somebody may see. */
export async function seriesInSight(database: Kysely<HistorySchema>, picked: PickedMachines, scope: Scope): Promise<Series[]> {
  const rows = await seriesNumbers(database, picked, scope).selectAll().orderBy("series.id").execute();
  return rows.map(({ id, cluster, namespace, group_name }) => ({ id, cluster, namespace, group: group_name }));
}

/** The numbers of the same groups, for a question to look them up by itself. */
export function seriesNumbers(database: Kysely<HistorySchema>, picked: PickedMachines, scope: Scope) {
  return database
    .selectFrom("series")
    .select("series.id")
    .where(inPlace("series", "workloadentries", scope, picked))
    .$if(picked.group !== null, (query) => query.where("group_name", "=", picked.group ?? ""));
}
