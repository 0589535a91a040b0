import type { LabelSet } from "@/lib/domain/label-set";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/** What names an entry: kept with the subject. */
export type EntryIdentity = Pick<WorkloadEntry, "cluster" | "namespace" | "name" | "uid">;

/** What moves often: kept with every version. */
export type EntryMoving = Pick<WorkloadEntry, "resourceVersion" | "controller" | "connectedAt" | "disconnectedAt" | "health" | "lastWriter" | "deletingAt">;

/** What seldom moves: kept once for each content. */
export type EntryShape = Omit<WorkloadEntry, keyof EntryIdentity | keyof EntryMoving>;

/** An entry in the parts in which the history keeps it; `{...identity, ...shape, ...moving}` is the entry again. */
export function entryParts(entry: WorkloadEntry): { readonly shape: EntryShape; readonly moving: EntryMoving } {
  const { resourceVersion, controller, connectedAt, disconnectedAt, health, lastWriter, deletingAt } = entry;
  const { createdAt, unreadable, address, network, locality, serviceAccount, weight, ports } = entry;
  const { specLabels, metadataLabels, registrationGroup, gate, owner, managedBy } = entry;
  return {
    // Field by field: it stands in the way of every event, and taking the rest of an object is slow.
    shape: {
      createdAt,
      unreadable,
      address,
      network,
      locality,
      serviceAccount,
      weight,
      ports,
      specLabels,
      metadataLabels,
      registrationGroup,
      gate,
      owner,
      managedBy,
    },
    moving: { resourceVersion, controller, connectedAt, disconnectedAt, health, lastWriter, deletingAt },
  };
}

/** Did the same report come again, and nothing else? Both its times move on every report (facts 3.6), so they tell of no turn. */
export function isReplay(before: WorkloadEntry, after: WorkloadEntry): boolean {
  if (before.health === null || after.health === null || !isSameButTimes(before, after)) return false;
  return !sameTime(before.health.lastProbeTime, after.health.lastProbeTime) || !sameTime(before.health.lastTransitionTime, after.health.lastTransitionTime);
}

/** Do two versions say the same, but for the times of their report, who wrote last, and the number of the version? */
export function isSameButTimes(a: WorkloadEntry, b: WorkloadEntry): boolean {
  return (
    a.uid === b.uid &&
    a.namespace === b.namespace &&
    a.name === b.name &&
    a.controller === b.controller &&
    sameTime(a.connectedAt, b.connectedAt) &&
    sameTime(a.disconnectedAt, b.disconnectedAt) &&
    a.deletingAt === b.deletingAt &&
    sameReport(a.health, b.health) &&
    sameShape(a, b)
  );
}

function sameShape(a: EntryShape, b: EntryShape): boolean {
  return (
    a.unreadable === b.unreadable &&
    a.address === b.address &&
    a.network === b.network &&
    a.locality === b.locality &&
    a.serviceAccount === b.serviceAccount &&
    a.weight === b.weight &&
    a.gate === b.gate &&
    a.registrationGroup === b.registrationGroup &&
    a.createdAt === b.createdAt &&
    a.managedBy === b.managedBy &&
    sameOwner(a.owner, b.owner) &&
    samePairs(a.ports, b.ports) &&
    samePairs(a.specLabels, b.specLabels) &&
    samePairs(a.metadataLabels, b.metadataLabels)
  );
}

/** Equal to the millisecond: the live fleet keeps no more of a time. */
function sameTime(a: WorkloadEntry["connectedAt"], b: WorkloadEntry["connectedAt"]): boolean {
  if (a === null || b === null) return a === b;
  return a.ms === b.ms && (a.ms !== null || a.text === b.text);
}

function sameReport(a: WorkloadEntry["health"], b: WorkloadEntry["health"]): boolean {
  return a === null || b === null ? a === b : a.status === b.status && a.message === b.message;
}

function sameOwner(a: WorkloadEntry["owner"], b: WorkloadEntry["owner"]): boolean {
  return a === null || b === null ? a === b : a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion;
}

/** Are they the same pairs in the same order? */
export function samePairs(a: LabelSet | WorkloadEntry["ports"], b: LabelSet | WorkloadEntry["ports"]): boolean {
  return a === b || (a.length === b.length && a.every(([key, value], at) => b[at]?.[0] === key && b[at]?.[1] === value));
}
