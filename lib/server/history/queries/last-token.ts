import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";

/** The group that a token was handed out for. */
export interface TokenGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
}

/** A token that was handed out, as the audit has it. Milliseconds. */
export interface KeptToken {
  readonly account: string;
  readonly at: number;
  readonly expiresAt: number;
}

/** The last token that was handed out for a group, by whichever server; null = the audit has none. */
export async function lastTokenIn(database: Kysely<HistorySchema>, { cluster, namespace, group }: TokenGroup): Promise<KeptToken | null> {
  const row = await database
    .selectFrom("audit")
    .select(["at", "name", "token_ends"])
    .where("token_group", "=", group)
    .where("token_ends", "is not", null)
    .where("cluster", "=", cluster)
    .where("namespace", "=", namespace)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.token_ends === null) return null;
  return { account: row.name, at: row.at, expiresAt: row.token_ends };
}
