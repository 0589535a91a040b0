/** How many machines of a group replicas of one revision hold. */
export interface HeldByRevision {
  readonly revision: string;
  readonly count: number;
}

/** What is said of the revision that a group's machines should have, and which they have. "" = nothing is said. */
export interface RevisionsOfGroup {
  /** `istio.io/rev` among the labels that the group gives to its entries. */
  readonly group: string;
  /** What the group's namespace says; null = namespaces are out of sight. */
  readonly namespace: string | null;
  readonly held: readonly HeldByRevision[];
}

/** A group whose machines are held by another revision than the one that is wanted, or that wants one which nobody runs. */
export interface RevisionMismatch {
  /** Who wants it. An entry with the label of another revision is not seen by the istiod that holds its machine (docs/istio.md#revision). */
  readonly wantedBy: "group" | "namespace";
  readonly wanted: string;
  /** No istiod Pod has it: it may be a tag, which only a webhook's configuration tells. */
  readonly isUnknown: boolean;
  /** The other revisions that hold machines of the group, most first. */
  readonly heldBy: readonly HeldByRevision[];
  readonly others: number;
}

/** A revision without a name is "default". */
export function revisionName(revision: string): string {
  return revision === "" ? "default" : revision;
}

/** Compares the revision that a group, else its namespace, asks for with the replicas that hold its machines. Null = they agree, or nothing is asked for. */
export function revisionMismatchOf({ group, namespace, held }: RevisionsOfGroup, running: ReadonlySet<string>): RevisionMismatch | null {
  const wanted = group === "" ? (namespace ?? "") : group;
  if (wanted === "") return null;
  const heldBy = held.filter(({ revision, count }) => revision !== wanted && count > 0).sort((a, b) => b.count - a.count || (a.revision < b.revision ? -1 : 1));
  if (heldBy.length === 0) return null;
  const others = heldBy.reduce((sum, { count }) => sum + count, 0);
  return { wantedBy: group === "" ? "namespace" : "group", wanted, isUnknown: !running.has(wanted), heldBy, others };
}
