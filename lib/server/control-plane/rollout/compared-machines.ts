import type { ListQuery } from "@/lib/contract/list-query";
import type { Claim, ComparedMachine } from "@/lib/domain/control-plane/reconnections";
import type { Scope } from "@/lib/domain/scope";
import { isHeldConnection } from "@/lib/domain/verdict";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";

/** A machine that was connected at the beginning, in the fleet of then and, if its entry or its name is there, in that of the end. */
export interface Compared {
  readonly before: EntryRef;
  readonly after: EntryRef | null;
  readonly machine: ComparedMachine;
}

export interface ComparedParts {
  readonly before: FleetReader;
  readonly after: FleetReader;
  /** The connections that were made meanwhile under a name, in order of time. */
  readonly claimsOf: (named: Named) => readonly Claim[];
  readonly scope: Scope;
  readonly picked: Pick<ListQuery, "clusters" | "namespaces">;
  /** Which replicas are looked at: all machines, or those that these hold. */
  readonly isConcerned: (cluster: string, replica: string) => boolean;
}

export interface Named {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** The machines in sight that were connected at the beginning, and what is known of each since. */
export function comparedMachines({ before, after, claimsOf, scope, picked, isConcerned }: ComparedParts): readonly Compared[] {
  const found: Compared[] = [];
  for (const group of before.groups()) {
    const { cluster, namespace } = group.place;
    if (!sightOf(scope, group).machines || !pickedPlace(picked, cluster, namespace)) continue;
    for (const entry of before.members(group)) {
      const from = claimOf(before, entry);
      if (from === null || !isHeldConnection(before.judged(entry).connection) || !isConcerned(cluster, from.replica)) continue;
      const named = before.identityOf(entry);
      const now = after.byUid(cluster, named.uid) ?? after.byName(cluster, namespace, named.name);
      found.push({ before: entry, after: now, machine: { from, claims: claimsOf(named), now: now === null ? null : standing(after, now) } });
    }
  }
  return found;
}

function standing(fleet: FleetReader, entry: EntryRef): NonNullable<ComparedMachine["now"]> {
  return { connection: fleet.judged(entry).connection, claim: claimOf(fleet, entry) };
}

function claimOf(fleet: FleetReader, entry: EntryRef): Claim | null {
  const at = fleet.time(entry, "connected");
  return at === null ? null : { at, replica: fleet.trait(entry, "replica") };
}
