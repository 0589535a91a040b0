import type { Kysely, Transaction } from "kysely";
import {
  acceptedAlreadyWords,
  historyOffWords,
  historyPausedWords,
  lossEndedWords,
  lossNotAcceptedWords,
  lossNotCountedWords,
  lossUnknownWords,
  recreatedWords,
} from "@/lib/format/accepted-loss-words";
import { objectGoneWords } from "@/lib/format/command-words";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { totalOf } from "@/lib/server/fleet/group-sight";
import { Refusal } from "@/lib/server/http/problem";
import type { Superseded } from "./group-memories";
import type { HistoryStatus } from "./history-record";
import type { HistorySchema } from "./schema";

/** A lost machine, and the moment of its loss in milliseconds. */
interface LossName {
  readonly name: string;
  readonly at: number;
}

/** A user's decision about losses of one group. */
export interface LossDecision {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  /** The group that the user saw; "" = it was deleted. */
  readonly uid: string;
  readonly losses: readonly LossName[];
  /** `accept`: the machines will not come back. `undo`: their losses count again. */
  readonly what: "accept" | "undo";
  readonly who: string;
  /** Checks only, and stores nothing. */
  readonly dryRun: boolean;
}

interface Parts {
  readonly write: Kysely<HistorySchema>;
  readonly fleet: FleetReader;
  readonly memories: { settle(): Promise<void> };
}

/** The command checks that the viewer sees the machines, so that the total may be computed from all of them. */
const WHOLE = { object: true, machines: true };

/** Refuses a decision that the history could not store. `off`: the text if the history is off. */
export function refuseUnrecorded(status: HistoryStatus, off = historyOffWords()): void {
  if (status.kind === "off") throw new Refusal(503, "No history", off);
  if (status.kind === "paused") throw new Refusal(503, "The history is paused", historyPausedWords(status));
}

/** Stores a decision, all of it or nothing. The live fleet has it when this resolves. */
export async function decideLosses({ write, fleet, memories }: Parts, decision: LossDecision): Promise<void> {
  await memories.settle();
  const { cluster, namespace, group, uid, what, dryRun } = decision;
  const record = fleet.group(cluster, namespace, group);
  // A deleted group has no record once the history shows no loss of it.
  const isGone = record === null ? uid !== "" || what === "accept" : uid !== "" && record.object === null;
  if (isGone) throw new Refusal(404, "Not there", objectGoneWords({ noun: "group" }));
  if ((record?.object?.uid ?? "") !== uid) throw new Refusal(409, "Changed meanwhile", recreatedWords());
  if (what === "accept" && record !== null) refuseUncounted(record, decision.losses);
  else await refuseNotAccepted(write, decision);
  if (dryRun) return;
  const store = what === "accept" ? storeAccepted : storeUndone;
  await write.transaction().execute((tables) => store(tables, decision, fleet.now()));
  await memories.settle();
}

/** Stores that accepted losses lower no expected size any more. The first server's moment stays. */
export async function storeSuperseded(write: Kysely<HistorySchema>, superseded: readonly Superseded[]): Promise<void> {
  for (const { id, at } of superseded)
    await write.updateTable("accepted_loss").set({ superseded_at: at }).where("id", "=", id).where("superseded_at", "is", null).execute();
}

/** Refuses losses that are unknown or do not count. */
function refuseUncounted(record: FleetGroup, losses: readonly LossName[]): void {
  const { lostAt } = totalOf(record, WHOLE);
  for (const { name, at } of losses) {
    const loss = record.memory.losses?.find((one) => one.name === name && one.at === at);
    if (loss === undefined) throw new Refusal(404, "Loss not known", lossUnknownWords({ name }), "losses");
    const { end } = loss;
    if (end === "accepted") throw new Refusal(409, "Accepted already", acceptedAlreadyWords({ name, by: loss.by ?? "" }), "losses");
    if (end !== null) throw new Refusal(409, "Does not count", lossEndedWords({ name, because: end }), "losses");
    if (!lostAt.includes(at)) throw new Refusal(409, "Does not count", lossNotCountedWords({ name }), "losses");
  }
  const more = losses.length - lostAt.length;
  if (more > 0) throw new Refusal(409, "Does not count", lossNotCountedWords({ name: losses.at(-1)?.name ?? "" }), "losses");
}

async function refuseNotAccepted(write: Kysely<HistorySchema>, { cluster, namespace, group, losses }: LossDecision): Promise<void> {
  const rows = await write
    .selectFrom("accepted_loss")
    .select(["name", "lost_at"])
    .where("cluster", "=", cluster)
    .where("namespace", "=", namespace)
    .where("group_name", "=", group)
    .where("undone_at", "is", null)
    .execute();
  const missed = losses.find(({ name, at }) => !rows.some((row) => row.name === name && row.lost_at === at));
  if (missed !== undefined) throw new Refusal(409, "Not accepted", lossNotAcceptedWords(missed), "losses");
}

/** Rejects, and so stores nothing, if another server accepted one of the losses meanwhile. */
async function storeAccepted(tables: Transaction<HistorySchema>, { cluster, namespace, group, losses, who }: LossDecision, now: number): Promise<void> {
  for (const { name, at } of losses) {
    const stored = await tables
      .insertInto("accepted_loss")
      .values({ cluster, namespace, group_name: group, name, lost_at: at, at: now, who })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute();
    if (stored.length === 0) throw new Refusal(409, "Accepted already", acceptedAlreadyWords({ name, by: "" }), "losses");
  }
}

async function storeUndone(tables: Transaction<HistorySchema>, { cluster, namespace, group, losses, who }: LossDecision, now: number): Promise<void> {
  for (const { name, at } of losses) {
    const stored = await tables
      .updateTable("accepted_loss")
      .set({ undone_at: now, undone_by: who })
      .where("cluster", "=", cluster)
      .where("namespace", "=", namespace)
      .where("group_name", "=", group)
      .where("name", "=", name)
      .where("lost_at", "=", at)
      .where("undone_at", "is", null)
      .returning("id")
      .execute();
    if (stored.length === 0) throw new Refusal(409, "Not accepted", lossNotAcceptedWords({ name }), "losses");
  }
}
