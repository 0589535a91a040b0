import type { RolloutSummary, WireBoard } from "@/lib/contract/rollout";
import { healthSince } from "@/lib/domain/control-plane/health-since";
import { type EndedReplica, reconnectionOf } from "@/lib/domain/control-plane/reconnections";
import { rolloutBoardOf } from "@/lib/domain/control-plane/rollout-board";
import type { ReplicaEvent, Rollout } from "@/lib/domain/control-plane/rollouts";
import { isHeldConnection } from "@/lib/domain/verdict";
import { compareText } from "@/lib/server/compare-text";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { Compared } from "./compared-machines";
import { type Judged, type MissingParts, missingMachines, sharedByMissing } from "./missing-machines";

/** Replicas that ended in one cluster, as they were told of. */
export interface EndedIn {
  readonly cluster: string;
  readonly events: readonly ReplicaEvent[];
  readonly ended: ReadonlyMap<string, EndedReplica>;
  /** Replicas that came meanwhile, whose revision is known though they may be gone again. */
  readonly came: readonly ReplicaEvent[];
}

/** Which comparison a board is of. */
export type Asked = Pick<WireBoard, "kind" | "id" | "from" | "until" | "began" | "ended" | "isOver">;

export interface BoardParts extends MissingParts {
  readonly asked: Asked;
  readonly machines: readonly Compared[];
  readonly replicas: readonly EndedIn[];
  readonly limit: number;
  readonly isCut: boolean;
}

/** Everything that is told of a rollout, or since a baseline. */
export function wireBoard({ asked, machines, replicas, limit, isCut, ...parts }: BoardParts): WireBoard {
  const endedIn = new Map(replicas.map(({ cluster, ended }) => [cluster, ended]));
  const judged = machines.map((one): Judged => {
    const { cluster } = parts.before.identityOf(one.before);
    return { ...one, reconnection: reconnectionOf(one.machine, endedIn.get(cluster) ?? NO_REPLICA) };
  });
  const { counts, targets, steps, ...board } = rolloutBoardOf(judged.map(({ reconnection }) => reconnection));
  const missing = missingMachines(judged, parts);
  return {
    ...asked,
    ...board,
    ...counts,
    steps: [...steps],
    targets: targets.map(({ replica, count }) => ({ replica, count, revision: revisionOf(replica, replicas, parts.after) })),
    replicas: endedRows(replicas, judged, parts.before),
    health: healthSince(judged.flatMap((one) => healthAround(one, parts))),
    shared: sharedByMissing(judged, parts.before),
    missing: missing.slice(0, limit),
    moreMissing: Math.max(0, missing.length - limit),
    isCut,
  };
}

const NO_REPLICA: ReadonlyMap<string, EndedReplica> = new Map();

function revisionOf(name: string, replicas: readonly EndedIn[], after: FleetReader): string {
  const came = replicas.flatMap((one) => [...one.came, ...one.events]).find((event) => event.name === name);
  if (came !== undefined) return came.revision;
  for (const { cluster } of replicas) {
    const { replicas: known } = after.worldOf(cluster);
    const found = known.kind === "denied" ? undefined : known.value.get(name);
    if (found !== undefined) return found.revision || "default";
  }
  return "";
}

function endedRows(replicas: readonly EndedIn[], machines: readonly Judged[], before: FleetReader): WireBoard["replicas"] {
  const held = new Map<string, number>();
  for (const { before: entry, machine } of machines) {
    const key = `${before.identityOf(entry).cluster}/${machine.from.replica}`;
    held.set(key, (held.get(key) ?? 0) + 1);
  }
  const rows = replicas.flatMap(({ cluster, events, ended }) =>
    [...ended].map(([name, end]) => {
      const revision = events.find((event) => event.name === name)?.revision ?? "";
      return { cluster, name, revision, ...end, held: held.get(`${cluster}/${name}`) ?? 0 };
    }),
  );
  return rows.sort((a, b) => a.endedAt - b.endedAt || compareText(a.name, b.name));
}

/** Of a machine that is back: its health before and after. */
function healthAround({ before: entry, after: now, reconnection: { outcome, back } }: Judged, { before, after }: MissingParts) {
  if (outcome !== "back" || now === null || back === null || !isHeldConnection(after.judged(now).connection)) return [];
  const { health, connectedAt } = after.entry(now);
  const since = connectedAt?.ms ?? back.at;
  return [
    { before: before.verdict(entry).serving.kind, after: after.verdict(now).serving.kind, connectedAt: since, reportedAt: health?.lastProbeTime?.ms ?? null },
  ];
}

/** A rollout as a list of them has it. */
export function summaryOf(rollout: Rollout): RolloutSummary {
  const { cluster, kind, from, to, ended, came } = rollout;
  const revisions = (events: readonly ReplicaEvent[]) => [...new Set(events.map(({ revision }) => revision))].sort(compareText);
  return {
    ...{ id: rolloutId(rollout), cluster, kind, from, to },
    ...{ ended: ended.length, came: came.length, revisionsBefore: revisions(ended), revisionsAfter: revisions(came) },
  };
}

/** Names a rollout for as long as the record knows it. */
export function rolloutId({ cluster, from }: Pick<Rollout, "cluster" | "from">): string {
  return `${cluster}@${from}`;
}
