import { type Kysely, sql } from "kysely";
import type { ReplicaEnd } from "@/lib/domain/control-plane/reconnections";
import { revisionDisplayName } from "@/lib/domain/control-plane/revision-match";
import type { ReplicaEvent } from "@/lib/domain/control-plane/rollouts";
import { replicaTransitions } from "@/lib/domain/history/replica-transitions";
import type { Replica, World } from "@/lib/domain/mesh/world";
import type { Scope } from "@/lib/domain/source/scope";
import { SOURCES } from "@/lib/domain/source/source";
import type { HistorySchema } from "@/lib/server/history/schema";
import { STORED_PARTS, storedWorld } from "@/lib/server/history/stored";
import type { Picked } from "./coverage";
import { transitions, WITHIN_THE_RECORD } from "./happened";
import { inPlace } from "./place-filter";
import type { Span } from "./spans";

const KINDS = { "replica-came": "came", "replica-went": "went", "replica-restarted": "restarted" } as const;
type Recorded = keyof typeof KINDS;

/** Of a record in which replicas come and go all day, the newest. */
const READ_AT_MOST = 2_000;
/** So many versions of a world are looked at for when a replica was asked to stop. */
const WORLDS_AT_MOST = 500;

/** What happened to the replicas in sight, oldest first. */
export async function replicaEvents(database: Kysely<HistorySchema>, span: Span, scope: Scope, picked: Picked): Promise<ReplicaEvent[]> {
  const rows = await transitions(database)
    .where("type", "in", Object.keys(KINDS))
    .where("at", ">=", span.from)
    .where("at", "<=", span.to)
    .where(sql<boolean>`subject.kind in (${sql.join([...SOURCES["istiod-pods"].subjects])})`)
    .where(inPlace("subject", "istiod-pods", scope, picked))
    .where(WITHIN_THE_RECORD)
    .orderBy("at", "desc")
    .orderBy("transition.id", "desc")
    .limit(READ_AT_MOST)
    .execute();
  return rows.reverse().map(({ cluster, name, type, from_word, to_word, at, not_before }) => {
    const kind = KINDS[type as Recorded];
    return { cluster, name, kind, at, notBefore: not_before, revision: revisionDisplayName(kind === "came" ? to_word : from_word) };
  });
}

/** Names the last that is recorded of a replica in sight: another one, and something came or went since. 0 = nothing is in sight. */
export async function lastReplicaEvent(database: Kysely<HistorySchema>, scope: Scope, picked: Picked): Promise<number> {
  const { last } = await database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .select(({ fn }) => fn.max("transition.id").as("last"))
    .where("type", "in", Object.keys(KINDS))
    .where(sql<boolean>`subject.kind in (${sql.join([...SOURCES["istiod-pods"].subjects])})`)
    .where(inPlace("subject", "istiod-pods", scope, picked))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/**
 * When each of the replicas that ended was asked to stop, and when it ran no more, by its name, as the worlds of that time tell; and whether one of its
 * name was started anew.
 */
export async function endedReplicas(
  database: Kysely<HistorySchema>,
  cluster: string,
  ended: readonly ReplicaEvent[],
  came: readonly ReplicaEvent[],
): Promise<ReadonlyMap<string, ReplicaEnd>> {
  const [first, last] = [Math.min(...ended.map(({ at }) => at)), Math.max(...ended.map(({ at }) => at))];
  const worlds = ended.length === 0 ? [] : await worldsIn(database, cluster, { from: first - STOPS_WITHIN_MS, to: last });
  const startedAnew = ({ name, kind, at }: ReplicaEvent) => kind === "restarted" || came.some((one) => one.name === name && one.at >= at);
  return new Map(ended.map((event) => [event.name, { ...endOf(event, worlds), startedAnew: startedAnew(event) }]));
}

/** A Pod is given half a minute to stop; more where somebody has said so. */
const STOPS_WITHIN_MS = 5 * 60_000;

interface DatedWorld {
  readonly at: number;
  readonly world: World;
}

/** The replicas of a cluster as they were recorded at a moment; none if they were not visible. */
export async function replicasAt(database: Kysely<HistorySchema>, cluster: string, at: number): Promise<readonly Replica[]> {
  const [last] = await worldsIn(database, cluster, { from: 0, to: at }, 1);
  return last === undefined || last.world.replicas.kind === "denied" ? [] : [...last.world.replicas.value.values()];
}

/** Replicas that ended or came while Pods were out of sight, and of which nothing was recorded: between the last world that knew them and the next. */
export async function unseenEvents(database: Kysely<HistorySchema>, cluster: string, span: Span): Promise<ReplicaEvent[]> {
  const known = (await worldsIn(database, cluster, span)).filter(({ world }) => world.replicas.kind !== "denied");
  return known.flatMap(({ at, world }, place) => {
    const before = known[place - 1];
    if (before === undefined) return [];
    return replicaTransitions(before.world, world, { at, notBefore: before.at }).map(({ replica: { name }, transition: { type, from, to } }) => {
      const kind = KINDS[type as Recorded];
      return { cluster, name, kind, at, notBefore: before.at, revision: revisionDisplayName(kind === "came" ? to : from) };
    });
  });
}

function endOf({ name, at }: ReplicaEvent, worlds: readonly DatedWorld[]): Omit<ReplicaEnd, "startedAnew"> {
  const seen = worlds.flatMap(({ at: then, world: { replicas } }) =>
    then > at || replicas.kind === "denied" ? [] : [{ at: then, replica: replicas.value.get(name) }],
  );
  // Before the event it was another container, or another Pod of that name.
  const since = seen.findLastIndex(({ at: then, replica }) => then < at && replica?.runningSince != null);
  const stopped = seen.slice(since + 1).find(({ replica }) => replica === undefined || replica.runningSince === null);
  const stopping = seen.slice(0, since + 1).find(({ replica }) => replica?.deletingAt != null);
  // Its kubelet knows better than whoever hears of it, but tells whole seconds.
  const endedAt = Math.min(at, stopped?.replica?.finishedAt ?? stopped?.at ?? at);
  return { endedAt, stoppingAt: stopping === undefined || stopping.at > endedAt ? null : stopping.at };
}

async function worldsIn(database: Kysely<HistorySchema>, cluster: string, { from, to }: Span, most = WORLDS_AT_MOST): Promise<DatedWorld[]> {
  const rows = await database
    .selectFrom("subject")
    .innerJoin("version", "version.subject_id", "subject.id")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .select(["valid_from", ...STORED_PARTS])
    .where("kind", "=", "world")
    .where("cluster", "=", cluster)
    .where("valid_from", "<=", to)
    .where("valid_from", ">=", from)
    .orderBy("valid_from", "desc")
    .limit(most)
    .execute();
  return rows.reverse().map((row) => ({ at: row.valid_from, world: storedWorld(cluster, row) }));
}
