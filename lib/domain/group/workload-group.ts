import type { Writer } from "@/lib/domain/entry/workload-entry";
import type { WorkloadObject } from "@/lib/domain/object/kubernetes-object";
import type { LabelSet } from "@/lib/domain/object/label-set";

/** The fields of a probe of which one names its method. */
export const PROBE_METHODS = ["httpGet", "tcpSocket", "exec", "grpc"] as const;

/** How a probe asks the application; `none` = nothing does. */
export type ProbeMethod = (typeof PROBE_METHODS)[number] | "none";

/** A readiness probe as `spec.probe` writes it; zero and null mean "not set" (the agent then fills in its own default, docs/istio.md#probe-defaults). */
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

/** What `spec.template` says of the entries to come; an empty string means "not set". */
export interface WorkloadTemplate {
  readonly address: string;
  readonly ports: readonly (readonly [name: string, port: number])[];
  readonly labels: LabelSet;
  readonly network: string;
  readonly locality: string;
  readonly weight: number | null;
  readonly serviceAccount: string;
}

/** A group of machines, as its WorkloadGroup says. */
export interface WorkloadGroup extends WorkloadObject {
  /** Label `istio.io/rev` of the group itself, which entries do not get: an istiod of another revision does not see it (docs/istio.md#revision). */
  readonly revision: string;
  /** `spec.metadata.labels` and `spec.metadata.annotations`: copied to entries; the group's own metadata is not. */
  readonly entryLabels: LabelSet;
  readonly entryAnnotations: LabelSet;
  readonly template: WorkloadTemplate;
  readonly probe: Probe | null;
  /** The keys that Istio reads elsewhere, as paths (`misplacedKeys` of `istio-keys`). */
  readonly misplacedKeys: readonly string[];
  /** Annotation `stolos.dev/expected-size` verbatim, or null. */
  readonly expectedSize: string | null;
  /** Annotation `stolos.dev/planned-leaves` verbatim, or null. */
  readonly plannedLeaves: string | null;
  /** Annotation `stolos.dev/mute-findings` verbatim, "" where there is none. */
  readonly mutedFindings: string;
  readonly lastWriter: Writer | null;
  readonly managedBy: string;
}
