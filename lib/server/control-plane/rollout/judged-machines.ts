import type { UnreconnectedMachine } from "@/lib/contract/answers/rollouts";
import type { ListQuery } from "@/lib/contract/url/list-query";
import {
  firstConnectionToEndedReplica,
  type MachineConnection,
  type MachineConnectionHistory,
  type MachineInRollout,
  type MachineReconnection,
  type ReconnectedMachineHealth,
  type ReplicaEnd,
  reconnectionOf,
} from "@/lib/domain/control-plane/reconnections";
import type { Scope } from "@/lib/domain/source/scope";
import { nextIstiodActionOf } from "@/lib/domain/verdict/next-action";
import { isOpenConnection } from "@/lib/domain/verdict/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { createBreath } from "@/lib/server/watch/breath";

export interface Named {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** How the entry of a machine ended. */
interface Ending {
  readonly at: number;
  readonly cause: string;
}

export interface JudgedParts {
  /** The fleet of the beginning: it stands still. */
  readonly before: FleetReader;
  /** That of the end, which may be the live one: nothing of it is kept from one machine to the next. */
  readonly after: FleetReader;
  /** Replicas that ended meanwhile, by cluster and name. */
  readonly ended: ReadonlyMap<string, ReadonlyMap<string, ReplicaEnd>>;
  /** True where only machines count that these held. */
  readonly onlyOfEnded: boolean;
  /** The connections that were made and lost meanwhile under a name, and how its entry ended. */
  readonly connectionsOf: (named: Named) => MachineConnectionHistory;
  /** The names under which connections were made or lost meanwhile. */
  readonly named: Iterable<Named>;
  readonly endingOf: (named: Named) => Ending | null;
  readonly scope: Scope;
  readonly picked: Pick<ListQuery, "clusters" | "namespaces">;
}

/** A machine that was connected at the beginning, or that a replica held which ended, and what became of it. */
export interface Judged {
  /** In the fleet of the beginning; null = it came later. */
  readonly entry: EntryRef | null;
  readonly cluster: string;
  readonly replica: string;
  readonly reconnection: MachineReconnection;
  /** Of one that is back. */
  readonly health: ReconnectedMachineHealth | null;
  /** Of one that is neither back nor where it was. */
  readonly missing: UnreconnectedMachine | null;
}

/** The machines in sight that are compared, each judged in one go; others have their turn in between. */
export async function judgedMachines(parts: JudgedParts): Promise<readonly Judged[]> {
  const { before, after, scope, picked } = parts;
  const breath = createBreath({ now: () => performance.now(), monotonic: () => performance.now(), setTimer: () => () => undefined });
  const found: Judged[] = [];
  for (const group of before.groups()) {
    if (!sightOf(scope, group).machines || !pickedPlace(picked, group.place.cluster, group.place.namespace)) continue;
    for (const entry of before.members(group)) {
      await breath.take();
      const judged = judgedMachine(before, entry, parts);
      if (judged !== null) found.push(judged);
    }
  }
  if (!parts.onlyOfEnded) return found;
  // Machines that came to a replica after the beginning, and before that ended.
  for (const { cluster, namespace, name } of parts.named) {
    await breath.take();
    const entry = before.byName(cluster, namespace, name) === null ? after.byName(cluster, namespace, name) : null;
    const judged = entry === null ? null : judgedMachine(after, entry, parts);
    if (judged !== null) found.push(judged);
  }
  return found;
}

/** `seen`: the fleet that the entry is of. */
function judgedMachine(seen: FleetReader, entry: EntryRef, parts: JudgedParts): Judged | null {
  const { before, after, ended, onlyOfEnded } = parts;
  const named = seen.identityOf(entry);
  const endedHere = ended.get(named.cluster) ?? NO_REPLICA;
  const recorded = parts.connectionsOf(named);
  const held = seen === before && isOpenConnection(seen.judged(entry).connection) ? claimOf(seen, entry) : null;
  const from = onlyOfEnded ? firstConnectionToEndedReplica(held, recorded, endedHere) : held;
  if (from === null) return null;
  const left = after.byUid(named.cluster, named.uid) ?? after.byName(named.cluster, named.namespace, named.name);
  const now: MachineInRollout["now"] = left === null ? null : { connection: after.judged(left).connection, claim: claimOf(after, left) };
  const reconnection = reconnectionOf({ from, ...recorded, now }, endedHere);
  const { outcome } = reconnection;
  return {
    ...{ entry: seen === before ? entry : null, cluster: named.cluster, replica: from.replica, reconnection },
    health: outcome === "back" && left !== null ? healthAround({ seen, entry, left }, reconnection, parts) : null,
    missing: outcome === "back" || outcome === "same" ? null : missingMachine({ seen, entry, left, from, outcome }, parts),
  };
}

const NO_REPLICA: ReadonlyMap<string, ReplicaEnd> = new Map();

function claimOf(fleet: FleetReader, entry: EntryRef): MachineConnection | null {
  const at = fleet.time(entry, "connected");
  return at === null ? null : { at, replica: fleet.trait(entry, "replica") };
}

interface Back {
  readonly seen: FleetReader;
  readonly entry: EntryRef;
  readonly left: EntryRef;
}

function healthAround({ seen, entry, left }: Back, { back }: MachineReconnection, { after }: JudgedParts): ReconnectedMachineHealth {
  const { health, connectedAt } = after.entry(left);
  return {
    before: seen.verdict(entry).serving.kind,
    after: after.verdict(left).serving.kind,
    connectedAt: connectedAt?.ms ?? back?.at ?? 0,
    reportedAt: health?.lastProbeTime?.ms ?? null,
  };
}

interface Missing {
  readonly seen: FleetReader;
  readonly entry: EntryRef;
  readonly left: EntryRef | null;
  readonly from: MachineConnection;
  readonly outcome: UnreconnectedMachine["outcome"];
}

function missingMachine({ seen, entry, left, from, outcome }: Missing, { after, endingOf }: JudgedParts): UnreconnectedMachine {
  const named = seen.identityOf(entry);
  const row = seen.row(entry);
  const then = { id: row.id, ...named, group: row.group, locality: row.locality, network: row.network, replica: from.replica, outcome };
  if (left === null) {
    const ending = endingOf(named);
    return { ...then, state: row.state, since: ending?.at ?? null, next: null, cause: ending?.cause ?? "" };
  }
  const { state, since } = after.row(left);
  const next = { ...nextIstiodActionOf(after.entry(left), after.verdict(left), after.worldOf(named.cluster), after.now()) };
  return { ...then, state, since, next, cause: "" };
}
