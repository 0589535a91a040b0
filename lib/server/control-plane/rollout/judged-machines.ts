import type { ListQuery } from "@/lib/contract/list-query";
import type { MissingMachine } from "@/lib/contract/rollout";
import type { HealthAround } from "@/lib/domain/control-plane/health-since";
import { type Claim, type ComparedMachine, type EndedReplica, type Reconnection, reconnectionOf } from "@/lib/domain/control-plane/reconnections";
import { nextActionOf } from "@/lib/domain/next-action";
import type { Scope } from "@/lib/domain/scope";
import { isHeldConnection } from "@/lib/domain/verdict";
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
export interface Ending {
  readonly at: number;
  readonly cause: string;
}

export interface JudgedParts {
  /** The fleet of the beginning: it stands still. */
  readonly before: FleetReader;
  /** That of the end, which may be the live one: nothing of it is kept from one machine to the next. */
  readonly after: FleetReader;
  /** Replicas that ended meanwhile, by cluster and name. */
  readonly ended: ReadonlyMap<string, ReadonlyMap<string, EndedReplica>>;
  /** True where only machines count that these held. */
  readonly onlyOfEnded: boolean;
  /** The connections that were made meanwhile under a name, in order of time, and how its entry ended. */
  readonly claimsOf: (named: Named) => readonly Claim[];
  readonly endingOf: (named: Named) => Ending | null;
  readonly scope: Scope;
  readonly picked: Pick<ListQuery, "clusters" | "namespaces">;
}

/** A machine that was connected at the beginning, and what became of it. */
export interface Judged {
  /** In the fleet of the beginning. */
  readonly entry: EntryRef;
  readonly cluster: string;
  readonly replica: string;
  readonly reconnection: Reconnection;
  /** Of one that is back. */
  readonly health: HealthAround | null;
  /** Of one that is neither back nor where it was. */
  readonly missing: MissingMachine | null;
}

/** The machines in sight that were connected at the beginning, each judged in one go; others have their turn in between. */
export async function judgedMachines(parts: JudgedParts): Promise<readonly Judged[]> {
  const { before, scope, picked } = parts;
  const breath = createBreath({ now: () => performance.now(), monotonic: () => performance.now(), setTimer: () => () => undefined });
  const found: Judged[] = [];
  for (const group of before.groups()) {
    if (!sightOf(scope, group).machines || !pickedPlace(picked, group.place.cluster, group.place.namespace)) continue;
    for (const entry of before.members(group)) {
      await breath.take();
      const judged = judgedMachine(entry, parts);
      if (judged !== null) found.push(judged);
    }
  }
  return found;
}

function judgedMachine(entry: EntryRef, parts: JudgedParts): Judged | null {
  const { before, after, ended, onlyOfEnded } = parts;
  const from = claimOf(before, entry);
  if (from === null || !isHeldConnection(before.judged(entry).connection)) return null;
  const named = before.identityOf(entry);
  const endedHere = ended.get(named.cluster) ?? NO_REPLICA;
  if (onlyOfEnded && !endedHere.has(from.replica)) return null;
  const left = after.byUid(named.cluster, named.uid) ?? after.byName(named.cluster, named.namespace, named.name);
  const now: ComparedMachine["now"] = left === null ? null : { connection: after.judged(left).connection, claim: claimOf(after, left) };
  const reconnection = reconnectionOf({ from, claims: parts.claimsOf(named), now }, endedHere);
  const { outcome } = reconnection;
  return {
    ...{ entry, cluster: named.cluster, replica: from.replica, reconnection },
    health: outcome === "back" && left !== null ? healthAround(entry, left, reconnection, parts) : null,
    missing: outcome === "back" || outcome === "same" ? null : missingMachine({ entry, left, from, outcome }, parts),
  };
}

const NO_REPLICA: ReadonlyMap<string, EndedReplica> = new Map();

function claimOf(fleet: FleetReader, entry: EntryRef): Claim | null {
  const at = fleet.time(entry, "connected");
  return at === null ? null : { at, replica: fleet.trait(entry, "replica") };
}

function healthAround(entry: EntryRef, left: EntryRef, { back }: Reconnection, { before, after }: JudgedParts): HealthAround {
  const { health, connectedAt } = after.entry(left);
  return {
    before: before.verdict(entry).serving.kind,
    after: after.verdict(left).serving.kind,
    connectedAt: connectedAt?.ms ?? back?.at ?? 0,
    reportedAt: health?.lastProbeTime?.ms ?? null,
  };
}

interface Missing {
  readonly entry: EntryRef;
  readonly left: EntryRef | null;
  readonly from: Claim;
  readonly outcome: MissingMachine["outcome"];
}

function missingMachine({ entry, left, from, outcome }: Missing, { before, after, endingOf }: JudgedParts): MissingMachine {
  const named = before.identityOf(entry);
  const row = before.row(entry);
  const then = { id: row.id, ...named, group: row.group, locality: row.locality, network: row.network, replica: from.replica, outcome };
  if (left === null) {
    const ending = endingOf(named);
    return { ...then, state: row.state, since: ending?.at ?? null, next: null, cause: ending?.cause ?? "" };
  }
  const { state, since } = after.row(left);
  const next = { ...nextActionOf(after.entry(left), after.verdict(left), after.worldOf(named.cluster), after.now()) };
  return { ...then, state, since, next, cause: "" };
}
