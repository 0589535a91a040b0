import type { Kysely } from "kysely";
import type { HistoryCoverage, HistoryGap } from "@/lib/contract/answers/history";
import type { RolloutsAnswer, WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import type { RolloutsQuery } from "@/lib/contract/url/history-query";
import { type MachineConnectionHistory, replicaStoppingSince } from "@/lib/domain/control-plane/reconnections";
import { findRollouts, firstReplacementStartTime, MAX_ROLLOUT_PAUSE_MS, type ReplicaEvent, type Rollout } from "@/lib/domain/control-plane/rollouts";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { judgedMachines } from "@/lib/server/control-plane/rollout/judged-machines";
import { type Asked, type EndedIn, rolloutId, summaryOf, wireBoard } from "@/lib/server/control-plane/rollout/wire-board";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistorySchema } from "@/lib/server/history/schema";
import { Refusal } from "@/lib/server/http/problem";
import { connectionsSince, machineKey } from "./connections-since";
import type { Picked } from "./coverage";
import { endedReplicas, replicaEvents, replicasAt, unseenEvents } from "./replica-events";
import type { Span } from "./spans";

export interface RolloutParts {
  readonly query: RolloutsQuery;
  readonly scope: Scope;
  readonly recorded: HistoryCoverage;
  /** What nobody saw within a while. */
  readonly gapsIn: (span: Span, picked: Picked) => Promise<HistoryGap[]>;
  /** The moment that the page is about, in milliseconds. */
  readonly end: number;
  readonly endsNow: boolean;
  /** The fleet of now. */
  readonly live: FleetReader;
  /** The fleet at a moment; refused where nobody recorded it. */
  readonly fleetAt: (at: number) => Promise<FleetReader>;
}

/** So far back rollouts are looked for. Milliseconds. */
const LOOKED_BACK_MS = 30 * 86_400_000;
const MOST_ROLLOUTS = 12;

/** What happens later than this after the last replica came or ended is not the rollout's doing: its board is told as of then. Milliseconds. */
const SETTLED_MS = 60 * 60_000;

/** Where nobody recorded the machines when a rollout began, they are compared with how they were so long before at the most. Milliseconds. */
const LOOKED_BEFORE_MS = 10 * 60_000;

/** The rollouts that the record noticed, and what became of machines in one of them, or since a baseline. */
export async function rolloutsAnswer(database: Kysely<HistorySchema>, parts: RolloutParts): Promise<RolloutsAnswer> {
  const { query, scope, end } = parts;
  const picked = { clusters: query.cluster, namespaces: query.ns };
  const events = await replicaEvents(database, { from: end - LOOKED_BACK_MS, to: end }, scope, picked);
  const rollouts = findRollouts(events);
  const clusters = [...scope.clusters.keys()].filter((cluster) => picked.clusters.length === 0 || picked.clusters.includes(cluster));
  const { board, problem } = await boardOrProblem(database, parts, events, rollouts);
  // The board also has replicas of which no event was recorded.
  const momentIn = async (one: Rollout) => (board?.id === rolloutId(one) ? board.rolledAt : null) ?? momentOf(database, one, end);
  return {
    rollouts: await Promise.all(rollouts.slice(0, MOST_ROLLOUTS).map(async (one) => summaryOf(one, await momentIn(one)))),
    moreRollouts: Math.max(0, rollouts.length - MOST_ROLLOUTS),
    seen: clusters.filter((cluster) => visibleNamespacesOfSource(scope, cluster, "istiod-pods").length > 0),
    ...{ board, problem },
    gaps: board === null ? [] : await parts.gapsIn({ from: board.from, to: board.until }, picked),
    recorded: parts.recorded,
  };
}

type Found = Pick<RolloutsAnswer, "board" | "problem">;

async function boardOrProblem(
  database: Kysely<HistorySchema>,
  parts: RolloutParts,
  events: readonly ReplicaEvent[],
  rollouts: readonly Rollout[],
): Promise<Found> {
  const { query } = parts;
  const rollout = rollouts.find((one) => query.rollout === "" || rolloutId(one) === query.rollout);
  if (query.baseline === null && rollout === undefined) {
    return { board: null, problem: query.rollout === "" ? null : "The record has no such rollout, or nothing of it is in your sight." };
  }
  try {
    const board = query.baseline === null && rollout !== undefined ? await ofRollout(database, parts, rollout) : await sinceBaseline(database, parts, events);
    return { board, problem: null };
  } catch (error) {
    if (error instanceof Refusal) return { board: null, problem: error.detail };
    throw error;
  }
}

async function ofRollout(database: Kysely<HistorySchema>, parts: RolloutParts, told: Rollout): Promise<WireReconnectionOutcome> {
  const rollout = await withUnseen(database, parts, told);
  const { cluster, to } = rollout;
  const replicas = [await endedIn(database, cluster, rollout.ended, rollout.came)];
  const ends = [...(replicas[0]?.ended.values() ?? [])];
  const unseen = rollout.ended.flatMap(({ notBefore }) => notBefore ?? []);
  const began = Math.min(...ends.map(({ endedAt }) => endedAt));
  const stopping = Math.min(...unseen, ...ends.map(replicaStoppingSince));
  const { from, seenAt } = await recordedFrom(parts, { stopping, began, isSure: unseen.length === 0 });
  const until = Math.min(parts.end, to + SETTLED_MS);
  const asked: Asked = {
    kind: "rollout",
    id: rolloutId(told),
    from,
    until,
    began,
    ended: to,
    rolledAt: await momentOf(database, rollout, parts.end),
    isOver: until < parts.end,
  };
  return board(database, parts, { asked, seenAt, clusters: [cluster], replicas });
}

/** The one moment of a rollout: by its new replicas as they were a while after it, else its first end. */
async function momentOf(database: Kysely<HistorySchema>, { cluster, from, to, ended, came }: Rollout, end: number): Promise<number> {
  const names = new Set(came.map(({ name }) => name));
  const replicas = names.size === 0 ? [] : await replicasAt(database, cluster, Math.min(end, to + MAX_ROLLOUT_PAUSE_MS));
  const started = replicas.filter(({ name }) => names.has(name));
  return (
    firstReplacementStartTime(
      ended.map(({ name }) => name),
      started,
    ) ?? from
  );
}

/** A rollout with what happened within it while Pods were out of sight. It keeps its name and its end. */
async function withUnseen(database: Kysely<HistorySchema>, { end }: RolloutParts, rollout: Rollout): Promise<Rollout> {
  const unseen = await unseenEvents(database, rollout.cluster, {
    from: rollout.from - MAX_ROLLOUT_PAUSE_MS,
    to: Math.min(end, rollout.to + MAX_ROLLOUT_PAUSE_MS),
  });
  const isNew = ({ name, kind }: ReplicaEvent) => ![...rollout.ended, ...rollout.came].some((one) => one.name === name && one.kind === kind);
  const more = unseen.filter(isNew);
  return {
    ...rollout,
    ended: [...rollout.ended, ...more.filter(({ kind }) => kind !== "came")],
    came: [...rollout.came, ...more.filter(({ kind }) => kind === "came")],
  };
}

/**
 * From when a rollout is told, the first moment from `stopping` on that is recorded, and of when the fleet is with which it is compared. The later the machines
 * are looked at, the fewer came since; what they did while the first replica was stopping is recorded. Where its end is not sure, they are seen before it; and
 * where nobody recorded them from then on, as they were recorded last.
 */
async function recordedFrom(parts: RolloutParts, { stopping, began, isSure }: { readonly stopping: number; readonly began: number; readonly isSure: boolean }) {
  const all = await parts.gapsIn({ from: stopping - LOOKED_BEFORE_MS, to: began }, { clusters: [], namespaces: [] });
  const gaps = all.filter(({ blindTo }) => blindTo.length === 0);
  const { since } = parts.recorded;
  const isRecorded = (at: number) => since !== null && at >= since && !gaps.some((gap) => gap.from <= at && at < gap.to);
  const last = began - 1;
  const later = gaps.map(({ to }) => to).filter((at) => at >= stopping);
  const earlier = gaps.map((gap) => gap.from - 1).reverse();
  const from = [stopping - 1, ...later, ...earlier].find((at) => at <= last && isRecorded(at)) ?? last;
  return { from, seenAt: isSure && isRecorded(last) ? last : from };
}

async function sinceBaseline(database: Kysely<HistorySchema>, parts: RolloutParts, events: readonly ReplicaEvent[]): Promise<WireReconnectionOutcome> {
  const from = parts.query.baseline ?? 0;
  if (from >= parts.end) throw new Refusal(400, "Not yet", "The baseline is not before the moment that is shown.", "baseline");
  const since = events.filter(({ at }) => at > from);
  const clusters = [...new Set(since.map(({ cluster }) => cluster))];
  const of = (cluster: string, came: boolean) => since.filter((event) => event.cluster === cluster && (event.kind === "came") === came);
  const replicas = await Promise.all(clusters.map((cluster) => endedIn(database, cluster, of(cluster, false), of(cluster, true))));
  const ends = replicas.flatMap(({ ended }) => [...ended.values()]);
  const began = ends.length === 0 ? null : Math.min(...ends.map(({ endedAt }) => endedAt));
  const asked: Asked = { kind: "baseline", id: "", from, until: parts.end, began, ended: since.at(-1)?.at ?? null, rolledAt: null, isOver: !parts.endsNow };
  return board(database, parts, { asked, seenAt: from, clusters: null, replicas });
}

async function endedIn(database: Kysely<HistorySchema>, cluster: string, events: readonly ReplicaEvent[], came: readonly ReplicaEvent[]): Promise<EndedIn> {
  return { cluster, events, came, ended: await endedReplicas(database, cluster, events, came) };
}

interface Comparison {
  readonly asked: Asked;
  /** Of when the fleet is with which it is compared. */
  readonly seenAt: number;
  /** Null = all; else only machines that the replicas which ended held. */
  readonly clusters: readonly string[] | null;
  readonly replicas: readonly EndedIn[];
}

async function board(
  database: Kysely<HistorySchema>,
  parts: RolloutParts,
  { asked, seenAt, clusters, replicas }: Comparison,
): Promise<WireReconnectionOutcome> {
  const { query, scope, live } = parts;
  const picked = { clusters: clusters ?? query.cluster, namespaces: query.ns };
  const before = await parts.fleetAt(seenAt);
  const after = parts.endsNow && asked.until >= parts.end ? live : await parts.fleetAt(asked.until);
  const { made, endings, isCut } = await connectionsSince(database, { from: asked.from, to: asked.until }, scope, picked);
  const machines = await judgedMachines({
    ...{ before, after, scope, picked },
    ended: new Map(replicas.map((one) => [one.cluster, one.ended])),
    onlyOfEnded: clusters !== null,
    connectionsOf: (named) => made.get(machineKey(named)) ?? NOTHING_RECORDED,
    named: [...made.values()].map(({ named }) => named),
    endingOf: (named) => endings.get(machineKey(named)) ?? null,
  });
  return wireBoard({ asked, machines, replicas, before, after, isLive: after === live, limit: query.limit, isCut });
}

const NOTHING_RECORDED: MachineConnectionHistory = { claims: [], departures: [] };
