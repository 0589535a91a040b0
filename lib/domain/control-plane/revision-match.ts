/** The number of machines in a group whose replicas have one revision. */
export interface MachinesByRevision {
  readonly revision: string;
  readonly count: number;
}

/** The revision that a group's machines should have, and their actual revisions. "" = no revision is set. */
export interface RevisionsOfGroup {
  /** `istio.io/rev` among the labels that the group gives to its entries. */
  readonly group: string;
  /** The revision of the group's namespace. Null = namespaces are not visible. */
  readonly namespace: string | null;
  readonly held: readonly MachinesByRevision[];
}

/** The mismatch of a group: machines have another revision than they should have, or no replica has that revision. */
export interface RevisionMismatch {
  /**
   * The object that sets the revision. An istiod does not see an entry with the label of another revision, even if the machine is connected to it
   * (docs/istio.md#revision).
   */
  readonly wantedBy: "group" | "namespace";
  readonly wanted: string;
  /** True if no istiod Pod has the revision. It may be a tag, which only the configuration of a webhook resolves. */
  readonly isUnknown: boolean;
  /** The other revisions to which machines of the group are connected, that with most machines first. */
  readonly heldBy: readonly MachinesByRevision[];
  readonly others: number;
}

/** Returns the name of a revision, which is "default" for an empty text. */
export function revisionDisplayName(revision: string): string {
  return revision === "" ? "default" : revision;
}

/**
 * Compares the revision of a group, otherwise that of its namespace, with the replicas of its machines. Null = they are equal, or no revision is set.
 */
export function revisionMismatchOf({ group, namespace, held }: RevisionsOfGroup, running: ReadonlySet<string>): RevisionMismatch | null {
  const wanted = group === "" ? (namespace ?? "") : group;
  if (wanted === "") return null;
  const heldBy = held.filter(({ revision, count }) => revision !== wanted && count > 0).sort((a, b) => b.count - a.count || (a.revision < b.revision ? -1 : 1));
  if (heldBy.length === 0) return null;
  const others = heldBy.reduce((sum, { count }) => sum + count, 0);
  return { wantedBy: group === "" ? "namespace" : "group", wanted, isUnknown: !running.has(wanted), heldBy, others };
}
