import type { Replica, World } from "@/lib/domain/mesh/world";

/** The replicas whose entries a new world may judge differently, by name; "all" where a value changed that concerns every entry. */
export function changedReplicas(before: World, after: World): "all" | readonly string[] {
  if (before.replicas.kind !== after.replicas.kind || before.replicas.kind === "denied" || after.replicas.kind === "denied") return "all";
  if (!sameFact(before.maxConnectionAgeMs, after.maxConnectionAgeMs) || !sameFact(before.gracePeriodMs, after.gracePeriodMs)) return "all";
  const [old, fresh] = [before.replicas.value, after.replicas.value];
  const changed = [...new Set([...old.keys(), ...fresh.keys()])].filter((name) => !sameReplica(old.get(name), fresh.get(name)));
  // A change of any replica can end the wait for the machines of an ended one.
  return [...new Set([...changed, ...before.endedReplicas.keys(), ...after.endedReplicas.keys()])];
}

/** Does the new world know of something that was not known before? Then what it shows may have been so for longer. */
export function isLearned(before: World, after: World): boolean {
  const kinds = ({ replicas, nodes, maxConnectionAgeMs, gracePeriodMs }: World) =>
    [replicas.kind, nodes.kind, maxConnectionAgeMs.kind, gracePeriodMs.kind].join();
  return kinds(before) !== kinds(after);
}

function sameFact(a: World["maxConnectionAgeMs"], b: World["maxConnectionAgeMs"]): boolean {
  return a.kind === b.kind && (a.kind === "denied" || b.kind === "denied" || a.value === b.value);
}

/** The same as far as a verdict goes. */
function sameReplica(a: Replica | undefined, b: Replica | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.runningSince === b.runningSince &&
    a.deletingAt === b.deletingAt &&
    a.ready.status === b.ready.status &&
    a.nodeState === b.nodeState &&
    a.maxConnectionAgeMs === b.maxConnectionAgeMs &&
    a.gracePeriodMs === b.gracePeriodMs
  );
}
