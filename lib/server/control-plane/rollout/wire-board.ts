import type { RolloutSummary, UnreconnectedMachine, WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import { healthAfterReconnect, type ReplicaEnd } from "@/lib/domain/control-plane/reconnections";
import { type ReplicaEvent, type Rollout, summarizeReconnections } from "@/lib/domain/control-plane/rollouts";
import { compareText } from "@/lib/domain/object/compare-text";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { Judged } from "./judged-machines";
import { sharedByMissing } from "./shared-by-missing";

/** Replicas that ended in one cluster, as they were told of. */
export interface EndedIn {
  readonly cluster: string;
  readonly events: readonly ReplicaEvent[];
  readonly ended: ReadonlyMap<string, ReplicaEnd>;
  /** Replicas that came meanwhile, whose revision is known though they may be gone again. */
  readonly came: readonly ReplicaEvent[];
}

/** Which comparison a board is of. */
export type Asked = Pick<WireReconnectionOutcome, "kind" | "id" | "from" | "until" | "began" | "ended" | "rolledAt" | "isOver">;

export interface BoardParts {
  readonly asked: Asked;
  readonly before: FleetReader;
  readonly after: FleetReader;
  /** `after` is the live fleet. */
  readonly isLive: boolean;
  readonly machines: readonly Judged[];
  readonly replicas: readonly EndedIn[];
  readonly limit: number;
  readonly isCut: boolean;
}

/** Everything that is told of a rollout, or since a baseline. */
export function wireBoard({ asked, machines, replicas, limit, isCut, before, after, isLive }: BoardParts): WireReconnectionOutcome {
  const { counts, targets, steps, ...board } = summarizeReconnections(machines.map(({ reconnection }) => reconnection));
  const missing = machines.flatMap((one) => one.missing ?? []).sort(longestFirst);
  return {
    ...asked,
    ...board,
    ...counts,
    steps: [...steps],
    targets: targets.map(({ replica, count }) => ({ replica, count, revision: revisionOf(replica, replicas, after) })),
    replicas: endedRows(replicas, machines),
    health: healthAfterReconnect(
      machines.flatMap(({ health }) => health ?? []),
      isLive,
    ),
    shared: sharedByMissing(machines, before),
    missing: missing.slice(0, limit),
    moreMissing: Math.max(0, missing.length - limit),
    isCut,
  };
}

function longestFirst(a: UnreconnectedMachine, b: UnreconnectedMachine): number {
  return (a.since ?? 0) - (b.since ?? 0) || compareText(a.namespace, b.namespace) || compareText(a.name, b.name);
}

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

function endedRows(replicas: readonly EndedIn[], machines: readonly Judged[]): WireReconnectionOutcome["replicas"] {
  const held = new Map<string, number>();
  for (const { cluster, replica } of machines) held.set(`${cluster}/${replica}`, (held.get(`${cluster}/${replica}`) ?? 0) + 1);
  const rows = replicas.flatMap(({ cluster, events, ended }) =>
    [...ended].map(([name, { endedAt, stoppingAt }]) => {
      const revision = events.find((event) => event.name === name)?.revision ?? "";
      return { cluster, name, revision, endedAt, stoppingAt, held: held.get(`${cluster}/${name}`) ?? 0 };
    }),
  );
  return rows.sort((a, b) => a.endedAt - b.endedAt || compareText(a.name, b.name));
}

/** A rollout as a list of them has it. `rolledAt` in milliseconds. */
export function summaryOf(rollout: Rollout, rolledAt: number): RolloutSummary {
  const { cluster, kind, from, to, ended, came } = rollout;
  const revisions = (events: readonly ReplicaEvent[]) => [...new Set(events.map(({ revision }) => revision))].sort(compareText);
  return {
    ...{ id: rolloutId(rollout), cluster, kind, from, to, rolledAt },
    ...{ ended: ended.length, came: came.length, revisionsBefore: revisions(ended), revisionsAfter: revisions(came) },
  };
}

/** Names a rollout for as long as the record knows it. */
export function rolloutId({ cluster, from }: Pick<Rollout, "cluster" | "from">): string {
  return `${cluster}@${from}`;
}
