/** The number of machines of a group whose replicas have one revision. */
export interface MachinesByRevision {
  readonly revision: string;
  readonly count: number;
}

/** The demanded revision of a group's machines, and their actual revisions. "" = none is demanded. */
export interface RevisionsOfGroup {
  /** `istio.io/rev` among the labels that the group gives to its entries. */
  readonly group: string;
  /** The revision that the group's namespace demands; null = namespaces are not visible. */
  readonly namespace: string | null;
  readonly held: readonly MachinesByRevision[];
}

/** A group with machines on another revision than the demanded one, or with a demanded revision that no replica has. */
export interface RevisionMismatch {
  /** The object that demands it. An istiod does not see an entry with the label of another revision, even if it holds the machine (docs/istio.md#revision). */
  readonly wantedBy: "group" | "namespace";
  readonly wanted: string;
  /** No istiod Pod has it: it may be a tag, which only the configuration of a webhook resolves. */
  readonly isUnknown: boolean;
  /** The other revisions that hold machines of the group, most first. */
  readonly heldBy: readonly MachinesByRevision[];
  readonly others: number;
}

/** Returns the name of a revision; without one it is "default". */
export function revisionDisplayName(revision: string): string {
  return revision === "" ? "default" : revision;
}

/** Compares the revision that a group, else its namespace, demands with the replicas of its machines. Null = they are equal, or none is demanded. */
export function revisionMismatchOf({ group, namespace, held }: RevisionsOfGroup, running: ReadonlySet<string>): RevisionMismatch | null {
  const wanted = group === "" ? (namespace ?? "") : group;
  if (wanted === "") return null;
  const heldBy = held.filter(({ revision, count }) => revision !== wanted && count > 0).sort((a, b) => b.count - a.count || (a.revision < b.revision ? -1 : 1));
  if (heldBy.length === 0) return null;
  const others = heldBy.reduce((sum, { count }) => sum + count, 0);
  return { wantedBy: group === "" ? "namespace" : "group", wanted, isUnknown: !running.has(wanted), heldBy, others };
}
