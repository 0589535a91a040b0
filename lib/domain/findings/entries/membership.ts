import { matchesGroupLabels, membershipOf, REGISTRATION_GROUP_ANNOTATION } from "@/lib/domain/entry/membership";
import { mergedLabels, type OwnerReference, type WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { findingMergePatch, metadataPatch } from "@/lib/domain/findings/patch";
import { type FindingRemedy, findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";

const OWNER_API_VERSION = "networking.istio.io/v1";
const OWNER_KIND = "WorkloadGroup";

/** Returns true if the owner is a WorkloadGroup in any API version, as istiod writes it. */
export function isGroupOwner(owner: OwnerReference | null): owner is OwnerReference {
  return owner !== null && owner.kind === OWNER_KIND && owner.apiVersion.startsWith("networking.istio.io/");
}

/** Returns the patch that makes a group the owner of an entry, as istiod does at registration (autoregistration/controller.go). */
export function ownerPatch(entry: WorkloadEntry, { name, uid }: Pick<WorkloadGroup, "name" | "uid">): FindingRemedy {
  const ownerReferences = [{ apiVersion: OWNER_API_VERSION, kind: OWNER_KIND, name, uid, controller: true }];
  return findingMergePatch("WorkloadEntry", entry, { metadata: { ownerReferences } });
}

/**
 * The entry belongs to a group that does not exist. istiod rejects its machine at the next connection that finds no entry. If the owner is gone, Kubernetes
 * deletes the entry (pilot/pkg/autoregistration/controller.go: "cannot find WorkloadGroup").
 */
export const groupMissing: Rule<"entry"> = {
  code: "STL111",
  name: "group-missing",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "what the group said is not known: it is written anew under its name, or the entry is deleted with its machine's agent stopped",
  detect: (entry, world) => {
    const { group, kind } = membershipOf(entry);
    if (group === "" || world.groupNamed(entry.namespace, group) !== null) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", { namespace: entry.namespace, name: group })];
    return [{ objects, evidence: { group, isOwned: kind !== "annotated" } }];
  },
};

/**
 * The entry registered with a group that does not own it. It outlives the group, because Kubernetes does not delete it with the group (`kubectl delete
 * --cascade=orphan`, or an applied copy of an entry).
 */
export const ownerMissing: Rule<"entry"> = {
  code: "STL112",
  name: "owner-missing",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  detect: (entry, world) => {
    const { owner, registrationGroup } = entry;
    if (registrationGroup === "" || isGroupOwner(entry.owner)) return [];
    const group = world.groupNamed(entry.namespace, registrationGroup);
    if (group === null) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    const evidence = { group: group.name, owner: owner === null ? "" : `${owner.kind} ${owner.name}` };
    // An entry that another controller owns keeps its owner.
    return [owner === null ? { objects, evidence, patch: ownerPatch(entry, group) } : { objects, evidence }];
  },
};

/**
 * The owner of the entry is an earlier group of the same name. The garbage collector of Kubernetes deletes objects whose owner is gone, also if a new group has
 * the name. The machine then has no entry until it reconnects.
 */
export const ownerOfOlderGroup: Rule<"entry"> = {
  code: "STL113",
  name: "owner-of-older-group",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  detect: (entry, world) => {
    const { owner } = entry;
    if (!isGroupOwner(owner)) return [];
    const group = world.groupNamed(entry.namespace, owner.name);
    if (group === null || group.uid === owner.uid) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    return [{ objects, evidence: { group: group.name, ownerUid: owner.uid, groupUid: group.uid }, patch: ownerPatch(entry, group) }];
  },
};

/**
 * The annotation of an entry names another group than its owner, so telemetry and all tools that read the annotation count the machine there. An annotation in
 * the template of the group overwrites it (autoregistration/controller.go, workloadEntryFromGroup).
 */
export const annotationDiffersFromOwner: Rule<"entry"> = {
  code: "STL114",
  name: "annotation-differs-from-owner",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  detect: (entry) => {
    const { owner, registrationGroup } = entry;
    if (!isGroupOwner(owner) || registrationGroup === "" || registrationGroup === owner.name) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", { namespace: entry.namespace, name: owner.name })];
    const patch = metadataPatch("WorkloadEntry", entry, { marks: "annotations", key: REGISTRATION_GROUP_ANNOTATION, value: owner.name });
    return [{ objects, evidence: { annotation: registrationGroup, owner: owner.name }, patch }];
  },
};

/**
 * A hand-written entry has all labels of a group. Services that select the machines of the group select it too, but no machine registers it and istiod neither
 * checks nor removes it (only an entry of istiod has the group as its owner; pilot/pkg/autoregistration/controller.go).
 */
export const handWrittenInAGroup: Rule<"entry"> = {
  code: "STL120",
  name: "hand-written-in-a-group",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "whether it belongs there is known to whoever wrote it: a machine joins a group by registering, not by an edit",
  detect: (entry, world) => {
    if (membershipOf(entry).kind !== "none") return [];
    const labels = mergedLabels(entry);
    const groups = labels.length === 0 ? [] : world.groupsIn(entry.namespace).filter((group) => matchesGroupLabels(group, labels));
    if (groups.length === 0) return [];
    const objects = [findingObject("WorkloadEntry", entry), ...groups.map((group) => findingObject("WorkloadGroup", group))];
    return [{ objects, evidence: { groups: groups.map(({ name }) => name) } }];
  },
};

/** Rules about the group that an entry belongs to. */
export const ENTRY_MEMBERSHIP_RULES: readonly Rule<"entry">[] = [
  groupMissing,
  ownerMissing,
  ownerOfOlderGroup,
  annotationDiffersFromOwner,
  handWrittenInAGroup,
];
