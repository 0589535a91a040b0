import { type BulkDeletionEntry, BulkDeletionImpact } from "@/lib/contract/answers/deletion";
import { CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { type Asked, ask } from "./ask";

/** What would go with several entries, and for each by its id which verbs are missing ("" = none). */
export interface SeveralRead {
  readonly impact: BulkDeletionImpact;
  readonly missing: ReadonlyMap<string, string>;
}

/** So many questions are on their way at once. */
const AT_ONCE = 8;

/** Reads the impact of deleting entries (`CLUSTER/UID`), and whether each may be deleted. Never throws. */
export async function readSeveral(ids: readonly string[], signal: AbortSignal): Promise<Asked<SeveralRead>> {
  const impact = await ask(apiPaths.severalImpact(), BulkDeletionImpact, signal, { entries: ids });
  if (impact.kind === "refused") return impact;
  const missing = new Map<string, string>();
  const { entries } = impact.value;
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const part = entries.slice(from, from + AT_ONCE);
    const answers = await Promise.all(part.map((entry) => mayDelete(entry, signal)));
    for (const [index, entry] of part.entries()) missing.set(entry.id, answers[index] ?? "");
  }
  return { kind: "here", value: { impact: impact.value, missing } };
}

async function mayDelete(entry: BulkDeletionEntry, signal: AbortSignal): Promise<string> {
  const may = await ask(apiPaths.command("delete-workloadentry", entry), CommandPermission, signal);
  if (may.kind === "refused") return may.problem;
  return may.value.may ? "" : may.value.missing;
}
