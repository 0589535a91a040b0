import type { WorkloadObject } from "@/lib/domain/object/kubernetes-object";
import { type LabelSet, labelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import type { Timestamp } from "@/lib/domain/object/timestamp";

/** The owner that controls an object, as `metadata.ownerReferences` names it. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** The last one who wrote to an object, as `metadata.managedFields` tells; times in milliseconds. */
export interface Writer {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
  readonly time: number | null;
}

/** The first condition of type `Healthy`, verbatim. Both times move on every report (docs/istio.md#reports): neither is "in state since". */
export interface HealthReport {
  readonly status: string;
  readonly message: string;
  readonly lastProbeTime: Timestamp | null;
  readonly lastTransitionTime: Timestamp | null;
}

/** One machine, as its WorkloadEntry says: trimmed, and nothing interpreted yet. An empty string means "not set". */
export interface WorkloadEntry extends WorkloadObject {
  readonly address: string;
  readonly network: string;
  readonly locality: string;
  readonly serviceAccount: string;
  readonly weight: number | null;
  readonly ports: readonly (readonly [name: string, port: number])[];
  readonly specLabels: LabelSet;
  readonly metadataLabels: LabelSet;
  /** Annotation `istio.io/autoRegistrationGroup`. */
  readonly registrationGroup: string;
  /** Annotation `istio.io/workloadController`: the Pod name of an istiod replica; stays after a disconnection. */
  readonly controller: string;
  readonly connectedAt: Timestamp | null;
  readonly disconnectedAt: Timestamp | null;
  /** Annotation `proxy.istio.io/health-checks-enabled` verbatim, or null where there is none. */
  readonly gate: string | null;
  readonly owner: OwnerReference | null;
  readonly health: HealthReport | null;
  readonly lastWriter: Writer | null;
  /** The tool that owns the object by its own marks ("Argo CD", "Flux", "Helm"), or "". */
  readonly managedBy: string;
  /** The keys that Istio reads elsewhere, as paths separated by blanks (`misplacedKeys` of `istio-keys`); "" = none. */
  readonly misplacedKeys: string;
  /** Annotation `stolos.dev/drain-reason` verbatim, "" where there is none. */
  readonly drainReason: string;
  /** Annotation `stolos.dev/mute-findings` verbatim, "" where there is none. */
  readonly mutedFindings: string;
  /** The report of istiod in its status, as `istiodStatusOf` reads it; "" = none. */
  readonly istiodStatus: string;
}

/** `spec.labels` overlaid by `metadata.labels`: metadata wins (docs/istio.md#labels). */
export function mergedLabels(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">): LabelSet {
  if (entry.specLabels.length === 0) return entry.metadataLabels;
  return labelSet(new Map([...entry.specLabels, ...entry.metadataLabels]));
}

/** The value of one key in the merged labels, or undefined. */
export function mergedLabel(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">, key: string): string | undefined {
  return valueOfLabel(entry.metadataLabels, key) ?? valueOfLabel(entry.specLabels, key);
}
