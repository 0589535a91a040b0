import type { MissingMachine } from "@/lib/contract/rollout";
import type { Reconnection } from "@/lib/domain/control-plane/reconnections";
import { sharedAcross } from "@/lib/domain/fleet-common";
import { nextActionOf } from "@/lib/domain/next-action";
import { compareText } from "@/lib/server/compare-text";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { Compared, Named } from "./compared-machines";

/** How the entry of a machine ended. */
export interface Ending {
  readonly at: number;
  readonly cause: string;
}

export interface MissingParts {
  readonly before: FleetReader;
  readonly after: FleetReader;
  readonly endingOf: (named: Named) => Ending | null;
}

/** A machine with what became of it. */
export interface Judged extends Compared {
  readonly reconnection: Reconnection;
}

/** The machines that are not back: where they were, since when they are out, and what istiod does with their entries; longest out first. */
export function missingMachines(machines: readonly Judged[], parts: MissingParts): readonly MissingMachine[] {
  const missing = machines.flatMap((one) => missingMachine(one, parts) ?? []);
  return missing.sort((a, b) => (a.since ?? 0) - (b.since ?? 0) || compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
}

function missingMachine(
  { before: entry, after: left, machine, reconnection: { outcome } }: Judged,
  { before, after, endingOf }: MissingParts,
): MissingMachine | null {
  if (outcome === "back" || outcome === "same") return null;
  const named = before.identityOf(entry);
  const row = before.row(entry);
  const then = { id: row.id, ...named, group: row.group, locality: row.locality, network: row.network, replica: machine.from.replica, outcome };
  if (left === null) {
    const ending = endingOf(named);
    return { ...then, state: row.state, since: ending?.at ?? null, next: null, cause: ending?.cause ?? "" };
  }
  const { state, since } = after.row(left);
  return { ...then, state, since, next: nextOf(after, left, named.cluster), cause: "" };
}

function nextOf(fleet: FleetReader, entry: EntryRef, cluster: string): MissingMachine["next"] {
  return { ...nextActionOf(fleet.entry(entry), fleet.verdict(entry), fleet.worldOf(cluster), fleet.now()) };
}

const TRAITS = ["network", "zone", "replica", "group"] as const;

/** What those that are not back have in common, though most of the others have not. */
export function sharedByMissing(machines: readonly Judged[], before: FleetReader): { trait: string; value: string; count: number }[] {
  const isMissing = ({ reconnection: { outcome } }: Judged) => outcome !== "back" && outcome !== "same";
  const troubled = machines.filter(isMissing).length;
  const traits = TRAITS.flatMap((trait) => {
    const counts = new Map<string, { troubled: number; others: number }>();
    for (const one of machines) {
      const value = trait === "group" ? before.groupOf(one.before).name : before.trait(one.before, trait);
      const count = counts.get(value) ?? { troubled: 0, others: 0 };
      counts.set(value, count);
      if (isMissing(one)) count.troubled++;
      else count.others++;
    }
    return [...counts].map(([value, count]) => ({ trait, value, ...count }));
  });
  return sharedAcross(traits, troubled, machines.length - troubled);
}
