import type { LastWriter } from "@/lib/domain/entry/workload-entry";
import type { WorkloadObject } from "@/lib/domain/object/kubernetes-object";
import type { LabelSet } from "@/lib/domain/object/label-set";

/** The methods of a probe, as its fields: the field that is set is the method. */
export const PROBE_METHODS = ["httpGet", "tcpSocket", "exec", "grpc"] as const;

/** The method of a probe. `none`: no field of a method is set. */
export type ProbeMethod = (typeof PROBE_METHODS)[number] | "none";

/** A readiness probe as in `spec.probe`. Zero and null mean "not set": the agent uses its own default (docs/istio.md#probe-defaults). */
export interface Probe {
  readonly method: ProbeMethod;
  readonly port: number | null;
  readonly path: string;
  readonly scheme: string;
  readonly host: string;
  readonly command: readonly string[];
  readonly initialDelaySeconds: number | null;
  readonly timeoutSeconds: number | null;
  readonly periodSeconds: number | null;
  readonly successThreshold: number | null;
  readonly failureThreshold: number | null;
}

/** The `spec.template` of a group, for new entries. An empty string means "not set". */
export interface WorkloadTemplate {
  readonly address: string;
  readonly ports: readonly (readonly [name: string, port: number])[];
  readonly labels: LabelSet;
  readonly network: string;
  readonly locality: string;
  readonly weight: number | null;
  readonly serviceAccount: string;
}

/** A parsed WorkloadGroup. */
export interface WorkloadGroup extends WorkloadObject {
  /** Label `istio.io/rev` of the group itself, which entries do not get. An istiod of another revision does not see the group (docs/istio.md#revision). */
  readonly revision: string;
  /** `spec.metadata.labels` and `spec.metadata.annotations`: copied to entries; the group's own metadata is not. */
  readonly entryLabels: LabelSet;
  readonly entryAnnotations: LabelSet;
  readonly template: WorkloadTemplate;
  readonly probe: Probe | null;
  /** Keys that Istio does not read where they are written, as paths (`misplacedKeys` of `istio-keys`). */
  readonly misplacedKeys: readonly string[];
  /** Annotation `stolos.dev/expected-size` verbatim; null = not set. */
  readonly expectedSize: string | null;
  /** Annotation `stolos.dev/planned-leaves` verbatim; null = not set. */
  readonly plannedLeaves: string | null;
  /** Annotation `stolos.dev/maintenance` verbatim; null = not set. */
  readonly maintenance: string | null;
  /** Annotation `stolos.dev/mute-findings` verbatim; "" = not set. */
  readonly mutedFindings: string;
  readonly lastWriter: LastWriter | null;
  readonly managedBy: string;
}
