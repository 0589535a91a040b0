import { mergePatch } from "@/lib/domain/findings/patch";
import type { FindingPatch } from "@/lib/domain/findings/rule";
import type { OwnerReference, WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

const API_VERSION = "networking.istio.io/v1";
const KIND = "WorkloadGroup";

/** Is it the owner that istiod writes: a WorkloadGroup, in whatever version of the API? */
export function isGroupOwner(owner: OwnerReference | null): owner is OwnerReference {
  return owner !== null && owner.kind === KIND && owner.apiVersion.startsWith("networking.istio.io/");
}

/** Makes a group the owner of an entry, as istiod does when it makes one (autoregistration/controller.go). */
export function ownerPatch(entry: WorkloadEntry, { name, uid }: Pick<WorkloadGroup, "name" | "uid">): FindingPatch {
  const ownerReferences = [{ apiVersion: API_VERSION, kind: KIND, name, uid, controller: true }];
  return mergePatch("WorkloadEntry", entry, { metadata: { ownerReferences } });
}
