import { blankEntry } from "@/lib/domain/entry/entry-fields";
import { misplacedKeys } from "@/lib/domain/entry/istio-keys";
import type { HealthReport, WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { MUTE_ANNOTATION } from "@/lib/domain/findings/object-mute";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { DRAIN_REASON_ANNOTATION } from "@/lib/domain/verdict/serving";
import { flawOf } from "./flaw";
import type { Identity } from "./identity";
import { istiodStatusAt } from "./istiod-status";
import { anyText, at, field, list, number, text } from "./json";
import { annotationOf, keysOf, lastWriterOf, METADATA_SHAPE, managedByOf, ownerOf, pairsOf, stampOf, timeOf } from "./metadata";
import { portFlawOf, workloadOf, workloadShape } from "./workload-spec";

const SHAPE = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object", required: true },
  ...workloadShape(["spec"]),
  { path: ["status"], shape: "an object" },
  { path: ["status", "conditions"], shape: "a list" },
] as const;

/** A WorkloadEntry as the API server sent it, trimmed (docs/istio.md#entry-fields, #marks). One that cannot be read says why, and nothing else. */
export function parseWorkloadEntry(raw: unknown, identity: Identity, cluster: string): WorkloadEntry {
  const unreadable = flawOf(raw, SHAPE) ?? portFlawOf(raw, ["spec"]);
  if (unreadable !== null) return unreadableEntry(raw, identity, cluster, unreadable);
  const metadata = field(raw, "metadata");
  const annotations = field(metadata, "annotations");
  const workload = workloadOf(field(raw, "spec"));
  const labels = pairsOf(field(metadata, "labels"));
  // Field by field: it stands in the way of every event, and spreading objects is slow.
  return {
    cluster,
    uid: identity.uid,
    namespace: identity.namespace,
    name: identity.name,
    resourceVersion: identity.resourceVersion,
    createdAt: timeOf(field(metadata, "creationTimestamp")),
    deletingAt: timeOf(field(metadata, "deletionTimestamp")),
    generation: number(field(metadata, "generation")),
    unreadable: null,
    address: workload.address,
    network: workload.network,
    locality: workload.locality,
    serviceAccount: workload.serviceAccount,
    weight: workload.weight,
    ports: workload.ports,
    specLabels: workload.labels,
    metadataLabels: labels,
    registrationGroup: annotationOf(annotations, "istio.io/autoRegistrationGroup") ?? "",
    controller: annotationOf(annotations, "istio.io/workloadController") ?? "",
    connectedAt: stampOf(annotationOf(annotations, "istio.io/connectedAt")),
    disconnectedAt: stampOf(annotationOf(annotations, "istio.io/disconnectedAt")),
    gate: annotationOf(annotations, "proxy.istio.io/health-checks-enabled"),
    owner: ownerOf(metadata),
    health: healthOf(at(raw, "status", "conditions")),
    lastWriter: lastWriterOf(metadata),
    managedBy: managedByOf(metadata),
    istiodStatus: istiodStatusAt(raw),
    mutedFindings: annotationOf(annotations, MUTE_ANNOTATION) ?? "",
    misplacedKeys: misplacedIn(metadata, labels, workload.labels),
    drainReason: annotationOf(annotations, DRAIN_REASON_ANNOTATION) ?? "",
  };
}

function misplacedIn(metadata: unknown, metadataLabels: LabelSet, specLabels: LabelSet): string {
  const labels = [...metadataLabels, ...specLabels].map(([key]) => key);
  return misplacedKeys({ at: "metadata", labels, annotations: keysOf(field(metadata, "annotations")) }, "WorkloadEntry").join(" ");
}

/** Of an entry that cannot be read nothing is kept but who it is and how old. */
function unreadableEntry(raw: unknown, identity: Identity, cluster: string, unreadable: string): WorkloadEntry {
  return {
    ...blankEntry({ ...identity, cluster }, unreadable),
    resourceVersion: identity.resourceVersion,
    createdAt: timeOf(at(raw, "metadata", "creationTimestamp")),
    deletingAt: timeOf(at(raw, "metadata", "deletionTimestamp")),
  };
}

/** The first condition of type `Healthy`, verbatim: conditions are a plain list, and istiod reads the first (docs/istio.md#definitions). */
function healthOf(conditions: unknown): HealthReport | null {
  const condition = list(conditions).find((one) => isUntypedObject(one) && field(one, "type") === "Healthy");
  if (condition === undefined) return null;
  return {
    status: anyText(field(condition, "status")),
    message: text(field(condition, "message")),
    lastProbeTime: stampOf(field(condition, "lastProbeTime")),
    lastTransitionTime: stampOf(field(condition, "lastTransitionTime")),
  };
}
