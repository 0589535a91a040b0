import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import type { WorkloadEntry } from "./workload-entry";

/** The annotation with the name of the group with which an entry registered (pilot/pkg/autoregistration/controller.go). */
export const REGISTRATION_GROUP_ANNOTATION = "istio.io/autoRegistrationGroup";

/** The group of an entry ("" = none), and the field that shows it: the owner reference or the annotation. */
export interface Membership {
  readonly group: string;
  readonly kind: "owned" | "annotated" | "owner-differs" | "none";
}

/**
 * Returns the group by owner reference and registration annotation, never by name or label (docs/istio.md#marks, #entry-names). If the two differ,
 * the owner counts, because Kubernetes deletes the entry with it.
 */
export function membershipOf(entry: Pick<WorkloadEntry, "owner" | "registrationGroup">): Membership {
  const owner = owningGroup(entry);
  const annotated = entry.registrationGroup;
  if (owner === null) return annotated === "" ? { group: "", kind: "none" } : { group: annotated, kind: "annotated" };
  return { group: owner, kind: annotated === "" || annotated === owner ? "owned" : "owner-differs" };
}

/**
 * Returns true if these labels contain all labels that the group gives to its entries. A group without labels matches no entry
 * (docs/istio.md#label-order).
 */
export function matchesGroupLabels(group: Pick<WorkloadGroup, "entryLabels" | "template">, labels: LabelSet): boolean {
  const wanted = new Map([...group.template.labels, ...group.entryLabels]);
  return wanted.size > 0 && [...wanted].every(([key, value]) => valueOfLabel(labels, key) === value);
}

function owningGroup({ owner }: Pick<WorkloadEntry, "owner">): string | null {
  return owner !== null && owner.kind === "WorkloadGroup" && owner.apiVersion.startsWith("networking.istio.io/") ? owner.name : null;
}
