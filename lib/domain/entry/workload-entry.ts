import type { WorkloadObject } from "@/lib/domain/object/kubernetes-object";
import { type LabelSet, sortedLabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import type { Timestamp } from "@/lib/domain/object/timestamp";

/** The owner that controls an object, from `metadata.ownerReferences`. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** The last writer of an object, from `metadata.managedFields`. Times in milliseconds. */
export interface LastWriter {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
  readonly time: number | null;
}

/**
 * The first condition of type `Healthy`, verbatim. Both times change with every report (docs/istio.md#reports), so that neither is the start of the
 * state.
 */
export interface HealthReport {
  readonly status: string;
  readonly message: string;
  readonly lastProbeTime: Timestamp | null;
  readonly lastTransitionTime: Timestamp | null;
}

/** A parsed WorkloadEntry: trimmed texts, without interpretation. An empty string means "not set". */
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
  /** Annotation `istio.io/workloadController`: the Pod name of an istiod replica. It stays after a disconnection. */
  readonly controller: string;
  readonly connectedAt: Timestamp | null;
  readonly disconnectedAt: Timestamp | null;
  /** Annotation `proxy.istio.io/health-checks-enabled` verbatim; null = not set. */
  readonly gate: string | null;
  readonly owner: OwnerReference | null;
  readonly health: HealthReport | null;
  readonly lastWriter: LastWriter | null;
  /** The tool that manages the object by its own labels and annotations ("Argo CD", "Flux", "Helm"), or "". */
  readonly managedBy: string;
  /** Keys that Istio does not read where they are written, as paths separated by spaces (`misplacedKeys` of `istio-keys`); "" = none. */
  readonly misplacedKeys: string;
  /** Annotation `stolos.dev/drain-reason` verbatim; "" = not set. */
  readonly drainReason: string;
  /** Annotation `stolos.dev/mute-findings` verbatim; "" = not set. */
  readonly mutedFindings: string;
  /** The conditions and messages in its status, in the format of `parseIstiodStatus`; "" = none. */
  readonly istiodStatus: string;
}

/** Merges `spec.labels` and `metadata.labels`. For a key in both, the value of metadata counts (docs/istio.md#labels). */
export function mergedLabels(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">): LabelSet {
  if (entry.specLabels.length === 0) return entry.metadataLabels;
  return sortedLabelSet(new Map([...entry.specLabels, ...entry.metadataLabels]));
}

/** Returns the value of one key in the merged labels, or undefined. */
export function mergedLabel(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">, key: string): string | undefined {
  return valueOfLabel(entry.metadataLabels, key) ?? valueOfLabel(entry.specLabels, key);
}
